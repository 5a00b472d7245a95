import DocMergeCore
import DocMergeLanguage

/// Finds names that stand twice in a file of a system whose lines give each name once: `hosts`, `fstab`, `passwd`,
/// `group`, and the `Host` of `ssh_config`.
///
///     ours    10.0.0.4 print       added
///     theirs  10.0.0.9 print scan  added
///     fault   only the first line of `print` counts
struct NamedLineGuard {
  /// The kind of file.
  private enum Kind {
    case hosts, mounts, accounts, ssh
  }

  private let kind: Kind
  private let inputs: [[UInt8]]

  /// Prepares for the base, ours and theirs; `nil` for other files.
  init?(_ inputs: [[UInt8]], fileAt path: String) {
    let parts = path.split(separator: "/").map { $0.lowercased() }
    let file = parts.last ?? ""
    switch file.split(separator: ".").last.map(String.init) ?? file {
    case "hosts": kind = .hosts
    case "fstab": kind = .mounts
    case "passwd", "group", "shadow": kind = .accounts
    case "ssh_config", "ssh": kind = .ssh
    case "config" where parts.dropLast().last == ".ssh": kind = .ssh
    default: return nil
    }
    self.inputs = inputs
  }

  /// The lines with such names, of which no input has two.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts.
  func faults(in result: [UInt8]) -> [StructureFault] {
    let doubled = names(in: result).filter { $0.value.count > 1 }
    guard !doubled.isEmpty else { return [] }
    let known = inputs.map { names(in: $0).filter { $0.value.count > 1 } }
    return doubled.filter { name, _ in !known.contains { $0[name] != nil } }.map { name, places in
      let text = String(decoding: name.prefix(60), as: UTF8.self)
      return StructureFault(places: places, reason: tr("`\(text)` would stand twice"))
    }.sorted { $0.stands(before: $1) }
  }

  /// The names that lines give, with the lines.
  private func names(in text: [UInt8]) -> [[UInt8]: [Range<Int>]] {
    var found: [[UInt8]: [Range<Int>]] = [:]
    for line in Lines(text).lazy.map(\.indices) {
      let content = text[line].prefix { $0 != UInt8(ascii: "#") }.trimmed
      for name in Set(names(in: content)) { found[name, default: []].append(line) }
    }
    return found
  }

  private func names(in line: ArraySlice<UInt8>) -> [[UInt8]] {
    let words = line.split(whereSeparator: \.isWhite)
    guard let first = words.first else { return [] }
    switch kind {
    case .hosts:
      let isAddress =
        first.contains(0x3A) || first.first?.isDecimalDigit == true && first.contains(0x2E)
      guard isAddress else { return [] }
      // A name can have an address of each kind.
      let isNew = first.contains(UInt8(ascii: ":"))
      return words.dropFirst().map { (isNew ? Array("IPv6 ".utf8) : []) + $0 }
    case .mounts:
      let isPlace = words.count > 2 && words[1].first == UInt8(ascii: "/")
      return isPlace ? [Array(words[1])] : []
    case .accounts:
      let fields = line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      return fields.count > 2 ? [Array(fields[0])] : []
    case .ssh:
      guard first.map(\.lowercased).elementsEqual("host".utf8) else { return [] }
      return words.dropFirst().map { Array("Host ".utf8) + $0 }
    }
  }
}
