# Faster builds where the tools for it are at hand. Nothing here changes what is built.

find_program(ONCEPROOF_CCACHE ccache)
mark_as_advanced(ONCEPROOF_CCACHE)
if(ONCEPROOF_CCACHE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
    # With paths relative to the source tree, one clone profits from what another has compiled.
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
        CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${ONCEPROOF_CCACHE})
endif()
