/// What we decide of the corpus's `judgement` entries, on which a sound policy could say otherwise, and why.
///
/// An entry that is missing here, or that the inspector judges otherwise, fails `CorpusTests`.
enum CorpusDecisions {
    /// One decision: our verdict, nil for accepted, and its reason.
    struct Decision: Sendable {
        let file: String
        let refusal: String?
        let why: String

        fileprivate init(_ file: String, _ refusal: String?, _ why: String) {
            self.file = file
            self.refusal = refusal
            self.why = why
        }
    }

    /// The decisions, by group.
    static let all: [Decision] = groups.flatMap { $0 }

    private static let groups: [[Decision]] = [
        aac, caf, gif, jpeg, m4a, mov, mp3, mp4, mpeg, png, polyglot, rejected, tiff, wav,
    ]

    private static let aac: [Decision] = [
        Decision(
            "aac/adif-header-only.aac", "unsupported-type",
            "ADIF is another container than the ADTS that the table lists"),
        Decision("aac/adts-cbs-truncated.aac", nil, "an ADTS stream says no length of its own, so what plays is whole"),
        Decision("aac/adts-mpeg2.aac", nil, "an ADTS stream says no length of its own: the cut last frame is left out"),
        Decision("aac/adts-mpeg4.aac", nil, "an ADTS stream says no length of its own: the cut last frame is left out"),
        Decision(
            "aac/leading-junk-64.aac", "unsupported-type",
            "bytes before the first frame are another type: the first bytes decide"),
    ]

    private static let caf: [Decision] = [
        Decision("caf/version-2.caf", "corrupt", "there is only version 1 of the format")
    ]

    private static let gif: [Decision] = [
        Decision(
            "gif/bad-out-of-range-frame.gif", "corrupt",
            "an LZW code size of more than 8 bits cannot be, and decoders disagree"),
        Decision("gif/bad-zero-size.gif", "corrupt", "a picture of no size shows nothing"),
        Decision("gif/no-palette.gif", nil, "a colour table is optional by the format"),
        Decision("gif/odd-extension-block-type.gif", nil, "every decoder skips an extension that it does not know"),
        Decision(
            "gif/trailing-junk.gif", nil, "bytes behind the end that begin no other format are harmless, and noted"),
    ]

    private static let jpeg: [Decision] = [
        Decision("jpeg/arithmetic-coded.jpg", nil, "a whole JPEG; how it is coded is no matter of the container"),
        Decision(
            "jpeg/bad-cut-no-eoi.jpg", "truncated", "without its end marker nobody can say that the picture is whole"),
        Decision(
            "jpeg/fill-bytes-between-segments.jpg", "unsupported-type",
            "the third byte of a JPEG is FF; decoders disagree on this one"),
        Decision(
            "jpeg/motion-photo.jpg", nil,
            "a film behind the picture is how phones keep a motion photo: media hide nothing"),
        Decision("jpeg/multi-picture.mpo", nil, "the first picture is whole, and those behind it are media too"),
        Decision("jpeg/smallest.jpg", nil, "a whole JPEG; how it is coded is no matter of the container"),
        Decision(
            "jpeg/trailing-zeros.jpg", nil, "bytes behind the end that begin no other format are harmless, and noted"),
    ]

    private static let m4a: [Decision] = [
        Decision("m4a/alac-tiny.m4a", nil, "Apple Lossless in MPEG-4 is public.mpeg-4-audio on a phone"),
        Decision("m4a/alac.m4a", nil, "Apple Lossless in MPEG-4 is public.mpeg-4-audio on a phone"),
        Decision("m4a/als-in-mp4.mp4", "unsupported-type", "no phone plays MPEG-4 ALS"),
        Decision(
            "m4a/audio-only-ac3.mp4", "unsupported-type",
            "m4a stands for AAC, Apple Lossless and MP3; Dolby Digital alone is none of them"),
        Decision("m4a/extended-atom-size.m4a", nil, "the container is sound, and samples are not decoded here"),
        Decision(
            "m4a/flac-in-mp4.m4a", "unsupported-type",
            "m4a stands for AAC, Apple Lossless and MP3; FLAC is none of them"),
        Decision("m4a/mp3-in-mp4.m4a", nil, "MP3 is in the table by itself, and phones play it in MPEG-4 too"),
    ]

