// Linked into every program that Scripts/test --sanitize address builds, and into no other: what AddressSanitizer is to do.
// REPORTS is the folder of the reports, SYMBOLIZER the program that names functions.

// Compiled in, as tests start programs with an environment of their own. The status is none of ours or of sysexits.h.
const char *__asan_default_options(void) {
    return "log_path=" REPORTS "/address:exitcode=99:detect_leaks=1:print_suppressions=0:external_symbolizer_path=" SYMBOLIZER;
}

// What the look for leaks takes for one because it does not see the pointer to it:
const char *__lsan_default_suppressions(void) {
    // What a static value holds lives as long as the program; an enum keeps its case in unused bits of a pointer, as those of
    // the dialects' tables do. Such memory is made in the one function that initialises the value, whose name ends so.
    return "leak:_WZ$\n"
           // The counts of an object that somebody knows weakly: the object holds their address shifted, among its bits.
           "leak:formWeakReference\n";
}
