/// Places by the names of an element and of one in it; the most recent pairs are cached.
struct XMLPairPlaces: Sendable {
  private static let cacheSize = 64

  private var places: [UInt64: Int] = [:]
  private var cache = Array(repeating: (pair: UInt64.max, place: 0), count: cacheSize)

  private static func slot(_ pair: UInt64) -> Int { Int((pair ^ pair >> 32) % UInt64(cacheSize)) }

  /// The place of a pair.
  subscript(pair: UInt64) -> Int? {
    mutating get {
      let slot = Self.slot(pair)
      if cache[slot].pair == pair { return cache[slot].place }
      guard let place = places[pair] else { return nil }
      cache[slot] = (pair, place)
      return place
    }
  }

  /// Adds a pair.
  mutating func insert(_ pair: UInt64, at place: Int) { places[pair] = place }
}
