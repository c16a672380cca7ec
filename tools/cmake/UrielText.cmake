# SPDX-License-Identifier: MIT
# A text file as a C array, byte for byte, with a zero at its end:
#   cmake -DFILE=report.css -DNAME=report_style -DOUT=report_style.c -P UrielText.cmake
file(READ "${FILE}" bytes HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
string(REGEX REPLACE "(................................................................................................................)" "\\1\n" bytes "${bytes}")
cmake_path(GET FILE FILENAME from)
file(WRITE "${OUT}" "/* Made of ${from} by UrielText.cmake. */\nextern const char ${NAME}[];\nconst char ${NAME}[] = {\n${bytes}\n0};\n")
