# heddle_add_check(NAME [TARGET target | SOURCES file...] [OPTIONS option...] [ARGUMENTS word...] [EXPECT verdict] [TIME seconds])
#
# A test of CTest that passes when heddle check ends with the verdict, by default VERIFIED: "FAILED", "FAILED: deadlock".
# TARGET is an executable that was compiled with heddle-cc; SOURCES are C files, which are compiled with OPTIONS and, where the
# build writes compile_commands.json and has commands for them, with those (put "-p;${CMAKE_BINARY_DIR}" into OPTIONS).
# A search that comes to no verdict within TIME seconds, by default 60, fails.
find_program(HEDDLE heddle REQUIRED)

function(heddle_add_check name)
    cmake_parse_arguments(PARSE_ARGV 1 check "" "TARGET;EXPECT;TIME" "SOURCES;OPTIONS;ARGUMENTS")
    if(check_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "heddle_add_check: not understood: ${check_UNPARSED_ARGUMENTS}")
    endif()
    if(NOT check_EXPECT)
        set(check_EXPECT VERIFIED)
    endif()
    if(NOT check_TIME)
        set(check_TIME 60)
    endif()
    set(files ${check_SOURCES})
    if(check_TARGET)
        set(files $<TARGET_FILE:${check_TARGET}>)
    endif()
    if(NOT files)
        message(FATAL_ERROR "heddle_add_check: TARGET or SOURCES is needed")
    endif()
    set(arguments)
    if(check_ARGUMENTS)
        set(arguments -- ${check_ARGUMENTS})
    endif()
    add_test(NAME ${name}
        COMMAND ${HEDDLE} check --no-trace --max-time=${check_TIME} ${check_OPTIONS} ${files} ${arguments}
        WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    set_tests_properties(${name} PROPERTIES PASS_REGULAR_EXPRESSION "(^|\n)${check_EXPECT}[:;, ]")
endfunction()
