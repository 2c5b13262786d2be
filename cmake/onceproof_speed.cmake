# Faster builds where the tools for it are at hand. Nothing here changes what is built.

find_program(ONCEPROOF_CCACHE ccache)
mark_as_advanced(ONCEPROOF_CCACHE)
if(ONCEPROOF_CCACHE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
    # With paths relative to the source tree, one clone profits from what another has compiled.
    # It hashes a precompiled header as a whole, so neither __DATE__ there nor -D can escape it; unless
    # told that this is enough, it would keep nothing that was compiled with one.
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
        CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1
        CCACHE_SLOPPINESS=pch_defines,time_macros ${ONCEPROOF_CCACHE})
endif()

# The headers of onceproof_precompiled.hpp, parsed once for libraries and once for test programs.
# Flags and definitions must be those of the users, or a compiler takes no notice of the result.
function(onceproof_make_precompiled name)
    add_library(${name} OBJECT ${PROJECT_BINARY_DIR}/generated/precompiled.cpp)
    set_target_properties(${name} PROPERTIES CXX_EXTENSIONS OFF
        # The result names the folder it was made in: of another clone it would be of no use.
        CXX_COMPILER_LAUNCHER "")
    target_precompile_headers(${name} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/${name}.hpp)
    target_link_libraries(${name} PRIVATE onceproof_base onceproof_warnings ${ARGN})
    target_compile_definitions(${name} PRIVATE
        $<TARGET_PROPERTY:onceproof_sim,INTERFACE_COMPILE_DEFINITIONS>)
endfunction()

# The other half. Layer `base` does without: it knows nothing of Asio, which the headers hang on.
function(onceproof_use_precompiled target layer name)
    if(NOT layer STREQUAL base)
        target_precompile_headers(${target} REUSE_FROM ${name})
        # Name the header in what ccache is handed, instead of writing it out.
        target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
    endif()
endfunction()

file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/precompiled.cpp CONTENT "")
onceproof_make_precompiled(onceproof_precompiled)
if(ONCEPROOF_TESTS)
    onceproof_make_precompiled(onceproof_precompiled_tests GTest::gmock rapidcheck_gtest rapidcheck)
endif()

# Several sources of a target are compiled as one, so that what they all include is parsed and what they
# all instantiate is made once: a third of the time. They share one namespace without a name, so the
# names in it must tell a file from its neighbours. Preset `dev` has none of that: there each file stands
# alone, and one change compiles one file.
