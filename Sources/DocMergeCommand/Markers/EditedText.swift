import DocMerge

extension MarkedConflict {
  /// A text from an editor with the line endings of the sides, since editors may use their own.
  func endedAsBefore(_ edited: [UInt8]) -> [UInt8] {
    let lines = sides.flatMap { Array(Lines(Array($0.bytes))) }
    let (feed, pair) = (LineEnding.lineFeed.bytes, LineEnding.carriageReturnLineFeed.bytes)
    let ended = lines.filter { $0.ends(with: feed) }
    var bytes = edited
    if !ended.isEmpty, ended.allSatisfy({ $0.ends(with: pair) }) {
      bytes = Lines(bytes).flatMap { line in
        line.ends(with: feed) && !line.ends(with: pair) ? line.dropLast() + pair : Array(line)
      }
    }
    // Editors end the last line; if no side does, it is left open.
    let texts = sides.map(\.bytes).filter { !$0.isEmpty }
    guard !texts.isEmpty, !texts.contains(where: { $0.ends(with: feed) }) else { return bytes }
    let ending = bytes[...].ends(with: pair) ? pair : bytes[...].ends(with: feed) ? feed : []
    return bytes.dropLast(ending.count)
  }
}

extension ArraySlice<UInt8> {
  fileprivate func ends(with bytes: [UInt8]) -> Bool { suffix(bytes.count) == bytes[...] }
}
