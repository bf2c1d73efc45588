/// Batch: nothing is attached without a type.
enum Batch {
    static let layouts = [
        Dialect(
            "batch", layout: "Apple device: com.batch.at.u with com.batch.at.t",
            recognition: Recognition(all: [.has(["com.batch"], .object)]),
            places: [
                MediaPlace(
                    ["com.batch", "at"], .value(["u"]), identifier: .constant("batch_rich_attachment"),
                    typeHint: .required(["t"], .typeIdentifier))
            ])
    ]
}
