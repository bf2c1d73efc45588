/// One URL found in a payload, with what the payload says of it.
package struct MediaReference: Sendable, Equatable {
    /// What an attachment is for; nil (a plain attachment) is the common case and is left out of JSON.
    package enum Role: String, Sendable, CaseIterable {
        /// Used only if the reference before it fails.
        case fallback
        /// Fetched, not attached before delivery.
        case lazy
        /// Android's expanded picture.
        case bigPicture
        /// Android's large icon.
        case largeIcon
        /// Android's background picture.
        case background
    }

    /// The system that a reference is for, where its place in the payload says so.
    package enum Platform: String, Sendable, CaseIterable {
        case ios
        case android
        case web
    }

    /// Apple's thumbnail options, as in the payload.
    package struct Options: Sendable, Equatable {
        /// `UNNotificationAttachmentOptionsThumbnailHiddenKey`; only true is kept.
        package var thumbnailHidden: Bool?
        /// `UNNotificationAttachmentOptionsThumbnailTimeKey`: frames for an animation, seconds for a film.
        package var thumbnailTime: Double?
        /// `UNNotificationAttachmentOptionsThumbnailClippingRectKey`: x, y, width, height, each 0 to 1.
        package var thumbnailClippingRect: ClippingRect?

        /// No options, or the ones given.
        package init(
            thumbnailHidden: Bool? = nil, thumbnailTime: Double? = nil, thumbnailClippingRect: ClippingRect? = nil
        ) {
            self.thumbnailHidden = thumbnailHidden
            self.thumbnailTime = thumbnailTime
            self.thumbnailClippingRect = thumbnailClippingRect
        }
    }

    /// A part of a picture in unit coordinates.
    package struct ClippingRect: Sendable, Equatable {
        package var x: Double
        package var y: Double
        package var width: Double
        package var height: Double

        /// A rectangle; the caller has checked the range.
        package init(x: Double, y: Double, width: Double, height: Double) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }
    }

    /// The payload's identifier, made unique: an empty one becomes `attachment-N`, a duplicate gets `-2`, `-3`.
    package var identifier: String
    /// The URL as the payload gives it, surrounding blanks removed.
    package var source: String
    /// The payload's own word for the type, unconverted; evidence of nothing.
    package var typeHint: String?
    /// Thumbnail options.
    package var options: Options
    /// What it is for; nil for a plain attachment.
    package var role: Role?
    /// Which system it is for; nil where the payload does not say.
    package var platform: Platform?

    /// Makes a reference.
    package init(
        identifier: String, source: String, typeHint: String? = nil, options: Options = Options(), role: Role? = nil,
        platform: Platform? = nil
    ) {
        self.identifier = identifier
        self.source = source
        self.typeHint = typeHint
        self.options = options
        self.role = role
        self.platform = platform
    }
}
