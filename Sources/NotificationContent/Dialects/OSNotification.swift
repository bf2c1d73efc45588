/// OneSignal's `OSNotification`: every field that its SDKs read from a payload, and where it stands in each layout.
///
/// What an SDK makes up by itself is left out: a time of arrival where the payload has none, the notifications that a
/// summary stands for.
enum OSNotification {
    /// OneSignal's layouts of what a device gets.
    enum Layout: CaseIterable {
        case current
        case currentMinified
        case original
        case originalMinified
        case android

        /// Where OneSignal's own data stand.
        var own: JSONPath {
            switch self {
            case .current, .currentMinified: ["os_data"]
            case .original, .originalMinified: ["custom"]
            case .android: ["custom", .json]
            }
        }

        /// Where the short names of a minified form stand.
        var short: JSONPath? {
            switch self {
            case .currentMinified: ["os_data", "buttons"]
            case .originalMinified: []
            case .current, .original, .android: nil
            }
        }
    }

    /// Where a field may stand.
    private enum Place {
        /// Among OneSignal's own data.
        case own(JSONPath)
        /// In Apple's dictionary.
        case apple(JSONPath)
        /// Among the short names of a minified form.
        case short(JSONPath)
        /// At the root of a data message.
        case android(JSONPath)
        /// At the root of these layouts.
        case root([Layout], JSONPath)
    }

    private static let current: [Layout] = [.current, .currentMinified]
    private static let original: [Layout] = [.original, .originalMinified]

    /// OneSignal's software makes a category for the buttons where the payload names none, and shows two of them the
    /// other way round.
    private static let appleButtons = ActionRule(
        title: [["n"]], identifier: [["i"]], icon: ActionRule.Icon(kind: ["icon_type"], named: ["path"]),
        givesWayToCategory: true, reversesPair: true)

    /// As the payload has them, and as OneSignal's software leaves them among the additional data.
    private static let androidButtons = ActionRule(
        title: [["n"], ["text"]], identifier: [["i"], ["id"]], icon: ActionRule.Icon(plain: [["p"], ["icon"]]))