    private static let mov: [Decision] = [
        Decision(
            "mov/audio-only-pcm.mov", "unsupported-type", "the table lists QuickTime as film, and this has no pictures"),
        Decision(
            "mov/external-data-reference.mov", "external-reference", "whoever plays it may fetch what nobody inspected"),
        Decision("mov/mjpeg-pcm.mov", nil, "a sound film; a rare codec is a warning"),
        Decision("mov/png-codec.mov", nil, "a sound film; a rare codec is a warning"),
        Decision("mov/prores-proxy.mov", nil, "a sound film; a rare codec is a warning"),
        Decision("mov/qtrle.mov", nil, "a sound film; a rare codec is a warning"),
    ]

    private static let mp3: [Decision] = [
        Decision("mp3/id3-false-aac.mp3", nil, "frames are counted, so a header that claims minutes does no harm"),
        Decision(
            "mp3/leading-junk-100.mp3", "unsupported-type",
            "bytes before the first frame are another type: the first bytes decide"),
        Decision("mp3/mp1-layer1.mp1", "unsupported-type", "layer I is not layer III"),
        Decision("mp3/mp2-layer2.mp3", "unsupported-type", "layer II is not layer III"),
        Decision(
            "mp3/smallest-72-bytes.mp3", "corrupt", "one frame proves nothing: text can begin with the same bytes"),
        Decision("mp3/vbri.mp3", nil, "frames are counted, so a header that claims minutes does no harm"),
    ]

    private static let mp4: [Decision] = [
        Decision("mp4/av1-one-frame.mp4", nil, "a sound film; a rare codec is a warning"),
        Decision("mp4/av1.mp4", nil, "a sound film; a rare codec is a warning"),
        Decision(
            "mp4/bad-mdat-too-long.mp4", "truncated",
            "a box that claims more than the file has is cut, whatever still plays"),
        Decision("mp4/bad-stts-count-huge.mp4", "corrupt", "tables that count different samples contradict each other"),
        Decision("mp4/brand-3gp-avc-aac.3gp", "unsupported-type", "3GP is not in the table, whatever codec it holds"),
        Decision("mp4/brand-3gp.3gp", "unsupported-type", "3GP is not in the table, whatever codec it holds"),
        Decision("mp4/brand-3gp4-h263.3gp", "unsupported-type", "3GP is not in the table, whatever codec it holds"),
        Decision(
            "mp4/brand-qt-only-major.mp4", nil, "the major brand decides between MP4 and MOV, and both are in the table"
        ),
        Decision("mp4/claims-mvhd-duration-max.mp4", nil, "all ones mean unknown, and the track says 3 s"),
        Decision("mp4/claims-tkhd-65535x65535.mp4", nil, "the size that must be decoded is 64 x 48"),
        Decision("mp4/dur-30s-with-aac-padding.mp4", nil, "a decoder's padding is within the 0.05 s for rounding"),
        Decision("mp4/encrypted-clearkey.mp4", "encrypted", "a phone has no key"),
        Decision("mp4/free-atom-before-ftyp.mp4", nil, "a filler box may stand anywhere, and the brand follows it"),
        Decision("mp4/h263-one-frame.3gp", "unsupported-type", "3GP is not in the table, whatever codec it holds"),
        Decision(
            "mp4/lies-major-brand-m4a.mp4", nil, "tracks decide, not brands: it has pictures and is judged as a film"),
        Decision("mp4/unknown-major-brand.mp4", nil, "compatible brands and structure prove MP4"),
    ]

