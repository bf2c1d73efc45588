/// Entries in libmagic's own language for what the stock database of 5.44 does not name; magic(5).
///
/// Loaded beside the stock database. A quick test comes first in each entry, so that they cost the other files nothing.
enum EmbeddedMagic {
    /// The entries, as a magic file: fields are separated by tabs.
    static let text: String = caf + lateBoxes + unlistedBrand + transportStream

    private static let caf = """
        0\tstring\tcaff
        >4\tbeshort\t1\tCoreAudio Format audio file version 1
        !:mime\taudio/x-caf

        """

    /// QuickTime and ISO files that begin with a filler box. Testing the name first and the size second keeps the entry
    /// a strong one, while text such as "    free beer" stays text.
    private static let lateBoxes = ["wide", "free", "skip", "pnot"].map(lateBox).joined()

    private static func lateBox(_ name: String) -> String {
        var lines = [
            "4\tstring\t\(name)",
            ">0\tubelong\t>7",
            ">>0\tubelong\t<0x1000000",
        ]
        for content in ["mdat", "moov", "PICT"] {
            lines += [">>>(0.L+4)\tstring\t\(content)\tApple QuickTime movie", "!:mime\tvideo/quicktime"]
        }
        // An empty "wide" reserves room for a 64-bit size of the "mdat" behind it.
        lines += [
            ">>>(0.L+4)\tstring\twide", ">>>>&4\tstring\tmdat\tApple QuickTime movie", "!:mime\tvideo/quicktime",
            ">>>(0.L+4)\tstring\tftyp",
        ]
        for (brand, mime) in brands {
            lines += [">>>>(0.L+8)\tstring\t\(brand)\tISO Media", "!:mime\t\(mime)"]
        }
        lines += [">>>>(0.L+8)\tdefault\tx\tISO Media", "!:mime\tvideo/mp4"]
        return lines.joined(separator: "\n") + "\n"
    }

    /// Beginnings of major brands, as the stock database names them where `ftyp` comes first.
    private static let brands = [
        (#"qt\x20\x20"#, "video/quicktime"), ("M4A", "audio/x-m4a"), ("M4V", "video/x-m4v"), ("3g", "video/3gpp"),
        ("hei", "image/heic"), ("mif1", "image/heif"), ("msf1", "image/heif-sequence"), ("avi", "image/avif"),
    ]

    /// Weaker than the stock entries, which name the brands they list.
    private static let unlistedBrand = """
        4\tstring\tftyp
        !:strength - 60
        >0\tubelong\t>7\tISO Media of an unlisted brand
        !:mime\tvideo/mp4

        """

    /// Five packets of 188 bytes, or of 192 with a time stamp before each; the stock entry wants a table in the first.
    private static let transportStream = """
        0\tbyte\t0x47
        >188\tbyte\t0x47
        >>376\tbyte\t0x47
        >>>564\tbyte\t0x47
        >>>>752\tbyte\t0x47\tMPEG transport stream
        !:mime\tvideo/MP2T
        4\tbyte\t0x47
        >196\tbyte\t0x47
        >>388\tbyte\t0x47
        >>>580\tbyte\t0x47
        >>>>772\tbyte\t0x47\tMPEG transport stream, 192-byte packets
        !:mime\tvideo/MP2T

        """
}
