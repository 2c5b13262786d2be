# onceproof_embed(<target> <output> <template> file...)
#
# Makes a source of TEMPLATE, where @EMBEDDED@ becomes a list of {"NAME", "CONTENT"}, one for each file,
# NAME without folder and ending; and adds it to the target.
function(onceproof_embed target output template)
    set(EMBEDDED "")
    foreach(file IN LISTS ARGN)
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
        file(READ ${file} content)
        cmake_path(GET file STEM name)
        string(APPEND EMBEDDED "    {\"${name}\", R\"embedded(${content})embedded\"},\n")
    endforeach()
    configure_file(${template} ${CMAKE_CURRENT_BINARY_DIR}/${output} @ONLY)
    target_sources(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/${output})
endfunction()