    private static let mpeg: [Decision] = [
        Decision(
            "mpeg/ps-ac3-audio-only.ps", "unsupported-type", "the table lists MPEG as film, and this has no pictures"),
        Decision("mpeg/ts-ac3-audio-only.ts", "unsupported-type", "transport streams are not in the table"),
        Decision("mpeg/ts-latm-audio-only.ts", "unsupported-type", "transport streams are not in the table"),
        Decision(
            "mpeg/ts-leading-junk.ts", "unsupported-type", "transport streams are not in the table, wherever they begin"
        ),
    ]

    private static let png: [Decision] = [
        Decision("png/apng-bad-sequence.png", nil, "the default image is sound, and a phone shows it"),
        Decision(
            "png/bad-cut-no-iend.png", "truncated", "without its end chunk nobody can say that the picture is whole"),
        Decision(
            "png/trailing-idat-after-iend.png", nil,
            "bytes behind the end that begin no other format are harmless, and noted"),
        Decision(
            "png/trailing-zeros.png", nil, "bytes behind the end that begin no other format are harmless, and noted"),
        Decision("png/ztxt-bomb.png", nil, "a text chunk is stepped over and never inflated, here or on a phone"),
    ]

    private static let polyglot: [Decision] = [
        Decision(
            "polyglot/gif-html-in-comment.gif", nil, "markup within a comment block is part of a well-formed picture"),
        Decision(
            "polyglot/jpeg-html-in-comment.jpg", nil, "markup within a comment segment is part of a well-formed picture"
        ),
        Decision("polyglot/png-html-in-text.png", nil, "markup within a text chunk is part of a well-formed picture"),
    ]

    private static let rejected: [Decision] = [
        Decision(
            "reject/raw-nikon.nef", "truncated", "the head of a camera's TIFF: it ends before a directory that it names"
        )
    ]

    private static let tiff: [Decision] = [
        Decision("tiff/bad-fuzz-286.tif", "truncated", "its strips lie behind the file's end"),
        Decision("tiff/fuzz-674.tif", "corrupt", "a directory contradicts itself"),
        Decision("tiff/ifd-loop-single.tiff", nil, "the first page is sound, and a chain that comes back has ended"),
        Decision("tiff/webp-compressed.tif", nil, "a whole TIFF; how a strip is coded is no matter of the container"),
    ]

    private static let wav: [Decision] = [
        Decision("wav/bad-no-audio.wav", "corrupt", "a sound without samples plays nothing"),
        Decision("wav/dvi-adpcm.wav", nil, "a sound WAV; a rare codec is a warning"),
        Decision("wav/gsm610.wav", nil, "a sound WAV; a rare codec is a warning"),
        Decision(
            "wav/header-larger-than-file.wav", "truncated",
            "a form that claims more than the file has is cut, whatever still plays"),
        Decision("wav/ima-adpcm.wav", nil, "a sound WAV; a rare codec is a warning"),
        Decision(
            "wav/junk-after-riff-73.wav", nil, "bytes behind the end that begin no other format are harmless, and noted"
        ),
        Decision(
            "wav/missing-chunk-size.wav", nil,
            "a writer into a pipe leaves sizes open, and the samples reach the file's end"),
        Decision("wav/mp3-in-wav-b.wav", nil, "a sound WAV; a rare codec is a warning"),
        Decision("wav/mp3-in-wav.wav", nil, "a sound WAV; a rare codec is a warning"),
        Decision(
            "wav/odd-length-chunk-66.wav", nil,
            "a chunk of odd size without its padding byte is common, and the samples are whole"),
        Decision(
            "wav/rifx-52.wav", "unsupported-type", "the big-endian form is another format, which few players read"),
        Decision("wav/smallest-44-bytes.wav", "corrupt", "a sound without samples plays nothing"),
        Decision(
            "wav/streamed-sizes-ffffffff.wav", nil,
            "a writer into a pipe leaves sizes open, and the samples reach the file's end"),
    ]
}
