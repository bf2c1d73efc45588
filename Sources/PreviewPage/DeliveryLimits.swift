/// The sizes against which a page measures the payload to deliver, in bytes (DESIGN section 5).
enum DeliveryLimits {
    /// What APNs and FCM accept.
    static let payload = 4_096
    /// From where on it is close.
    static let nearPayload = 3_500
}
