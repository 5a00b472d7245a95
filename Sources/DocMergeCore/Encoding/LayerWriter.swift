/// Writes regions of UTF-8 and `\n` with their line endings, in an encoding.
struct LayerWriter {
  let endings: LineEndMerge
  let encoding: TextEncoding

  /// The regions, or `nil` if the encoding lacks one of their characters.
  func regions(_ regions: [Region]) -> [Region]? {
    var written: [Region] = []
    written.reserveCapacity(regions.count)
    for region in regions {
      switch region {
      case .agreed(let agreed):
        guard let agreed = write(agreed) else { return nil }
        if !agreed.bytes.isEmpty { written.append(.agreed(agreed)) }
      case .conflict(let conflict):
        guard let conflict = write(conflict) else { return nil }
        written.append(.conflict(conflict))
      }
    }
    return written
  }

  private func write(_ agreed: Region.Agreed) -> Region.Agreed? {
    var agreed = agreed
    let bytes: ArraySlice<UInt8>?
    switch agreed.origin {
    case .base, .ours: bytes = write(agreed.bytes, from: [endings.ours])
    case .both: bytes = write(agreed.bytes, from: [endings.both])
    case .theirs: bytes = write(agreed.bytes, from: [endings.theirs])
    case .favoured: bytes = write(agreed.bytes, from: sides)
    case .decided(let rule, let conflict):
      bytes = write(agreed.bytes, from: sources(of: agreed.bytes, in: conflict), in: conflict)
      guard let conflict = write(conflict) else { return nil }
      agreed.origin = .decided(by: rule, from: conflict)
    }
    guard let bytes else { return nil }
    agreed.bytes = bytes
    return agreed
  }

  private var sides: [LineEndMerge.Side] { [endings.ours, endings.theirs, endings.base] }

  private func write(_ conflict: Region.Conflict) -> Region.Conflict? {
    guard let ours = write(conflict.ours, from: [endings.ours], in: conflict),
      let theirs = write(conflict.theirs, from: [endings.theirs], in: conflict)
    else { return nil }
    var written = Region.Conflict(base: nil, ours: ours, theirs: theirs)
    if let base = conflict.base {
      guard let base = write(base, from: [endings.base], in: conflict) else { return nil }
      written.base = base
    }
    if let suggestion = conflict.suggestion {
      guard let bytes = write(suggestion.bytes[...], from: [], in: conflict) else { return nil }
      written.suggestion = .init(bytes: Array(bytes), rule: suggestion.rule)
    }
    let end = endings.uniform ?? firstEnd(in: conflict)
    written.lineEnding = end == .carriageReturnLineFeed ? .carriageReturnLineFeed : .lineFeed
    return written
  }

  /// The ending of the first line in the conflict, or else of the whole text.
  private func firstEnd(in conflict: Region.Conflict) -> LineLayers.End? {
    func first(_ side: LineEndMerge.Side, _ part: ArraySlice<UInt8>?) -> LineLayers.End? {
      part.flatMap(side.ends)?.first?.known
    }
    let ends = ThreeWay(
      base: first(endings.base, conflict.base), ours: first(endings.ours, conflict.ours),
      theirs: first(endings.theirs, conflict.theirs))
    return ends.isConflict ? .lineFeed : ends.settled ?? endings.base.ends.first
  }

  private func parts(
    of conflict: Region.Conflict
  ) -> [(LineEndMerge.Side, ArraySlice<UInt8>)] {
    [
      (endings.ours, conflict.ours), (endings.theirs, conflict.theirs),
      (endings.base, conflict.base ?? []),
    ]
  }

  /// The possible sources of decided bytes: those with the bytes in their part of the conflict.
  ///
  /// None if two give them different endings, so that the order of the sides makes no difference.
  private func sources(
    of bytes: ArraySlice<UInt8>, in conflict: Region.Conflict
  ) -> [LineEndMerge.Side] {
    let found = parts(of: conflict).filter { side, part in
      part.startIndex <= bytes.startIndex && bytes.endIndex <= part.endIndex
        && side.ends(of: bytes) != nil
    }
    let lineCount = bytes.count { $0 == .newline } + (bytes.last == .newline ? 0 : 1)
    let ends = found.map { side, _ in side.ends(of: bytes).map { Array($0.prefix(lineCount)) } }
    return Set(ends).count == 1 ? found.map(\.0) : []
  }

  // MARK: - Bytes

  /// The bytes with their endings, which are those of their source text.
  private func write(
    _ bytes: ArraySlice<UInt8>, from sides: [LineEndMerge.Side], in conflict: Region.Conflict? = nil
  ) -> ArraySlice<UInt8>? {
    let ended: ArraySlice<UInt8>
    if let uniform = endings.uniform {
      ended = uniform == .lineFeed ? bytes : write(bytes) { _, _ in uniform }
    } else if let ends = sides.lazy.compactMap({ $0.ends(of: bytes) }).first {
      ended = write(bytes) { line, _ in ends[ends.startIndex + line] }
    } else {
      let known = conflict.map(knownEnds) ?? [:]
      let other = conflict.flatMap(firstEnd) ?? endings.base.ends.first
      ended = write(bytes) { _, line in known[line] ?? other ?? .lineFeed }
    }
    if encoding == .utf8 { return ended }
    return encoding.encode(ended)?[...]
  }

  private func write(
    _ bytes: ArraySlice<UInt8>, end: (Int, ArraySlice<UInt8>) -> LineLayers.End
  ) -> ArraySlice<UInt8> {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count + bytes.count / 16)
    let parts = bytes.split(separator: .newline, omittingEmptySubsequences: false)
    for (line, part) in parts.dropLast().enumerated() {
      let end = end(line, part)
      output += part
      // A line that was the last one in its text needs an ending now.
      output += end == .missing ? (endings.base.ends.first?.known ?? .lineFeed).bytes : end.bytes
    }
    return (output + (parts.last ?? []))[...]
  }

  /// The endings of the lines of a conflict, by the lines' text.
  private func knownEnds(in conflict: Region.Conflict) -> [ArraySlice<UInt8>: LineLayers.End] {
    var known: [ArraySlice<UInt8>: LineLayers.End] = [:]
    for (side, part) in parts(of: conflict) {
      guard let ends = side.ends(of: part) else { continue }
      for (line, end) in zip(
        part.split(separator: .newline, omittingEmptySubsequences: false), ends)
      where end != .missing {
        known[line] = known[line, default: end] == end ? end : .lineFeed
      }
    }
    return known
  }
}

extension LineEndMerge.Side {
  /// The endings of the lines that `bytes` overlap or end, if they are a slice of this text.
  fileprivate func ends(of bytes: ArraySlice<UInt8>) -> ArraySlice<LineLayers.End>? {
    guard !bytes.isEmpty, bytes.endIndex <= lines.bytes.count,
      lines.bytes[bytes.startIndex..<bytes.endIndex] == bytes
    else { return nil }
    var (low, high) = (0, lines.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lines.starts[middle] <= bytes.startIndex { low = middle } else { high = middle }
    }
    return ends[low...]
  }
}
