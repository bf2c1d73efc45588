extension MediaReference.Options: JSONValue {
    /// Nil where no option is set, so that the field is left out.
    var orNothing: Self? {
        self == Self() ? nil : self
    }

    /// Writes the options that are set.
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("thumbnailHidden", thumbnailHidden)
            if let rect = thumbnailClippingRect {
                writer.object("thumbnailClippingRect") { writer in
                    writer.member("x", rect.x)
                    writer.member("y", rect.y)
                    writer.member("width", rect.width)
                    writer.member("height", rect.height)
                }
            }
            writer.member("thumbnailTime", thumbnailTime)
        }
    }
}
