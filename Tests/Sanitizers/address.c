// Linked into every program that Scripts/test --sanitize address builds, and into no other: what AddressSanitizer is to do.
// REPORTS is the folder of the reports, SYMBOLIZER the program that names functions.

// Compiled in, as tests start programs with an environment of their own. The status is none of ours or of sysexits.h.
const char *__asan_default_options(void) {
    return "log_path=" REPORTS "/address:exitcode=99:detect_leaks=1:external_symbolizer_path=" SYMBOLIZER;
}
