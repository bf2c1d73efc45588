/// A checked URL; see URLRules.
package struct FetchTarget: Sendable, Equatable { package var cacheKey: String }
