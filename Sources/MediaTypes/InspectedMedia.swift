/// What a structure reader measured in a whole, sound file.
package struct InspectedMedia: Sendable, Equatable {
    /// The proven format.
    package var format: MediaFormat
    /// Width in pixels as displayed (EXIF orientation and video rotation applied); nil for audio.
    package var width: UInt32?
    /// Height in pixels as displayed; nil for audio.
    package var height: UInt32?
    /// Number of frames or pages of an image; nil otherwise.
    package var frames: UInt32?
    /// Playing time in microseconds; nil for images. Zero means that the file does not say.
    package var durationMicroseconds: UInt64?
    /// RFC 6381 codec strings, else the container's four characters; at most 4 of at most 23 bytes of ASCII.
    package var codecs: [String]
    /// Whether an image can be transparent; nil where it does not apply.
    package var hasAlpha: Bool?
    /// The pixels a decoder must hold: the canvas, for a GIF the rectangle that its frames reach if that is larger.
    package var canvasPixels: UInt64
    /// Harmless bytes after the format's own end.
    package var trailingBytes: UInt64

    /// Makes a record; everything that is not given is absent.
    package init(
        format: MediaFormat, width: UInt32? = nil, height: UInt32? = nil, frames: UInt32? = nil,
        durationMicroseconds: UInt64? = nil, codecs: [String] = [], hasAlpha: Bool? = nil, canvasPixels: UInt64 = 0,
        trailingBytes: UInt64 = 0
    ) {
        self.format = format
        self.width = width
        self.height = height
        self.frames = frames
        self.durationMicroseconds = durationMicroseconds
        self.codecs = codecs
        self.hasAlpha = hasAlpha
        self.canvasPixels = canvasPixels
        self.trailingBytes = trailingBytes
    }

    /// Playing time in whole milliseconds, rounded to the nearest, so that 29.9999 s reads 30 s.
    package var durationMilliseconds: UInt64? {
        durationMicroseconds.map { $0 / 1000 + ($0 % 1000 >= 500 ? 1 : 0) }
    }
}
