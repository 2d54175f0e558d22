/* libclang, loaded when the first file is translated: other commands need not wait for it, nor have
 * it.  Its functions are called by their own names. */
#ifndef PROMELA_CLANG_H
#define PROMELA_CLANG_H

#include <clang-c/Index.h>

typedef struct clang_functions {
#define FUNCTION(name) __typeof__(name) *name;
#include "promela/clang.def"
} clang_functions;

/* Set once, by clang_open. */
extern clang_functions clang_loaded;

/* Loads the library; a missing one ends the process with EXIT_INPUT. */
void clang_open(void);

#define clang_Cursor_Evaluate              clang_loaded.clang_Cursor_Evaluate
#define clang_Cursor_getArgument           clang_loaded.clang_Cursor_getArgument
#define clang_Cursor_getNumArguments       clang_loaded.clang_Cursor_getNumArguments
#define clang_Cursor_getStorageClass       clang_loaded.clang_Cursor_getStorageClass
#define clang_Cursor_getTranslationUnit    clang_loaded.clang_Cursor_getTranslationUnit
#define clang_Cursor_getVarDeclInitializer clang_loaded.clang_Cursor_getVarDeclInitializer
#define clang_Cursor_isAnonymous           clang_loaded.clang_Cursor_isAnonymous
#define clang_Cursor_isAnonymousRecordDecl clang_loaded.clang_Cursor_isAnonymousRecordDecl
#define clang_Cursor_isBitField            clang_loaded.clang_Cursor_isBitField
#define clang_Cursor_isNull                clang_loaded.clang_Cursor_isNull
#define clang_EvalResult_dispose           clang_loaded.clang_EvalResult_dispose
#define clang_EvalResult_getAsLongLong     clang_loaded.clang_EvalResult_getAsLongLong
#define clang_EvalResult_getAsStr          clang_loaded.clang_EvalResult_getAsStr
#define clang_EvalResult_getAsUnsigned     clang_loaded.clang_EvalResult_getAsUnsigned
#define clang_EvalResult_getKind           clang_loaded.clang_EvalResult_getKind
#define clang_EvalResult_isUnsignedInt     clang_loaded.clang_EvalResult_isUnsignedInt
#define clang_Location_isInSystemHeader    clang_loaded.clang_Location_isInSystemHeader
#define clang_Type_getNamedType            clang_loaded.clang_Type_getNamedType
#define clang_Type_getSizeOf               clang_loaded.clang_Type_getSizeOf
#define clang_Type_getValueType            clang_loaded.clang_Type_getValueType
#define clang_createIndex                  clang_loaded.clang_createIndex
#define clang_disposeDiagnostic            clang_loaded.clang_disposeDiagnostic
#define clang_disposeIndex                 clang_loaded.clang_disposeIndex
#define clang_disposeString                clang_loaded.clang_disposeString
#define clang_disposeTokens                clang_loaded.clang_disposeTokens
#define clang_disposeTranslationUnit       clang_loaded.clang_disposeTranslationUnit
#define clang_equalCursors                 clang_loaded.clang_equalCursors
#define clang_equalTypes                   clang_loaded.clang_equalTypes
#define clang_formatDiagnostic             clang_loaded.clang_formatDiagnostic
#define clang_getArrayElementType          clang_loaded.clang_getArrayElementType
#define clang_getArraySize                 clang_loaded.clang_getArraySize
#define clang_getCString                   clang_loaded.clang_getCString
#define clang_getCanonicalCursor           clang_loaded.clang_getCanonicalCursor
#define clang_getCanonicalType             clang_loaded.clang_getCanonicalType
#define clang_getCursorBinaryOperatorKind  clang_loaded.clang_getCursorBinaryOperatorKind
#define clang_getCursorDefinition          clang_loaded.clang_getCursorDefinition
#define clang_getCursorExtent              clang_loaded.clang_getCursorExtent
#define clang_getCursorKind                clang_loaded.clang_getCursorKind
#define clang_getCursorLinkage             clang_loaded.clang_getCursorLinkage
#define clang_getCursorLocation            clang_loaded.clang_getCursorLocation
#define clang_getCursorReferenced          clang_loaded.clang_getCursorReferenced
#define clang_getCursorResultType          clang_loaded.clang_getCursorResultType
#define clang_getCursorSemanticParent      clang_loaded.clang_getCursorSemanticParent
#define clang_getCursorSpelling            clang_loaded.clang_getCursorSpelling
#define clang_getCursorTLSKind             clang_loaded.clang_getCursorTLSKind
#define clang_getCursorType                clang_loaded.clang_getCursorType
#define clang_getCursorUSR                 clang_loaded.clang_getCursorUSR
#define clang_getCursorUnaryOperatorKind   clang_loaded.clang_getCursorUnaryOperatorKind
#define clang_getDiagnostic                clang_loaded.clang_getDiagnostic
#define clang_getDiagnosticSeverity        clang_loaded.clang_getDiagnosticSeverity
#define clang_getEnumDeclIntegerType       clang_loaded.clang_getEnumDeclIntegerType
#define clang_getExpansionLocation         clang_loaded.clang_getExpansionLocation
#define clang_getFieldDeclBitWidth         clang_loaded.clang_getFieldDeclBitWidth
#define clang_getFileContents              clang_loaded.clang_getFileContents
#define clang_getFileName                  clang_loaded.clang_getFileName
#define clang_getNullCursor                clang_loaded.clang_getNullCursor
#define clang_getNumDiagnostics            clang_loaded.clang_getNumDiagnostics
#define clang_getPointeeType               clang_loaded.clang_getPointeeType
#define clang_getRangeEnd                  clang_loaded.clang_getRangeEnd
#define clang_getRangeStart                clang_loaded.clang_getRangeStart
#define clang_getSpellingLocation          clang_loaded.clang_getSpellingLocation
#define clang_getTokenLocation             clang_loaded.clang_getTokenLocation
#define clang_getTokenSpelling             clang_loaded.clang_getTokenSpelling
#define clang_getTranslationUnitCursor     clang_loaded.clang_getTranslationUnitCursor
#define clang_getTypeDeclaration           clang_loaded.clang_getTypeDeclaration
#define clang_getTypeSpelling              clang_loaded.clang_getTypeSpelling
#define clang_getTypedefDeclUnderlyingType clang_loaded.clang_getTypedefDeclUnderlyingType
#define clang_getTypedefName               clang_loaded.clang_getTypedefName
#define clang_isConstQualifiedType         clang_loaded.clang_isConstQualifiedType
#define clang_isCursorDefinition           clang_loaded.clang_isCursorDefinition
#define clang_isExpression                 clang_loaded.clang_isExpression
#define clang_isFunctionTypeVariadic       clang_loaded.clang_isFunctionTypeVariadic
#define clang_parseTranslationUnit2        clang_loaded.clang_parseTranslationUnit2
#define clang_tokenize                     clang_loaded.clang_tokenize
#define clang_visitChildren                clang_loaded.clang_visitChildren

#endif
