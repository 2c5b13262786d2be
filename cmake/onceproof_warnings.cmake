# The warnings that onceproof's own code is compiled with. Whether one is an error is the presets'
# business (CMAKE_COMPILE_WARNING_AS_ERROR), so that a newer compiler never breaks a user's build.

add_library(onceproof_warnings INTERFACE)
if(PROJECT_IS_TOP_LEVEL)
    target_compile_options(onceproof_warnings INTERFACE
        -Wall -Wextra -Wpedantic
        -Wcast-qual -Wconversion -Wextra-semi -Wnon-virtual-dtor -Wold-style-cast
        -Woverloaded-virtual -Wundef
        # g++'s full -Wshadow also means a local that is named like a type, which our names often are;
        # clang's, what another file has in its unnamed namespace, where sources are compiled as one.
        $<$<CXX_COMPILER_ID:GNU>:-Wshadow=local>
        $<$<AND:$<CXX_COMPILER_ID:Clang>,$<NOT:$<BOOL:${CMAKE_UNITY_BUILD}>>>:-Wshadow>
        $<$<CXX_COMPILER_ID:GNU>:-Wduplicated-cond -Wlogical-op>
        # g++ 12 sees overlapping copies in `"x" + std::string` that are not there (GCC PR 105651), and
        # frames of inlined coroutines freed otherwise than by Asio's operator delete, which they are.
        $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict
            -Wno-mismatched-new-delete>
        # Where sources are compiled as one, g++ takes each for a header.
        $<$<AND:$<CXX_COMPILER_ID:GNU>,$<BOOL:${CMAKE_UNITY_BUILD}>>:-Wno-subobject-linkage>)
endif()
