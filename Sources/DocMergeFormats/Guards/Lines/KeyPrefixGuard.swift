import DocMergeCore
import DocMergeLanguage

/// Finds keys with a prefix that one side replaced in all keys that had it, or without one that it gave to all of them.
///
///     base   DB_HOST=a   ours   SHOP_DB_HOST=a   theirs   DB_HOST=a    fault   SHOP_DB_HOST=a
///            DB_PORT=1          SHOP_DB_PORT=1            DB_PORT=1            SHOP_DB_PORT=1
///                                                         DB_NAME=b            DB_NAME=b
struct KeyPrefixGuard: Sendable {
  /// Keys that the other side added, and that have an old prefix.
  private let old: Set<ArraySlice<UInt8>>

  /// Prepares for the base, ours and theirs; `nil` where no side gave keys another prefix.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of what the sides changed; of all texts where both added keys.
  init?(_ inputs: [[UInt8]], _ added: AddedLines) {
    let new = added.sides.map { side in side.compactMap(Self.key) }
    guard new.allSatisfy({ !$0.isEmpty }) else { return nil }
    let keys = inputs.map { text in Set(Lines(text).compactMap(Self.key)) }
    old = [(1, 0), (2, 1)].reduce(into: []) { found, numbers in
      let (side, place) = numbers
      guard let prefix = Self.oldPrefix(from: keys[0], to: keys[side]) else { return }
      found.formUnion(
        new[1 - place].filter { key in
          !keys[0].contains(key) && key.starts(with: prefix.old)
            && !(prefix.old.isEmpty && key.starts(with: prefix.new))
        })
    }
    guard !old.isEmpty else { return nil }
  }

  /// The lines of such keys.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result.
  func faults(in result: [UInt8]) -> [StructureFault] {
    Lines(result).places.compactMap { line in
      guard let key = Self.key(of: result[line]), old.contains(key) else { return nil }
      let name = key.excerpt
      return StructureFault(
        places: [line], reason: tr("`\(name)` would have another form than the keys beside it"))
    }
  }

  /// The name before an equals sign or a colon, from the first column on.
  private static func key(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let name = line.prefix { $0.isPartOfName || $0 == 0x2D || $0 == 0x2E }
    let mark = line[name.endIndex...].first { !$0.isBlankOrTab }
    guard name.count > 1, mark == UInt8(ascii: "=") || mark == UInt8(ascii: ":") else { return nil }
    return name
  }

  /// The start that all renamed keys had and no key has any more, and the one that they have now.
  private static func oldPrefix(
    from base: Set<ArraySlice<UInt8>>, to side: Set<ArraySlice<UInt8>>
  ) -> (old: ArraySlice<UInt8>, new: ArraySlice<UInt8>)? {
    let (removed, made) = (base.subtracting(side), side.subtracting(base))
    guard removed.count > 1, removed.count < mostKeys, made.count < mostKeys,
      let first = removed.first
    else { return nil }
    let shared = removed.reduce(first) { start, key in start.prefix(commonLength(start, key)) }
    let old = shared.upToSeparator
    // Each has become a key with the same ending.
    var new: ArraySlice<UInt8>?
    for key in removed {
      let ending = key.dropFirst(old.count)
      let starts = made.filter { $0.count > ending.count && $0.suffix(ending.count) == ending }
        .map { $0.dropLast(ending.count) }
      guard starts.count == 1, starts[0] != old, new.map({ $0 == starts[0] }) ?? true else {
        return nil
      }
      new = starts[0]
    }
    guard let new, new.last.map({ "_.-".utf8.contains($0) }) ?? false,
      !old.isEmpty || removed.count == base.count,
      !side.contains(where: { key in
        !old.isEmpty && key.starts(with: old)
      })
    else { return nil }
    return (old, new)
  }

  private static let mostKeys = 200

  private static func commonLength(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Int {
    zip(one, other).prefix { $0 == $1 }.count
  }
}

extension ArraySlice<UInt8> {
  /// The name up to its last separator, with that.
  fileprivate var upToSeparator: ArraySlice<UInt8> {
    lastIndex { "_.-".utf8.contains($0) }.map { self[...$0] } ?? prefix(0)
  }
}
