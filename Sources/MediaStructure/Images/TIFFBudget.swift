/// The work that one TIFF file may ask for: directories and tables may overlap, so its size alone is no bound.
struct TIFFBudget {
    /// Entries, table values and directories that may still be read.
    private var remaining = 4_000_000

    /// Takes `amount` off; false when that is more than is left.
    mutating func spend(_ amount: Int) -> Bool {
        guard amount >= 0, amount <= remaining else { return false }
        remaining -= amount
        return true
    }
}
