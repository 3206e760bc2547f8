# Makes llama.cpp quicker to build. Its crate passes this file on as `CMAKE_PROJECT_INCLUDE`, and CMake reads it at each
# `project()`. The programs stay the same: nothing here calls `common`, and files compiled together keep their flags.
include_guard(GLOBAL)

# Command lines, templates and an HTTP server, which only llama.cpp's own programs need.
set(LLAMA_BUILD_COMMON OFF CACHE BOOL "" FORCE)

# A file for each of 150 model families, which read the same headers. Twelve at a time are compiled as one.
if(CMAKE_VERSION VERSION_GREATER_EQUAL 3.19 AND UNIX)
  function(compile_families_together)
    set_target_properties(llama PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 12)
  endfunction()
  cmake_language(DEFER CALL compile_families_together)
endif()
