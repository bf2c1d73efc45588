import Glibc

extension StandardStreams {
    /// The columns of the terminal on standard error (`TIOCGWINSZ`), one kept free; nil where it is none or does not say.
    static var errorWidth: Int? {
        var size = winsize()
        guard unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return max(1, Int(size.ws_col) - 1)
    }
}
