/// The longest increasing subsequences of some places.
enum RisingRun {
  /// For each place whether it is in all longest increasing subsequences: the others were moved, or may have been.
  ///
  ///     1 2 3 0    0 was moved            1 0    one of the two was moved
  ///
  /// - Complexity: O(*n* log *n*).
  static func steady(_ places: [Int]) -> [Bool] {
    let before = lengths(places)
    let behind = Array(lengths(places.reversed().map { -$0 }).reversed())
    let longest = before.max() ?? 0
    var counts: [Int: Int] = [:]
    for index in places.indices where before[index] + behind[index] - 1 == longest {
      counts[before[index], default: 0] += 1
    }
    return places.indices.map { index in
      before[index] + behind[index] - 1 == longest && counts[before[index]] == 1
    }
  }

  /// For each place the length of the longest increasing subsequence that ends with it.
  private static func lengths(_ places: [Int]) -> [Int] {
    // The smallest place with which a subsequence of each length ends.
    var ends: [Int] = []
    return places.map { place in
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if ends[middle] < place { low = middle + 1 } else { high = middle }
      }
      if low == ends.count { ends.append(place) } else { ends[low] = place }
      return low + 1
    }
  }
}