    private static let table: [(name: String, form: FieldRule.Form, places: [Place])] = [
        ("notificationId", .copy(.string), [.own(["i"])]),
        ("launchURL", .copy(.string), [.own(["u"])]),
        ("templateId", .copy(.string), [.own(["ti"])]),
        ("templateName", .copy(.string), [.own(["tn"])]),
        ("collapseId", .text(except: "do_not_collapse"), [.own(["collapse_id"]), .android(["collapse_key"])]),
        (
            "additionalData", .members(except: ["aps", "os_data"], adding: []),
            [.root(current, [])]
        ),
        (
            "additionalData", .members(except: [], adding: ["actionSelected"]),
            [.root(original, ["custom", "a"])]
        ),
        (
            "additionalData", .members(except: ["actionButtons", "actionId"], adding: []),
            [.android(["custom", .json, "a"])]
        ),
        (
            "actionButtons", .buttons(appleButtons),
            [
                .root(current, ["os_data", "buttons"]), .root(current, ["os_data", "buttons", "o"]),
                .root(current, ["actionbuttons"]), .root([.original], ["buttons"]),
                .root([.originalMinified], ["o"]),
            ]
        ),
        (
            "actionButtons", .buttons(androidButtons),
            [.android(["o", .json]), .android(["custom", .json, "a", "actionButtons"])]
        ),
        (
            "action", .action,
            [.root(current + original, ["actionSelected"]), .android(["custom", .json, "a", "actionId"])]
        ),
        ("title", .copy(.string), [.short(["m", "title"]), .apple(["alert", "title"]), .android(["title"])]),
        ("subtitle", .copy(.string), [.short(["m", "subtitle"]), .apple(["alert", "subtitle"])]),
        (
            "body", .copy(.string),
            [
                .short(["m", "body"]), .short(["m"]), .apple(["alert", "body"]), .apple(["alert"]), .android(["alert"]),
            ]
        ),
        ("sound", .copy([.string, .object]), [.short(["s"]), .apple(["sound"]), .android(["sound"])]),
        (
            "attachments", .copy(.object),
            [
                .short(["at"]), .root(current, ["os_data", "att"]), .root(original, ["att"]),
            ]
        ),
        ("badge", .copy(.number), [.short(["b"]), .apple(["badge"])]),
        ("hasBadge", .presence, [.short(["b"]), .apple(["badge"])]),
        ("badgeIncrement", .copy(.number), [.own(["badge_inc"])]),
        ("contentAvailable", .flag, [.apple(["content-available"])]),
        ("mutableContent", .flag, [.apple(["mutable-content"])]),
        ("category", .copy(.string), [.apple(["category"])]),
        ("threadId", .copy(.string), [.apple(["thread-id"])]),
        ("relevanceScore", .copy(.number), [.apple(["relevance-score"])]),
        ("interruptionLevel", .copy(.string), [.apple(["interruption-level"])]),
        ("ttl", .copy([.number, .string]), [.android(["google.ttl"]), .android(["hms.ttl"])]),
        ("sentTime", .seconds, [.android(["google.sent_time"]), .android(["hms.sent_time"])]),
        ("restoring", .textFlag, restoring.map { .root(Layout.allCases, $0) }),
        ("androidNotificationId", .copy([.number, .string]), [.android(["android_notif_id"])]),
        ("groupKey", .copy(.string), [.android(["grp"])]),
        ("groupMessage", .copy(.string), [.android(["grp_msg"])]),
        ("smallIcon", .copy(.string), [.android(["sicon"])]),
        ("largeIcon", .copy(.string), [.android(["licon"])]),
        ("bigPicture", .copy(.string), [.android(["bicon"])]),
        (
            "backgroundImageLayout",
            .renamed([("img", "image"), ("tc", "titleTextColor"), ("bc", "bodyTextColor")]),
            [.android(["bg_img", .json])]
        ),
        ("smallIconAccentColor", .copy([.string, .number]), [.android(["bgac"])]),
        ("led", .copy([.string, .number]), [.android(["led"])]),
        ("ledColor", .copy([.string, .number]), [.android(["ledc"])]),
        ("vibration", .copy([.string, .number]), [.android(["vib"])]),
        ("vibrationPattern", .copy([.string, .array]), [.android(["vib_pt"])]),
        ("lockScreenVisibility", .copy([.string, .number]), [.android(["vis"])]),
        ("priority", .copy([.string, .number]), [.android(["pri"])]),
        ("fromProjectNumber", .copy([.string, .number]), [.android(["from"])]),
        ("rawPayload", .copy(.object), [.root(Layout.allCases, [])]),
    ]

    /// Where a payload says that it is shown for a second time.
    static let restoring: [JSONPath] = [["is_restoring"], ["restoring"]]

    /// The fields of one layout.
    static func fields(_ layout: Layout) -> [FieldRule] {
        table.compactMap { row in
            let paths = row.places.compactMap { path($0, in: layout) }
            return paths.isEmpty ? nil : FieldRule(row.name, row.form, paths)
        }
    }

    /// The buttons of one layout.
    static func actions(_ layout: Layout) -> ActionRule? {
        for field in fields(layout) {
            if case .buttons(let rule) = field.form { return rule.standing(at: field.paths) }
        }
        return nil
    }

    private static func path(_ place: Place, in layout: Layout) -> JSONPath? {
        switch place {
        case .own(let path): layout.own + path
        case .apple(let path): layout == .android ? nil : ["aps"] + path
        case .short(let path): layout.short.map { $0 + path }
        case .android(let path): layout == .android ? path : nil
        case .root(let layouts, let path): layouts.contains(layout) ? path : nil
        }
    }
}
