/// What tells without following them that several paths lead nowhere: a few numbers, made once with the dialect table.
struct PathProbe: Sendable {
    /// The bits of the names of which the payload itself must have one.
    let firstBits: UInt64
    /// The number of the base that all the paths share; nil if they share none.
    let baseNumber: Int?
    /// The bits of the names of which the base must have one.
    let lastBits: UInt64

    /// A probe of paths; one that asks for their first names alone, where a value may come from beside their last.
    init(_ paths: [JSONPath], firstNamesOnly: Bool = false) {
        firstBits = paths.reduce(0) { $0 | $1.way.firstBit }
        lastBits = paths.reduce(0) { $0 | ($1.way.last?.bit ?? .max) }
        let bases = Set(paths.map(\.way.baseNumber))
        baseNumber = !firstNamesOnly && bases.count == 1 && paths.allSatisfy { $0.way.last != nil } ? bases.first : nil
    }
}
