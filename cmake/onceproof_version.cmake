# What `onceproof --version` says of this build: fills in cli/version.hpp.in.

# As root in somebody else's clone git refuses to answer unless told that the folder is safe.
set(git git -c safe.directory=* -C ${PROJECT_SOURCE_DIR})
set(onceproof_commit unknown)
if(EXISTS ${PROJECT_SOURCE_DIR}/.git)
    execute_process(COMMAND ${git} rev-parse --short=12 HEAD
        OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
    if(NOT failed)
        set(onceproof_commit ${commit})
        # A new commit or checkout adds a line to this log, and so configures anew.
        execute_process(COMMAND ${git} rev-parse --path-format=absolute --git-path logs/HEAD
            OUTPUT_VARIABLE log OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
        if(EXISTS "${log}")
            set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${log})
        endif()
    endif()
endif()

configure_file(${PROJECT_SOURCE_DIR}/cli/version.hpp.in
    ${PROJECT_BINARY_DIR}/generated/cli/version.hpp @ONLY)
