/// Names text by how it begins: error pages, scripts and play lists are what a dead picture link most often gives.
enum TextTypes {
    /// What begins a text of a kind, in lower case; the first row that fits names it.
    private static let openings: [(text: [UInt8], name: String)] = [
        ("<!doctype html", "text/html (HTML page)"),
        ("<html", "text/html (HTML page)"),
        ("<head", "text/html (HTML page)"),
        ("<body", "text/html (HTML page)"),
        ("<script", "text/html (HTML page)"),
        ("<svg", vectorPicture),
        ("<?php", "text/x-php (PHP program)"),
        ("<?xml", markup),
        ("<!--", markup),
        ("<", markup),
        ("#extm3u", "application/vnd.apple.mpegurl (play list)"),
        ("ffconcat version", "text/plain (FFmpeg script)"),
        ("webvtt", "text/vtt (subtitles)"),
        ("data:", "text/plain (data URL)"),
        ("http/", "message/http (HTTP message)"),
        ("push graphic-context", "image/x-mvg (ImageMagick script)"),
        ("/* xpm", "image/x-xpixmap (XPM picture)"),
        ("#!/", "text/x-script (script)"),
        ("--", "multipart/mixed (multipart message)"),
    ].map { (Array($0.utf8), $1) }

    private static let markup = "text/xml (XML document)"
    private static let vectorPicture = "image/svg+xml (SVG picture)"
    private static let vectorElement = Array("<svg".utf8)

    /// How many bytes must be text; what follows an HTTP head or a multipart one need not be.
    private static let certainty = 32
    /// How far is looked for what makes markup a picture.
    private static let window = 1024

    /// The kind of text; nil for anything that is no text.
    static func name(_ bytes: Span<UInt8>) -> String? {
        if bytes.matches([0xff, 0xfe], at: 0) || bytes.matches([0xfe, 0xff], at: 0) {
            return "text/plain (UTF-16 text)"
        }
        guard isText(bytes) else { return nil }
        let start = firstLetter(bytes)
        if let first = bytes.u8(start), first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
            return "application/json (JSON document)"
        }
        for (opening, name) in openings where bytes.matchesIgnoringCase(opening, at: start) {
            return name == markup && isVectorPicture(bytes, from: start) ? vectorPicture : name
        }
        return "text/plain (text)"
    }

    /// Whether the beginning is UTF-8 without control characters other than white space.
    private static func isText(_ bytes: Span<UInt8>) -> Bool {
        let head = (0..<min(bytes.count, certainty)).map { bytes[$0] }
        guard head.allSatisfy({ ($0 >= 0x20 && $0 != 0x7f) || (0x09...0x0d).contains($0) || $0 == 0x1b }) else {
            return false
        }
        // The last character may be cut through.
        let cuts = bytes.count > certainty ? 0...3 : 0...0
        return cuts.contains { String(validating: head.dropLast($0), as: UTF8.self) != nil }
    }

    /// Past a byte order mark and white space.
    private static func firstLetter(_ bytes: Span<UInt8>) -> Int {
        var offset = bytes.matches([0xef, 0xbb, 0xbf], at: 0) ? 3 : 0
        while let byte = bytes.u8(offset), byte == 0x20 || (0x09...0x0d).contains(byte), offset < window { offset += 1 }
        return offset
    }

    /// Whether an XML document turns out to be a picture.
    private static func isVectorPicture(_ bytes: Span<UInt8>, from start: Int) -> Bool {
        for offset in start..<min(bytes.count, window) {
            if bytes.matchesIgnoringCase(vectorElement, at: offset) { return true }
        }
        return false
    }
}
