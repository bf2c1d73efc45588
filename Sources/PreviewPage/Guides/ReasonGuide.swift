package import NotificationContent

/// What each reason for a missing attachment means, and what helps against it: the one table for pages and help texts.
package enum ReasonGuide {
    /// The cause and the cure. A switch, so that no reason can be forgotten.
    package static func advice(on reason: FailureReason) -> Advice {
        switch reason {
        case .unsupportedType:
            Advice(
                "the bytes are of a type that the policy does not allow, whatever the name says",
                "save it as JPEG, PNG, MP4 or M4A")
        case .tooLarge:
            Advice("the file has more bytes than its kind may have", "make it smaller, or raise --max-bytes")
        case .tooLong: Advice("the film plays longer than allowed", "cut it, or raise --max-duration")
        case .tooManyPixels:
            Advice(
                "the picture unfolds to more pixels than a phone can hold", "scale it down, or raise --max-pixels")
        case .empty: Advice("the file has no bytes", "write or upload it again")
        case .truncated:
            Advice("the file ends before its own structure does", "copy or upload it again, whole")
        case .corrupt:
            Advice("the structure contradicts itself, or a film does not say how long it is", "export it again")
        case .polyglot:
            Advice("a second format (an archive, a program, markup) begins in the file", "save it again as media alone")
        case .encrypted: Advice("the media are protected", "export it without protection")
        case .externalReference:
            Advice("the media lie in another file that this one names", "save it as a self-contained film")
        case .inspectionFailed:
            Advice("the inspector could not finish, so nothing is known", "try again, and look at the log")
        case .deadline, .stalled, .transferFailed, .badEncoding, .connectFailure, .dnsFailure, .tlsFailure, .httpStatus:
            network(reason)
        case .invalidURL, .forbiddenScheme, .forbiddenAddress, .forbiddenPort, .insecureRedirect, .tooManyRedirects:
            address(reason)
        case .storageFull: Advice("the cache's disk has no room", "free some, or lower --cache-max-size")
        case .storageError: Advice("the cache could not be written", "look at the log, and at the disk")
        case .overloaded: Advice("there was too much to do at once", "try again in a moment")
        case .cancelled: Advice("the work was ended before it was done", "try again")
        case .malformedLine:
            Advice("the line is neither a URL nor a JSON payload", "write one URL or one JSON document a line")
        }
    }

    private static func network(_ reason: FailureReason) -> Advice {
        switch reason {
        case .deadline:
            Advice(
                "the media were not there when the notification had to go out; the transfer goes on into the cache",
                "ask again in a minute, or warm the cache before the send; serve a smaller file from a faster host")
        case .stalled:
            Advice("the origin began to answer and then sent next to nothing", "look at the origin, or use a CDN")
        case .transferFailed:
            Advice("the connection broke before everything had arrived", "try again; look at the origin's log")
        case .badEncoding:
            Advice(
                "the origin sent the bytes in a content coding that was not asked for and cannot be undone",
                "switch compression off for media at the origin")
        case .connectFailure:
            Advice("nothing answers at the origin's address", "check the host and its port, and that it is up")
        case .dnsFailure: Advice("the host's name leads to no address", "check its spelling, and its DNS records")
        case .tlsFailure:
            Advice(
                "the origin's certificate is not trusted, has run out or is for another name",
                "renew it, and send the whole chain")
        default: Advice("the origin answered with an error", "open the URL without being logged in anywhere")
        }
    }

    private static func address(_ reason: FailureReason) -> Advice {
        switch reason {
        case .forbiddenScheme: Advice("only http and https URLs are fetched", "use an https URL")
        case .forbiddenAddress:
            Advice(
                "the host is in a private, local or reserved network, to which attachd never connects",
                "use a public URL, or let the operator allow the network with --allow-net")
        case .forbiddenPort:
            Advice("only the ports 80 and 443 are used", "use them, or let the operator allow it with --allow-port")
        case .insecureRedirect: Advice("an https URL leads on to http", "let it lead to https")
        case .tooManyRedirects: Advice("the URL leads on and on", "use the last URL of the chain")
        default: Advice("the text is no URL that can be fetched", "write it as https://host/path, with blanks as %20")
        }
    }
}
