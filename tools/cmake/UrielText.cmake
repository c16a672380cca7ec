# SPDX-License-Identifier: MIT
# A text file as a C array, byte for byte, with a zero at its end:
#   cmake -DFILE=report.css -DNAME=report_style -DOUT=report_style.c -P UrielText.cmake
# With -DFOLDER, all files of a folder: each after a line "== " and its name.
if(FOLDER)
  file(GLOB files ${FOLDER}/*)
  set(bytes "")
  foreach(path ${files})
    cmake_path(GET path FILENAME name)
    string(HEX "== ${name}\n" head)
    file(READ ${path} content HEX)
    string(APPEND bytes "${head}${content}")
  endforeach()
  set(FILE ${FOLDER})
else()
  file(READ "${FILE}" bytes HEX)
endif()
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
string(REGEX REPLACE "(................................................................................................................)" "\\1\n" bytes "${bytes}")
cmake_path(GET FILE FILENAME from)
file(WRITE "${OUT}" "/* Made of ${from} by UrielText.cmake. */\nextern const char ${NAME}[];\nconst char ${NAME}[] = {\n${bytes}\n0};\n")
