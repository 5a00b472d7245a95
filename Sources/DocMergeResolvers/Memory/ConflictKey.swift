/// The identity of a conflict, in any place and at any time.
///
/// It includes the texts in conflict: the base, and the two sides in either order, so
/// that a merge with swapped sides, or a rebase, finds it. Lines may end in `\n` or `\r\n`. Neither
/// the path nor the text around the conflict is included.
public struct ConflictKey: Sendable, Hashable, CustomStringConvertible {
  /// 64 hexadecimal digits.
  public let description: String

  /// The key of a conflict; `nil` if there is nothing to identify: sides that are the same, or no text.
  ///
  /// - Parameters:
  ///   - base: The text that both sides were made from; `nil` when it is unknown, which is a different conflict than
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

  /// A key from its text; `nil` if it is not one.
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
