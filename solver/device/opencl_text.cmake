# Writes OUT, a source file of C with the text of the kernels: HEADERS of SOLVER one after the
# other, each after those that it includes, without their lines of #include.
set(text "")
string(REPLACE "," ";" HEADERS ${HEADERS})
foreach(header IN LISTS HEADERS)
  file(READ ${SOLVER}/${header} one)
  string(REGEX REPLACE "#include [^\n]*" "" one "${one}")
  string(APPEND text "${one}\n")
endforeach()
file(WRITE ${OUT}.cl "${text}")
file(READ ${OUT}.cl bytes HEX)
string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
file(WRITE ${OUT} "#include \"device/opencl_text.h\"
const unsigned char gm_opencl_text[] = {
${bytes}
};
const size_t gm_opencl_text_bytes = sizeof gm_opencl_text;
")
