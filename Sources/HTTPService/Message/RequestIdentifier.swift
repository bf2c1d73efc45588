/// The name of one request in log lines and in its answer (`X-Request-Id`).
package struct RequestIdentifier: Sendable, Hashable {
    /// 1-128 characters of letters, digits and `-._:/+=@`.
    package let text: String

    /// The client's own name; nil unless it has 1-128 of the allowed characters.
    package init?(given text: String) {
        guard (1...128).contains(text.utf8.count), text.utf8.allSatisfy(RequestIdentifier.isAllowed) else { return nil }
        self.text = text
    }

    private init(made text: String) {
        self.text = text
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x5f, 0x3a, 0x2f, 0x2b, 0x3d, 0x40: true
        default: false
        }
    }

    /// Makes names; each HTTP thread has its own, so that none waits for another.
    package struct Source {
        private var next: UInt64

        /// Names from a random place on.
        package init(seed: UInt64 = .random(in: .min ... .max)) {
            next = seed
        }

        /// The next name: 13 digits of base 32, short enough for a `String` that needs no memory of its own.
        package mutating func make() -> RequestIdentifier {
            next &+= 1
            // An odd multiplier visits every number once, so names do not repeat and do not look like neighbours.
            let number = next &* 0x9e37_79b9_7f4a_7c15
            var digits = InlineArray<13, UInt8>(repeating: 0)
            for index in digits.indices {
                let digit = UInt8(truncatingIfNeeded: number >> UInt64(60 - 5 * index)) & 31
                digits[index] = digit < 10 ? 0x30 + digit : 0x61 + digit - 10
            }
            guard let text = try? UTF8Span(validating: digits.span) else { return RequestIdentifier(made: "") }
            return RequestIdentifier(made: String(copying: text))
        }
    }
}
