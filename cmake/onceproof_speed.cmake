# Faster builds where the tools for it are at hand. Nothing here changes what is built.

find_program(ONCEPROOF_CCACHE ccache)
mark_as_advanced(ONCEPROOF_CCACHE)
if(ONCEPROOF_CCACHE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${ONCEPROOF_CCACHE})
endif()
