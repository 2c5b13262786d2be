# onceproof_embed(<target> <output> <template> [FULL_NAMES | PATHS] file...)
#
# Makes a source of TEMPLATE, where @EMBEDDED@ becomes a list of {"NAME", "CONTENT"}, one for each file,
# and adds it to the target. NAME has no folder and no ending; with FULL_NAMES it has its ending, with
# PATHS it is as it was given.
function(onceproof_embed target output template)
    cmake_parse_arguments(PARSE_ARGV 3 arg "FULL_NAMES;PATHS" "" "")
    set(part STEM)
    if(arg_FULL_NAMES)
        set(part FILENAME)
    endif()
    set(EMBEDDED "")
    foreach(file IN LISTS arg_UNPARSED_ARGUMENTS)
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
        file(READ ${file} content)
        cmake_path(GET file ${part} name)
        if(arg_PATHS)
            set(name ${file})
        endif()
        string(APPEND EMBEDDED "    {\"${name}\", R\"embedded(${content})embedded\"},\n")
    endforeach()
    configure_file(${template} ${CMAKE_CURRENT_BINARY_DIR}/${output} @ONLY)
    target_sources(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/${output})
endfunction()
