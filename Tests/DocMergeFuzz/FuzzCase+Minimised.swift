import DocMergeFuzzing

extension FuzzCase {
  /// The case with as little as is needed for it to fail still.
  func minimised(_ fails: (FuzzCase) -> Bool) -> FuzzCase {
    var result = self
    var tries = 2_000
    var size = max(base.count, ours.count, theirs.count)
    while size > 0, tries > 0 {
      var isSmaller = false
      for part in [\FuzzCase.base, \.ours, \.theirs] {
        var start = 0
        while start < result[keyPath: part].count, tries > 0 {
          var shorter = result
          let end = min(shorter[keyPath: part].count, start + size)
          shorter[keyPath: part].removeSubrange(start..<end)
          tries -= 1
          if fails(shorter) {
            result = shorter
            isSmaller = true
          } else {
            start += size
          }
        }
      }
      if !isSmaller || size > 1 { size /= 2 }
    }
    return result
  }
}
