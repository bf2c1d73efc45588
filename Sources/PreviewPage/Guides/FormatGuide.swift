/// Why bytes of a type that no phone attaches are often what an origin sends, and what to ask it for.
enum FormatGuide {
    /// Advice by the MIME type that a failure's detail names.
    static let rows: [(mime: String, advice: Advice)] = [
        (
            "image/webp",
            Advice(
                "the origin sent WebP, which phones do not attach: image CDNs turn pictures into it on their own, or the URL asks for it (fm=webp, format=auto, f_auto)",
                "ask it for JPEG or PNG (fm=jpg, format=jpeg, f_jpg), or switch the conversion off for this path")
        ),
        (
            "image/avif",
            Advice(
                "the origin sent AVIF, which phones do not attach: image CDNs turn pictures into it on their own",
                "ask it for JPEG (fm=jpg, format=jpeg, f_jpg), or switch the conversion off for this path")
        ),
        (
            "image/heic",
            Advice(
                "the picture is as a phone's camera stores it (HEIC), which phones do not attach",
                "export it as JPEG before it is uploaded")
        ),
        (
            "image/svg+xml",
            Advice("the picture is a drawing (SVG), which phones do not attach", "export it as PNG")
        ),
        (
            "text/html",
            Advice(
                "the URL leads to a web page: often a login, an error, or a page that only shows the picture",
                "use the address of the picture itself, open to everybody")
        ),
        (
            "application/json",
            Advice("the URL leads to an answer of an API, often an error", "use the address of the file itself")
        ),
        (
            "video/webm",
            Advice("the film is WebM, which iPhones do not play", "export it as MP4 with H.264 and AAC")
        ),
        ("video/mp2t", Advice("the film is a transport stream", "put it into MP4, without encoding it anew")),
        ("audio/ogg", Advice("the sound is Ogg, which iPhones do not play", "export it as M4A or MP3")),
        ("application/pdf", Advice("the file is a document", "send its first page as a picture, and a link")),
    ]
}

/// What an origin's error means for one who wants a picture shown.
enum StatusGuide {
    /// Advice by status.
    static let rows: [(status: String, advice: Advice)] = [
        (
            "401",
            Advice("the origin wants a login", "make the file public, or sign its URL for as long as pushes may wait")
        ),
        (
            "403",
            Advice(
                "the origin refuses: a signed URL that has run out, a block on unknown clients, or hotlink protection",
                "sign the URL anew, or let the origin admit attachd")
        ),
        ("404", Advice("there is nothing at this URL", "check the path, and that the file has been published")),
        ("410", Advice("the file has been taken away for good", "publish it again, or use another")),
        ("429", Advice("the origin was asked too often", "wait, or warm the cache earlier and more slowly")),
        ("500", Advice("the origin has a fault", "look at its log")),
        ("502", Advice("a proxy before the origin got no usable answer from it", "look at the origin")),
        ("503", Advice("the origin has too much to do or is being repaired", "try again later, or use a CDN")),
        ("504", Advice("a proxy before the origin waited too long for it", "look at the origin")),
    ]
}
