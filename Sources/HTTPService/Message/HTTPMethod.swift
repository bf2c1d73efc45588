/// A request method (RFC 9110, section 9); names are compared byte for byte.
package enum HTTPMethod: Sendable, Hashable {
    /// `GET`.
    case get
    /// `HEAD`, which every route of `GET` answers too.
    case head
    /// `POST`.
    case post
    /// `PUT`.
    case put
    /// `DELETE`.
    case delete
    /// Any other, which no route has.
    case other(String)

    /// A method from its name.
    package init(name: String) {
        switch name {
        case "GET": self = .get
        case "HEAD": self = .head
        case "POST": self = .post
        case "PUT": self = .put
        case "DELETE": self = .delete
        default: self = .other(name)
        }
    }

    /// The name as it is sent.
    package var name: String {
        switch self {
        case .get: "GET"
        case .head: "HEAD"
        case .post: "POST"
        case .put: "PUT"
        case .delete: "DELETE"
        case .other(let name): name
        }
    }
}
