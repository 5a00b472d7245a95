import DocMergeCore
import DocMergeLanguage

/// Finds dictionaries of property lists in which a key has no value, or a value no key.
///
///     <dict>
///       <key>age</key>
///       <key>size</key>           the value of the age is missing
///       <string>large</string>
///     </dict>
struct PairGuard {
  private let inputs: [[UInt8]]

  init(_ inputs: [[UInt8]]) { self.inputs = inputs }

  /// The tags before which a key or value is missing; none where an input lacks one, too.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  func faults(in result: [UInt8]) -> [StructureFault] {
    let single = Self.single(in: result)
    guard !single.isEmpty, inputs.allSatisfy({ Self.single(in: $0).isEmpty }) else { return [] }
    return single.map { place, isKey in
      StructureFault(
        places: [place],
        reason: isKey
          ? tr("a key would stand without a value before it")
          : tr("a value would stand without a key"))
    }
  }

  /// A tag that is not closed yet.
  private struct OpenTag {
    var name: [UInt8]
    /// Whether it has a key whose value has not been read yet.
    var expectsValue = false
  }

  /// The tags in the place of the other half of a pair, and whether they are keys or the end.
  private static func single(in text: [UInt8]) -> [(tag: Range<Int>, isKey: Bool)] {
    let (dictionary, key) = (Array("dict".utf8), Array("key".utf8))
    var found: [(Range<Int>, Bool)] = []
    var open: [OpenTag] = []
    var names = OpenNames<[UInt8]>()
    var tags = MarkupTags(text)
    while let tag = tags.next() {
      let name = Array(text[tag.name])
      if tag.isClosing {
        guard names.contains(name), let place = open.lastIndex(where: { $0.name == name }) else {
          continue
        }
        for tag in open[place...] { names.remove(tag.name) }
        if open[place].expectsValue { found.append((tag.range, true)) }
        open.removeSubrange(place...)
        continue
      }
      if let last = open.indices.last, open[last].name == dictionary {
        if open[last].expectsValue == (name == key) { found.append((tag.range, name == key)) }
        open[last].expectsValue = name == key
      }
      guard !tag.isEmpty else { continue }
      open.append(OpenTag(name: name))
      names.insert(name)
    }
    return found
  }
}
