import DocMergeCore
import DocMergeLanguage

/// Finds faults of a merged catalogue of translations, although each of its parts is as a side has it.
struct POGuard {
  private let inputs: [Catalogue]

  init(_ inputs: [SyntaxTree]) { self.inputs = inputs.map(Catalogue.init) }

  /// Entries with a source that no input has, that are both in use and obsolete, or whose number of plural
  /// forms differs from the header, each where no input has such an entry.
  ///
  /// - Complexity: O(*n*), *n* being the number of entries.
  func faults(in tree: SyntaxTree) -> [StructureFault] {
    let result = Catalogue(tree)
    let known = inputs.reduce(into: Set<UInt64>()) { $0.formUnion($1.keys) }
    let doubled = result.doubled.subtracting(inputs.flatMap(\.doubled))
    var faults: [StructureFault] = []
    for entry in result.entries {
      if !known.contains(entry.key) {
        faults.append(
          StructureFault(places: [entry.body], reason: tr("\(entry.name) has a source of no side")))
      }
      if doubled.contains(entry.key) {
        faults.append(
          StructureFault(
            places: result.places(of: entry.key),
            reason: tr("\(entry.name) would be in use and obsolete")))
      }
    }
    return faults + pluralFaults(result)
  }

  private func pluralFaults(_ result: Catalogue) -> [StructureFault] {
    guard inputs.allSatisfy(\.miscounted.isEmpty) else { return [] }
    return result.miscounted.map { entry in
      StructureFault(
        places: [entry.body],
        reason: tr("\(entry.name) would have another number of plural forms than the header says"))
    }
  }
}

/// The entries of a catalogue, as far as they depend on each other.
private struct Catalogue {
  struct Entry {
    let key: UInt64
    let name: String
    let body: Range<Int>
    let pluralCount: Int
  }

  private(set) var entries: [Entry] = []
  private(set) var keys: Set<UInt64> = []
  /// The keys of entries in use that are also obsolete.
  private(set) var doubled: Set<UInt64> = []
  private var obsolete: [UInt64: Range<Int>] = [:]
  /// Entries whose number of plural forms differs from the header.
  private(set) var miscounted: [Entry] = []

  init(_ tree: SyntaxTree) {
    let text = tree.text
    for node in tree.root.children {
      guard let key = node.key else { continue }
      let (name, inUse) = Self.identity(of: node, in: text)
      entries.append(
        Entry(
          key: key.hash, name: name, body: node.body,
          pluralCount: node.children.count { text[$0.body].starts(with: Self.pluralForm) }))
      keys.insert(key.hash)
      if let inUse { obsolete[inUse] = node.body }
    }
    doubled = Set(obsolete.keys).intersection(keys)
    if let count = Self.pluralCount(tree) {
      miscounted = entries.filter { $0.pluralCount > 0 && $0.pluralCount != count }
    }
  }

  func places(of key: UInt64) -> [Range<Int>] {
    entries.filter { $0.key == key }.map(\.body) + (obsolete[key].map { [$0] } ?? [])
  }

  private static let pluralForm = Array("msgstr[".utf8)
  private static let countName = Array("nplurals=".utf8)

  /// The name of an entry, and for an obsolete one the key that it would have in use.
  private static func identity(of node: Node, in text: [UInt8]) -> (String, UInt64?) {
    guard let key = node.key else { return ("", nil) }
    let name = "`\(text[key.range].excerpt)`"
    return (name, POEntry.keyInUse(of: node, in: text))
  }

  /// The number of plural forms in the header; `nil` where it gives none.
  private static func pluralCount(_ tree: SyntaxTree) -> Int? {
    guard let header = tree.root.children.first(where: { !$0.body.isEmpty }),
      let place = tree.text[header.body].firstRange(of: countName)
    else { return nil }
    let digits = tree.text[place.upperBound...].prefix(while: \.isDecimalDigit)
    return digits.count == 1 ? digits.first.map { Int($0 - 0x30) } : nil
  }
}
