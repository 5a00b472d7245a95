import DocMergeCore
import DocMergeLanguage

/// Finds a block of Terraform that one side deleted or renamed, while the other side put in a use of it.
///
///     ours  no resource "bucket" "logs"      theirs  value = bucket.logs.url
///
/// If the side without the block still uses the name, another file of the module defines it.
struct TerraformGuard {
  private let inputs: [[UInt8]]
  /// For ours and theirs, the blocks that the side deleted and no longer uses, and that the other side still has.
  private let deleted = ReadOnce<[Set<[UInt8]>]>()

  /// Prepares for the base, ours and theirs; `nil` for other files.
  init?(_ inputs: [[UInt8]], fileAt path: String) {
    guard Self.applies(toFileAt: path) else { return nil }
    self.inputs = inputs
  }

  /// Whether a file of this name has blocks of settings, as those of Terraform and Nomad have.
  static func applies(toFileAt path: String) -> Bool {
    let name = path.lowercased()
    return [".tf", ".hcl", ".tofu", ".nomad"].contains(where: name.hasSuffix)
  }

  /// The uses of such blocks.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts.
  func faults(in result: [UInt8]) -> [StructureFault] {
    let deleted = deleted.value { readDeleted() }
    guard deleted.contains(where: { !$0.isEmpty }) else { return [] }
    let left = TerraformBlocks(result).names
    let uses = TerraformBlocks.uses(in: result)
    return deleted.flatMap { names in
      uses.filter { names.contains($0.key) && !left.contains($0.key) }
    }.map { name, places in
      .deleted(name.excerpt, usedAt: places)
    }.sorted { $0.stands(before: $1) }
  }

  private func readDeleted() -> [Set<[UInt8]>] {
    let blocks = inputs.map { TerraformBlocks($0).names }
    let candidates = [(1, 2), (2, 1)].map { deleting, adding in
      blocks[0].subtracting(blocks[deleting]).intersection(blocks[adding])
    }
    guard candidates.contains(where: { !$0.isEmpty }) else { return [] }
    // A variable that the file did not use may have moved to another one.
    let used = TerraformBlocks.uses(in: inputs[0])
    return zip(inputs[1...], candidates).map { deleting, names in
      names.subtracting(TerraformBlocks.uses(in: deleting).keys)
        .filter { !$0.starts(with: "var.".utf8) || used[$0] != nil }
    }
  }
}

/// The blocks of a text by the names that expressions use: `bucket.logs`, `var.region`, `local.tags`.
private struct TerraformBlocks {
  private(set) var names: Set<[UInt8]> = []

  init(_ text: [UInt8]) {
    var provider: ArraySlice<UInt8>?
    var depth: Int?
    for line in text.split(separator: 0x0A) {
      let words = line.trimmed
      if line.first.map({ !$0.isWhite }) ?? false {
        (provider, depth) = (nil, nil)
        read(line, &provider, &depth)
      } else if let level = depth {
        if level == 1, let name = Self.key(of: words) { names.insert(Array("local.".utf8) + name) }
        depth = level + Self.opened(in: words)
      } else if let provider, Self.key(of: words)?.elementsEqual("alias".utf8) == true {
        let parts = words.split(separator: 0x22)
        if parts.count > 1 { names.insert(provider + [0x2E] + parts[1]) }
      }
    }
  }

  /// Reads the first line of a block.
  private mutating func read(
    _ line: ArraySlice<UInt8>, _ provider: inout ArraySlice<UInt8>?, _ depth: inout Int?
  ) {
    let words = line.prefix { $0 != 0x7B }.split { $0.isWhite || $0 == 0x22 }
    guard let first = words.first, line.contains(0x7B) else { return }
    let labels = words.dropFirst().joined(separator: ".".utf8)
    switch (String(decoding: first, as: UTF8.self), words.count) {
    case ("resource", 3): names.insert(Array(labels))
    case ("data", 3), ("source", 3): names.insert(first + [0x2E] + labels)
    case ("variable", 2): names.insert(Array("var.".utf8) + labels)
    case ("module", 2): names.insert(Array("module.".utf8) + labels)
    case ("provider", 2): provider = words[1]
    case ("locals", 1): depth = Self.opened(in: line)
    default: break
    }
  }

  /// The name before `=`.
  private static func key(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let name = line.prefix(while: \.isPartOfNameOrHyphen)
    let rest = line[name.endIndex...].drop(while: \.isBlankOrTab)
    return !name.isEmpty && rest.first == 0x3D && rest.dropFirst().first != 0x3D ? name : nil
  }

  /// How many more brackets a line opens than it closes.
  private static func opened(in line: ArraySlice<UInt8>) -> Int {
    line.reduce(0) { $0 + ("{[(".utf8.contains($1) ? 1 : "}])".utf8.contains($1) ? -1 : 0) }
  }

  /// The names that expressions use, with their places.
  static func uses(in text: [UInt8]) -> [[UInt8]: [Range<Int>]] {
    var found: [[UInt8]: [Range<Int>]] = [:]
    for line in text.split(separator: 0x0A) {
      let words = line.trimmed
      // A `moved` block may name a deleted resource.
      let key = key(of: words).map { String(decoding: $0, as: UTF8.self) }
      guard words.first != UInt8(ascii: "#"), !words.starts(with: "//".utf8), key != "from",
        key != "to"
      else { continue }
      for path in line.split(whereSeparator: { !$0.isPartOfNameOrHyphen && $0 != 0x2E }) {
        let parts = path.split(separator: 0x2E)
        let isLong = ["data", "source"].contains { parts.first?.elementsEqual($0.utf8) == true }
        guard parts.count >= (isLong ? 3 : 2) else { continue }
        let name = parts.prefix(isLong ? 3 : 2).joined(separator: ".".utf8)
        found[Array(name), default: []].append(path.startIndex..<path.endIndex)
      }
    }
    return found
  }
}
