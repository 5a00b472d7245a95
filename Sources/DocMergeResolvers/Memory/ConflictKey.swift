/// What a conflict is known by, wherever and whenever it is met again.
///
/// It says which texts are in conflict: what both were made from, and the two sides in either order, so
/// that a merge the other way round, or a rebase, finds it. Lines may end in `\n` or `\r\n`. Neither
/// the path nor what stands around the conflict is in it.
public struct ConflictKey: Sendable, Hashable, CustomStringConvertible {
  /// 64 hexadecimal digits.
  public let description: String

  /// The key of a conflict; `nil` if there is nothing to tell apart: sides that are the same, or no text.
  ///
  /// - Parameters:
  ///   - base: What both sides were made from; `nil` when it is unknown, which is another conflict than
  ///     the same sides with a base.
  ///   - ours: One side.
  ///   - theirs: The other side.
  public init?(base: [UInt8]?, ours: [UInt8], theirs: [UInt8]) {
    guard ![base ?? [], ours, theirs].contains(where: { $0.contains(0) }) else { return nil }
    let sides = [ours, theirs].map(\.withLineFeeds).sorted { $0.lexicographicallyPrecedes($1) }
    guard sides[0] != sides[1] else { return nil }
    var bytes = Array("docmerge-conflict 1\n".utf8)
    for text in [base?.withLineFeeds] + sides {
      bytes += Array("\(text?.count ?? -1)\n".utf8) + (text ?? [])
    }
    description = SHA256.hexadecimal(bytes)
  }

  /// A key that was written down; `nil` if it is none.
  public init?(_ text: String) {
    guard text.utf8.count == 64, text.utf8.allSatisfy({ "0123456789abcdef".utf8.contains($0) })
    else { return nil }
    description = text
  }
}

extension [UInt8] {
  /// The text with every `\r\n` as `\n`.
  var withLineFeeds: [UInt8] {
    guard contains(UInt8(ascii: "\r")) else { return self }
    var result: [UInt8] = []
    result.reserveCapacity(count)
    for byte in self {
      if byte == UInt8(ascii: "\n"), result.last == UInt8(ascii: "\r") { result.removeLast() }
      result.append(byte)
    }
    return result
  }
}
