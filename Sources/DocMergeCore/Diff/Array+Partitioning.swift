extension Array {
  /// The first index whose element fits, provided that all elements after a fitting one fit too.
  package func partitioningIndex(where fits: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if fits(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
