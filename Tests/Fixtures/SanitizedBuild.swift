/// Whether this is a build of `Scripts/test --sanitize`, in which some tests have no meaning.
package enum SanitizedBuild {
    #if SANITIZE_THREAD
        private static let sanitizer: String? = "ThreadSanitizer"
    #elseif SANITIZE_ADDRESS
        private static let sanitizer: String? = "AddressSanitizer"
    #else
        private static let sanitizer: String? = nil
    #endif

    /// Says on standard output how many cases of what a sanitizer costs; returns whether there is none.
    ///
    /// For tests of what its runtime has to do without or adds to: the inspector's room, and bounds on memory, descriptors,
    /// threads and time.
    package static func isAbsent(orSkipping cases: Int, _ what: String) -> Bool {
        guard let sanitizer else { return true }
        print("skipped: \(cases) \(cases == 1 ? "case" : "cases") of \(what) (built with a sanitizer: \(sanitizer))")
        return false
    }
}
