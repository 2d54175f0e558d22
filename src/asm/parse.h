/* Reading system files: what lex.c, operand.c, insn.c, parse.c, prop.c and gas.c share. */
#ifndef ASM_PARSE_H
#define ASM_PARSE_H

#include "asm/casm.h"

typedef enum token_kind {
    TOK_END,
    TOK_LINE, /* end of a line, or ; */
    TOK_NAME,
    TOK_NUMBER,
    TOK_STRING,
    TOK_SIGN, /* one or two characters */
} token_kind;

typedef struct token {
    token_kind kind;
    const char *at; /* in the source */
    u32 n;
    u32 line;
    u64 value; /* NUMBER */
} token;

/* A place to read tokens from. */
typedef struct lexer {
    const char *path, *source;
    const char *at; /* after the present token */
    u32 line;
    token now;
    bool hash_comments; /* # begins one */
    bool keep_lines;    /* line ends are tokens */
    bool dots;          /* names may have dots in them */
} lexer;

void lex_open(lexer *x, const char *path, const char *source);
void lex_next(lexer *x);
_Noreturn void lex_fail(const lexer *x, const token *t, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool lex_is(const lexer *x, const char *word);
bool lex_take(lexer *x, const char *word);
/* Ends of lines before the next word. */
void lex_skip_lines(lexer *x);
void lex_expect(lexer *x, const char *word);
/* The present name, copied; anything else is an error that says `what` is needed. */
char *lex_name(lexer *x, const char *what);
bool token_is(const token *t, const char *word);

typedef struct constant {
    char *name;
    i64 value;
    u32 line; /* where the file defines it; 0: nowhere */
} constant;
typedef VEC(constant) constant_list;

/* Where an instruction goes on is settled at the end of its process, when labels are known. */
typedef struct jump {
    u32 instr;
    token label; /* kind END: to `value`, `place` or through `table` */
    expr when;   /* 0 always */
    expr value;
    u32 place;     /* the number of the instruction + 1 */
    token table;   /* kind END: none */
    expr in_table; /* bytes from its beginning */
} jump;

/* Labels through which jumps go. */
typedef struct jump_table {
    token name;
    VEC(token) labels;
} jump_table;

/* A name that begins so is that of another shared cell. */
typedef struct name_binding {
    char from[16], to[160];
} name_binding;

typedef struct parser {
    casm *c;
    const casm_options *o;
    lexer x;
    u32 file;
    constant_list constants; /* of the file that is read, and those of --set */
    bool split;              /* plain read-modify-writes are two accesses */
    /* The process whose code is read. */
    process *p;
    u32 self; /* its number */
    VEC(jump) jumps;
    VEC(jump_table) tables;
    bool target;           /* an operand of jmp or call is read: names may be those of tables */
    VEC(u32) calls;        /* where calls return to */
    struct family *family; /* whose names go before all others, NULL none */
    name_binding binds[2]; /* where there are some, no other shared cells have a name */
    u32 nbinds;
    VEC(struct module *) modules;  /* whose cells have names here */
    const struct module *inside;   /* whose body is read: only cells of its ports have names */
    VEC(char *) reading, imported; /* paths, resolved */
    bool *parameter;               /* set when the last constant, the parameter, is used */
} parser;

/* What line `line` defines is defined again: the second would replace the first. */
_Noreturn void parse_repeated(const parser *s, const token *at, const char *what, u32 line);

/* Names and numbers. */
i64 parse_constant(parser *s);
void constant_add(parser *s, const char *name, i64 value, u32 line);
bool find_constant(const parser *s, const token *t, i64 *value);
/* An array visible here by name, or -1. */
int find_array(const parser *s, const token *t, int owner);
int find_array_named(const casm *c, const char *name, u32 n, int owner);
/* An expression of 64 bits over what is visible here. */
expr parse_expression(parser *s);
/* A single variable; its number. */
u32 casm_add_var(casm *c, const char *name, u32 width, int owner, var_kind kind);
u32 casm_add_array(casm *c, const char *name, u32 n, u32 width, int owner, var_kind kind);

/* Operands. */
typedef enum operand_kind { OPD_NONE, OPD_REG, OPD_IMM, OPD_MEM, OPD_LABEL } operand_kind;

typedef struct asm_operand {
    operand_kind kind;
    token at;
    u32 size;        /* bits; 0 not known from the operand itself */
    u32 reg;         /* REG: number */
    bool high;       /* REG: ah, bh, ch, dh */
    u64 imm;         /* IMM */
    bool is_address; /* IMM: of a cell */
    /* MEM */
    int symbol;      /* array, -1 none */
    int base, index; /* registers, -1 none */
    u32 scale;
    i64 disp;
    u32 address_size; /* 32 or 64 */
    token table;      /* of labels; kind END: none */
} asm_operand;

/* A register by name; false: it is none. */
bool register_named(const char *name, u32 n, asm_operand *out);
asm_operand parse_operand(parser *s);
asm_operand parse_target(parser *s); /* of jmp and call */

/* Instructions. */
typedef enum rep_kind { REP_NONE, REP_E, REP_NE } rep_kind;
typedef struct insn_prefix {
    const char *at; /* in the source, NULL none */
    bool lock;
    rep_kind rep;
} insn_prefix;
bool insn_known(const char *name, u32 n);
/* One that reads its operands itself: wake, assert, choose. */
bool insn_special(const token *name);
/* What stands at the end of a process. */
void insn_finish(parser *s);
/* Appends the instruction `name` with these operands; `jump` names the target of jumps. */
void insn_emit(parser *s, const token *name, const insn_prefix *with, asm_operand *ops, u32 n);
/* Its operand is where it goes. */
bool insn_jumps(const token *name);
u32 process_register(parser *s, u32 reg);
const char *keep_message(casm *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Lines of a process, to the end of the text. */
void parse_lines(parser *s);
void parse_const(parser *s);
/* What --set says. */
void parse_set(parser *s);
void constants_free(constant_list *all);
u32 parse_type(parser *s);  /* its width */
void parse_skip(parser *s); /* from { to behind its } */
/* A process of this name, with the code that stands at a {. */
void parse_instance(parser *s, const char *name, const lexer *body);
/* A copy of the text that lives as long as the system. */
const char *parse_keep(parser *s, const char *source);
void parse_family(parser *s);
/* A signal or state variable of the family; 0: it has none of that name. */
expr family_name(parser *s);
void gas_include(parser *s, const token *file, const char *path, const char *function);

#endif
