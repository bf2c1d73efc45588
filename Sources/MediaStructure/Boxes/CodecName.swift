/// RFC 6381 names of codecs, made from a sample description and the configuration boxes in it.
enum CodecName {
    /// The most bytes that one name has.
    static let longest = 23

    /// The name of a picture codec; the container's four characters where its configuration does not say more.
    static func visual(_ format: FourCharacterCode, _ bytes: Span<UInt8>, _ children: [Box]) -> String {
        let plain = format.text
        func body(_ type: FourCharacterCode) -> Int? {
            children.first { $0.type == type }?.body
        }
        switch format {
        case "avc1", "avc2", "avc3", "avc4":
            guard let at = body("avcC"), let profile = bytes.u24be(at + 1) else { return plain }
            return "\(plain).\(hex(profile >> 16, 2))\(hex(profile >> 8 & 0xff, 2))\(hex(profile & 0xff, 2))"
        case "hvc1", "hev1":
            guard let at = body("hvcC"), let name = highEfficiency(bytes, at) else { return plain }
            return bounded("\(plain).\(name)")
        case "av01":
            guard let at = body("av1C"), let first = bytes.u8(at + 1), let second = bytes.u8(at + 2) else {
                return plain
            }
            let depth = second & 0x40 == 0 ? 8 : (first >> 5 == 2 && second & 0x20 != 0 ? 12 : 10)
            let tier = second & 0x80 == 0 ? "M" : "H"
            return "\(plain).\(first >> 5).\(decimal(Int(first & 0x1f)))\(tier).\(decimal(depth))"
        case "vp08", "vp09":
            guard let at = body("vpcC"), let profile = bytes.u8(at + 4), let level = bytes.u8(at + 5),
                let depth = bytes.u8(at + 6)
            else { return plain }
            return "\(plain).\(decimal(Int(profile))).\(decimal(Int(level))).\(decimal(Int(depth >> 4)))"
        case "mp4v":
            guard let box = children.first(where: { $0.type == .esds }),
                let stream = ElementaryStreamDescriptor(bytes, box)
            else { return plain }
            let at = stream.configuration.lowerBound
            guard bytes.matches([0, 0, 1, 0xb0], at: at), let profile = bytes.u8(at + 4) else {
                return "\(plain).\(hex(UInt32(stream.objectType), 2))"
            }
            return "\(plain).\(hex(UInt32(stream.objectType), 2)).\(profile)"
        default:
            return plain
        }
    }

    /// The name of a sound codec, from its stream descriptor where it has one.
    static func sound(_ format: FourCharacterCode, objectType: UInt8?, audioObjectType: UInt8?) -> String {
        guard format == "mp4a", let objectType else { return format.text }
        let stem = "mp4a.\(hex(UInt32(objectType), 2))"
        guard objectType == 0x40, let audioObjectType else { return stem }
        return "\(stem).\(audioObjectType)"
    }

    /// ISO/IEC 14496-15 annex E.3: profile, compatibility (bits reversed), tier and level, constraints.
    private static func highEfficiency(_ bytes: Span<UInt8>, _ at: Int) -> String? {
        guard let profile = bytes.u8(at + 1), let compatibility = bytes.u32be(at + 2), let level = bytes.u8(at + 12)
        else { return nil }
        var reversed: UInt32 = 0
        for bit in 0..<32 where compatibility & (1 << UInt32(bit)) != 0 { reversed |= 1 << UInt32(31 - bit) }
        var name = ["", "A", "B", "C"][Int(profile >> 6)] + "\(profile & 0x1f).\(hex(reversed, 1))"
        name += profile & 0x20 == 0 ? ".L\(level)" : ".H\(level)"
        var constraints = (6..<12).map { bytes.u8(at + $0) ?? 0 }
        while constraints.last == 0 { constraints.removeLast() }
        for constraint in constraints { name += ".\(hex(UInt32(constraint), 1))" }
        return name
    }

    /// Cuts a name between its parts so that it fits: the constraints at its end only narrow what the rest says.
    private static func bounded(_ name: String) -> String {
        var parts = name.split(separator: ".")
        while parts.count > 1, parts.reduce(parts.count - 1, { $0 + $1.utf8.count }) > longest { parts.removeLast() }
        return parts.joined(separator: ".")
    }

    private static func hex(_ value: UInt32, _ digits: Int) -> String {
        let text = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }

    private static func decimal(_ value: Int) -> String {
        value < 10 ? "0\(value)" : "\(value)"
    }
}
