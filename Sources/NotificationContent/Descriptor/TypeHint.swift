/// What a payload's word for a type says; never evidence, only compared with what the bytes turned out to be.
enum TypeHint {
    /// By type identifier: the extensions, MIME types and identifiers that mean it.
    private static let words: [String: Set<String>] = [
        "public.jpeg": ["jpg", "jpeg", "jpe", "image/jpeg", "image/jpg", "image/pjpeg"],
        "public.png": ["png", "apng", "image/png", "image/x-png", "image/apng"],
        "com.compuserve.gif": ["gif", "image/gif"],
        "public.tiff": ["tif", "tiff", "image/tiff"],
        "public.mpeg": [
            "mpg", "mpeg", "m2v", "mp2", "video/mpeg", "video/mpg", "video/mpeg2", "video/x-mpeg1", "video/x-mpeg2",
            "public.mpeg-2-video",
        ],
        "public.mpeg-4": ["mp4", "m4v", "mpeg4", "video/mp4", "video/x-m4v", "video/m4v", "video/mpeg4"],
        "com.apple.quicktime-movie": ["mov", "qt", "video/quicktime"],
        "public.mp3": ["mp3", "audio/mpeg", "audio/mp3", "audio/mpeg3"],
        "public.aac-audio": ["aac", "audio/aac", "audio/x-aac", "audio/aacp"],
        "public.mpeg-4-audio": ["m4a", "mp4a", "mp4", "audio/mp4", "audio/x-m4a", "audio/m4a", "sound/m4a"],
        "com.microsoft.waveform-audio": ["wav", "wave", "audio/wav", "audio/x-wav", "audio/wave"],
        "com.apple.coreaudio-format": ["caf", "audio/x-caf"],
        "public.avi": ["avi", "video/avi", "video/x-msvideo"],
        "public.aiff-audio": ["aif", "aiff", "aifc", "audio/aiff", "audio/x-aiff"],
    ]

    private static let kinds: Set<String> = ["image", "video", "audio"]
    private static let known: Set<String> = words.reduce(into: kinds) { known, entry in
        known.insert(entry.key)
        known.formUnion(entry.value)
    }

    /// Whether a hint names another type than the media have. A word of unknown meaning contradicts nothing.
    static func contradicts(_ hint: String, _ media: AttachedMedia) -> Bool {
        contradicts(
            hint, kind: media.kind, type: media.type, mime: media.mime, fileExtension: media.fileExtension)
    }

    /// The same for media that are known by these words alone.
    static func contradicts(_ hint: String, kind: String, type: String, mime: String, fileExtension: String) -> Bool {
        var word = hint.lowercased()
        if word.hasPrefix(".") { word.removeFirst() }
        guard known.contains(word) else { return false }
        return word != kind && word != type && word != mime && word != fileExtension
            && !(words[type]?.contains(word) ?? false)
    }
}
