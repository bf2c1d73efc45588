extension InspectorProtocol {
    /// An answer's fields as they lie in the message, before they are known to make sense together.
    struct Fields {
        private static let hasWidth: UInt8 = 1
        private static let hasHeight: UInt8 = 2
        private static let hasFrames: UInt8 = 4
        private static let hasDuration: UInt8 = 8
        private static let hasAlphaSaid: UInt8 = 16
        private static let hasAlpha: UInt8 = 32
        private static let hasSeccomp: UInt8 = 64
        private static let hasLandlock: UInt8 = 128

        var kind: UInt8 = 0
        var format: UInt8 = 0
        var reason: UInt8 = 0
        var flags: UInt8 = 0
        var width: UInt32 = 0
        var height: UInt32 = 0
        var frames: UInt32 = 0
        var duration: UInt64 = 0
        var pixels: UInt64 = 0
        var trailing: UInt64 = 0
        var codecs: [String] = []
        var detail = ""

        init() {}

        /// Reads the fields of a message whose length has been checked.
        init(decoding message: [UInt8]) {
            kind = message[4]
            format = message[5]
            reason = message[6]
            flags = message[7]
            width = UInt32(truncatingIfNeeded: number(message, at: 16, bytes: 4))
            height = UInt32(truncatingIfNeeded: number(message, at: 20, bytes: 4))
            frames = UInt32(truncatingIfNeeded: number(message, at: 24, bytes: 4))
            duration = number(message, at: 32, bytes: 8)
            pixels = number(message, at: 40, bytes: 8)
            trailing = number(message, at: 48, bytes: 8)
            for offset in stride(from: Answer.codecOffset, to: Answer.typeOffset, by: Answer.codecSize) {
                let codec = text(message, at: offset, in: Answer.codecSize)
                if !codec.isEmpty { codecs.append(codec) }
            }
            detail = text(message, at: Answer.detailOffset, in: Answer.detailLimit)
        }

        /// Takes over which locks hold.
        mutating func take(_ locks: InspectorLocks) {
            flags = (locks.hasSeccomp ? Fields.hasSeccomp : 0) | (locks.hasLandlock ? Fields.hasLandlock : 0)
        }

        /// Which locks hold.
        var locks: InspectorLocks {
            InspectorLocks(
                hasSeccomp: flags & Fields.hasSeccomp != 0, hasLandlock: flags & Fields.hasLandlock != 0)
        }

        /// Takes over what was measured.
        mutating func take(_ media: InspectedMedia) {
            format = media.format.rawValue
            width = taken(media.width, Fields.hasWidth)
            height = taken(media.height, Fields.hasHeight)
            frames = taken(media.frames, Fields.hasFrames)
            duration = taken(media.durationMicroseconds, Fields.hasDuration)
            if let alpha = media.hasAlpha { flags |= Fields.hasAlphaSaid | (alpha ? Fields.hasAlpha : 0) }
            codecs = media.codecs
            pixels = media.canvasPixels
            trailing = media.trailingBytes
        }

        private mutating func taken<Value: FixedWidthInteger>(_ value: Value?, _ flag: UInt8) -> Value {
            guard let value else { return 0 }
            flags |= flag
            return value
        }

        private func said<Value>(_ value: Value, _ flag: UInt8) -> Value? {
            flags & flag != 0 ? value : nil
        }

        /// What was measured; nil if the format is unknown or has what its kind never has.
        var media: InspectedMedia? {
            guard let format = MediaFormat(rawValue: format) else { return nil }
            let media = InspectedMedia(
                format: format, width: said(width, Fields.hasWidth), height: said(height, Fields.hasHeight),
                frames: said(frames, Fields.hasFrames), durationMicroseconds: said(duration, Fields.hasDuration),
                codecs: codecs, hasAlpha: said(flags & Fields.hasAlpha != 0, Fields.hasAlphaSaid), canvasPixels: pixels,
                trailingBytes: trailing)
            let isConsistent =
                switch format.row.kind {
                case .image: media.width != nil && media.height != nil && media.durationMicroseconds == nil
                case .video: media.frames == nil && media.hasAlpha == nil
                case .audio:
                    media.width == nil && media.height == nil && media.frames == nil && media.hasAlpha == nil
                }
            return isConsistent ? media : nil
        }

        /// The refusal; nil if its reason or format is unknown.
        var refusal: MediaRefusal? {
            guard let reason = MediaRefusal.Reason(rawValue: reason) else { return nil }
            let known = MediaFormat(rawValue: format)
            guard known != nil || format == 0 else { return nil }
            return MediaRefusal(
                reason, detail, format: known, claimedPixels: pixels, claimedMicroseconds: duration)
        }
    }
}
