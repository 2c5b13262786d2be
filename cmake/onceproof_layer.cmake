# onceproof_layer(<layer> [SOURCES file...] [HEADERS file...] [TESTS file...] [BENCHES file...]
#                [FUZZERS file...] [USES layer...] [LINKS target...] [RUN_SERIAL])
#
# Makes of a folder:
#   onceproof_<layer>  the library, also onceproof::<layer>; it links PUBLIC what it USES (earlier layers)
#                     and LINKS (foreign targets)
#   <layer>_test       all TESTS in one GoogleTest program; ctest knows each test as <layer>.<Suite>.<Name>
#   <layer>_bench      all BENCHES in one Google Benchmark program
#   <name>_fuzz       of each <name>_fuzz.cpp in FUZZERS a libFuzzer program, if ONCEPROOF_FUZZ is on;
#                     ctest runs it once on each file in <name>_corpus/ beside it, as <layer>.<name>_fuzz
# With RUN_SERIAL ctest runs each test of the layer alone.
# HEADERS are what users may include; a header that only tests share is listed under TESTS.
# Files are listed; only scenarios and the folders of designs are found, since each is to stand alone.
# Includes start at the source root: "sim/world.hpp".

include(GoogleTest)
find_program(ONCEPROOF_MOLD mold)
mark_as_advanced(ONCEPROOF_MOLD)

if(ONCEPROOF_FUZZ)
    if(NOT CMAKE_CXX_COMPILER_ID STREQUAL Clang)
        message(FATAL_ERROR " ONCEPROOF_FUZZ needs clang, which libFuzzer is a part of.")
    endif()
    add_custom_target(onceproof_fuzzers)  # all of them
endif()

# What all of onceproof's own targets have in common.
function(onceproof_common_rules target)
    set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
    target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:onceproof_warnings>)
    if(PROJECT_IS_TOP_LEVEL AND ONCEPROOF_MOLD)
        target_link_options(${target} PRIVATE -fuse-ld=mold)
    endif()
endfunction()

function(onceproof_layer layer)
    cmake_parse_arguments(PARSE_ARGV 1 arg "RUN_SERIAL" ""
        "SOURCES;HEADERS;TESTS;BENCHES;FUZZERS;USES;LINKS")
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "onceproof_layer(${layer}): what is '${arg_UNPARSED_ARGUMENTS}'?\n")
    endif()
    foreach(used IN LISTS arg_USES)
        if(NOT TARGET onceproof::${used})
            message(FATAL_ERROR "onceproof_layer(${layer}): '${used}' is not an earlier layer.\n")
        endif()
    endforeach()
    list(TRANSFORM arg_USES PREPEND onceproof::)

    set(library onceproof_${layer})
    if(arg_SOURCES)
        set(scope PUBLIC)
        add_library(${library} STATIC ${arg_SOURCES})
        onceproof_common_rules(${library})
        if(COMMAND onceproof_use_precompiled)
            onceproof_use_precompiled(${library} ${layer} onceproof_precompiled)
        endif()
    else()
        set(scope INTERFACE)
        add_library(${library} INTERFACE)
    endif()
    add_library(onceproof::${layer} ALIAS ${library})
    set_target_properties(${library} PROPERTIES EXPORT_NAME ${layer})
    target_sources(${library} ${scope}
        FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR} FILES ${arg_HEADERS})
    target_compile_features(${library} ${scope} cxx_std_20)
    target_link_libraries(${library} ${scope} ${arg_USES} ${arg_LINKS})

    # The targets that compile each header alone are made by CMake when it generates, out of what is set
    # for the folder by then. Nothing runs what they compile: reading it is all that they are for.
    if(CMAKE_VERIFY_INTERFACE_HEADER_SETS)
        cmake_language(DEFER CALL add_compile_options -O0 -g0 -fno-sanitize=all)
    endif()

    if(ONCEPROOF_TESTS AND arg_TESTS)
        add_executable(${layer}_test ${arg_TESTS})
        target_link_libraries(${layer}_test PRIVATE
            ${library} GTest::gmock_main GTest::gmock rapidcheck_gtest rapidcheck)
        onceproof_common_rules(${layer}_test)
        if(COMMAND onceproof_use_precompiled)
            onceproof_use_precompiled(${layer}_test ${layer} onceproof_precompiled_tests)
        endif()
        # Tests of real processes have the machine's ports and time to themselves.
        set(locked)
        if(arg_RUN_SERIAL)
            set(locked RUN_SERIAL TRUE)
        endif()
        # Listed when ctest starts, not when built; five seconds, the default, is short for a busy machine.
        gtest_discover_tests(${layer}_test TEST_PREFIX ${layer}.
            DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60 PROPERTIES LABELS ${layer} ${locked}
            ENVIRONMENT RC_PARAMS=seed=1)  # a gate is never flaky; run the program itself for fresh seeds
    endif()
    if(ONCEPROOF_TESTS AND arg_BENCHES)
        add_executable(${layer}_bench ${arg_BENCHES})
        set_target_properties(${layer}_bench PROPERTIES UNITY_BUILD OFF)  # each measures for itself
        target_link_libraries(${layer}_bench PRIVATE ${library} benchmark::benchmark_main)
        onceproof_common_rules(${layer}_bench)
    endif()
    if(ONCEPROOF_FUZZ)
        foreach(file IN LISTS arg_FUZZERS)
            cmake_path(GET file STEM fuzzer)
            onceproof_fuzzer(${layer} ${fuzzer} ${file})
        endforeach()
    endif()
endfunction()

# One libFuzzer program. Which sanitizers it has beside is the presets' business.
function(onceproof_fuzzer layer fuzzer file)
    add_executable(${fuzzer} ${file})
    add_dependencies(onceproof_fuzzers ${fuzzer})
    target_compile_options(${fuzzer} PRIVATE -fsanitize=fuzzer)
    target_link_options(${fuzzer} PRIVATE -fsanitize=fuzzer)
    target_link_libraries(${fuzzer} PRIVATE onceproof_${layer})
    onceproof_common_rules(${fuzzer})
    string(REGEX REPLACE "_fuzz.cpp$" "_corpus" corpus ${file})
    # No runs beyond the files that are there.
    add_test(NAME ${layer}.${fuzzer}
        COMMAND ${fuzzer} -runs=0 ${CMAKE_CURRENT_SOURCE_DIR}/${corpus})
    set_tests_properties(${layer}.${fuzzer} PROPERTIES LABELS ${layer})
endfunction()
