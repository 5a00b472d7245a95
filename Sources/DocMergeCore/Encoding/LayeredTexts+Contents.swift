extension LayeredTexts {
  /// A merge as it was before ``restore(_:)``, as far as its bytes show it.
  ///
  /// `nil` if no layers were taken off, or if the bytes are not in the encoding that the merge names.
  func contents(of merged: Merged) -> Merged? {
    guard hasLayers, let layers = merged.layers else { return nil }
    var mark = layers.hasByteOrderMark ? layers.encoding.byteOrderMark.count : 0
    var isDecoded = true
    func decoded(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
      guard let text = layers.encoding.decode(bytes) else {
        isDecoded = false
        return []
      }
      return text[...]
    }
    var contents = merged.mappingParts { part, isOutput in
      // The mark precedes the first byte of the output.
      defer { if isOutput { mark = 0 } }
      return decoded(isOutput ? part.dropFirst(mark) : part)
    }
    guard isDecoded else { return nil }
    let separators = contents.regions.contains { region in
      guard case .agreed(let agreed) = region else { return true }
      return agreed.bytes.contains(.newline)
    }
    contents = contents.mappingParts { part, _ in
      part.withNewlines(insteadOfCarriageReturns: !separators)
    }
    guard let last = contents.regions.popLast() else { return contents }
    let end = Merged(regions: [last], style: merged.style).mappingParts { part, _ in
      part.isEmpty || part.last == .newline ? part : part + [.newline]
    }
    contents.regions += end.regions
    return contents
  }
}

extension Merged {
  /// The merge with other bytes in each part of each region; `isOutput` is true for agreed regions.
  fileprivate func mappingParts(
    _ change: (_ part: ArraySlice<UInt8>, _ isOutput: Bool) -> ArraySlice<UInt8>
  ) -> Merged {
    func changed(_ conflict: Region.Conflict) -> Region.Conflict {
      var conflict = conflict
      conflict.base = conflict.base.map { change($0, false) }
      conflict.ours = change(conflict.ours, false)
      conflict.theirs = change(conflict.theirs, false)
      return conflict
    }
    var merged = self
    merged.regions = regions.map { region in
      switch region {
      case .conflict(let conflict): return .conflict(changed(conflict))
      case .agreed(var agreed):
        agreed.bytes = change(agreed.bytes, true)
        if case .decided(let rule, let conflict) = agreed.origin {
          agreed.origin = .decided(by: rule, from: changed(conflict))
        }
        return .agreed(agreed)
      }
    }
    return merged
  }
}

extension ArraySlice<UInt8> {
  /// The bytes with `\n` for each `\r\n`, and on request for each other `\r`.
  fileprivate func withNewlines(insteadOfCarriageReturns isOld: Bool) -> ArraySlice<UInt8> {
    var result: [UInt8] = []
    result.reserveCapacity(count)
    for byte in self {
      if byte == .newline, !isOld, result.last == .carriageReturn { result.removeLast() }
      result.append(isOld && byte == .carriageReturn ? .newline : byte)
    }
    return result[...]
  }
}
