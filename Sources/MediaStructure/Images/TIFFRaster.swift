/// How a picture's samples lie in its strips or tiles where they are not compressed.
struct TIFFRaster {
    /// Pixels in a row.
    var width: UInt32
    /// Rows.
    var height: UInt32
    /// Bits of each sample of a pixel.
    var sampleBits: [UInt32]
    /// Whether each sample has strips of its own (PlanarConfiguration 2).
    var isPlanar: Bool
    /// Pixels that share one pair of colour differences; 1 where every pixel has its own (YCbCrSubSampling).
    var pixelsPerColour: UInt64

    /// The least bytes that the whole picture takes; the largest value for what does not fit.
    ///
    /// Rows begin at whole bytes (TIFF 6.0 section 3). Tiles are padded at the picture's edge, so they take no less.
    var leastBytes: UInt64 {
        if pixelsPerColour > 1, sampleBits.count == 3 { return leastSubsampledBytes }
        let rows = isPlanar ? sampleBits.map(UInt64.init) : [sampleBits.reduce(0) { $0 + UInt64($1) }]
        var rowBytes: UInt64 = 0
        for bits in rows {
            let (product, overflow) = bits.multipliedReportingOverflow(by: UInt64(width))
            let (sum, isTooMuch) = rowBytes.addingReportingOverflow(product / 8 + (product % 8 > 0 ? 1 : 0))
            guard !overflow, !isTooMuch else { return .max }
            rowBytes = sum
        }
        let (total, overflow) = rowBytes.multipliedReportingOverflow(by: UInt64(height))
        return overflow ? .max : total
    }

    /// TIFF 6.0 section 21: one brightness a pixel, and two colour differences for a block of them.
    private var leastSubsampledBytes: UInt64 {
        let blockBits = UInt64(sampleBits[0]) * pixelsPerColour + UInt64(sampleBits[1]) + UInt64(sampleBits[2])
        let product = (UInt64(width) * UInt64(height)).multipliedFullWidth(by: blockBits)
        let divisor = 8 * pixelsPerColour
        return product.high < divisor ? divisor.dividingFullWidth(product).quotient : .max
    }
}
