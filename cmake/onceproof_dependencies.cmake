# Finds the libraries. What is missing or too old gives one sentence that names the Debian package.

# The blank at the start keeps CMake from wrapping the sentence.
function(onceproof_missing what package)
    message(FATAL_ERROR " onceproof needs ${what}: install ${package}${ARGN}.")
endfunction()

# onceproof_find(<what to call it> <Debian package> <arguments of find_package>...)
macro(onceproof_find what package name)
    find_package(${name} ${ARGN} QUIET)
    if(NOT ${name}_FOUND)
        onceproof_missing("${what}" ${package})
    endif()
endmacro()

# onceproof_find_pkg(<what to call it> <Debian package> <pkg-config module>): PkgConfig::<module>
macro(onceproof_find_pkg what package module)
    pkg_check_modules(${module} QUIET IMPORTED_TARGET ${module})
    if(NOT ${module}_FOUND)
        onceproof_missing("${what}" ${package})
    endif()
endmacro()

# Headers only, but for Boost.JSON. Debian's default Boost is too old and cannot stand beside 1.81.
find_package(Boost 1.81 CONFIG QUIET)
if(NOT Boost_FOUND)
    if(Boost_CONSIDERED_VERSIONS)
        list(REMOVE_DUPLICATES Boost_CONSIDERED_VERSIONS)
        list(JOIN Boost_CONSIDERED_VERSIONS " and " found)
        onceproof_missing("Boost 1.81 and found only ${found}" libboost1.81-dev
            " (libboost-dev is 1.74 and conflicts with it)")
    endif()
    onceproof_missing("Boost 1.81" libboost1.81-dev
        " (not libboost-dev, which is 1.74 and conflicts with it)")
endif()
find_package(boost_json ${Boost_VERSION} EXACT CONFIG QUIET HINTS ${Boost_DIR}/..)
if(NOT boost_json_FOUND)
    onceproof_missing("Boost.JSON 1.81" libboost-json1.81-dev)
endif()

onceproof_find("POSIX threads" libc6-dev Threads)
onceproof_find("SQLite 3.40" libsqlite3-dev SQLite3 3.40)
onceproof_find("{fmt} 9" libfmt-dev fmt 9 CONFIG)
onceproof_find("CLI11 2" libcli11-dev CLI11 2 CONFIG)
onceproof_find("toml++ 3" libtomlplusplus-dev tomlplusplus 3 CONFIG)
onceproof_find("RapidCheck" librapidcheck-dev rapidcheck CONFIG)  # its shrink trees
onceproof_find("pkg-config" pkg-config PkgConfig)
onceproof_find_pkg("xxHash" libxxhash-dev libxxhash)
onceproof_find_pkg("libsodium" libsodium-dev libsodium)
onceproof_find_pkg("libpq" libpq-dev libpq)

if(ONCEPROOF_TESTS)
    onceproof_find("GoogleTest" libgtest-dev GTest CONFIG)
    if(NOT TARGET GTest::gmock)
        onceproof_missing("GoogleMock" libgmock-dev)
    endif()
    onceproof_find("Google Benchmark" libbenchmark-dev benchmark CONFIG)
endif()
