import DocMergeCore
import DocMergeLanguage

/// Finds names that stand twice in a file of a system whose lines give each name once: `hosts`, `fstab`, `passwd`,
/// `group`, the ports of `services`, the `Host` of `ssh_config`, the keys of an editor or a window manager, the
/// addresses of `dhcpd.conf`, the `operationId` of an API, the targets of Bazel, the scenarios of a feature, and the
/// tests and keywords of Robot Framework.
///
/// In `hosts` an address of the network has one line, too.
///
///     ours    10.0.0.4 print       added
///     theirs  10.0.0.9 print scan  added
///     fault   only the first line of `print` counts
struct NamedLineGuard {
  /// The kind of file.
  private enum Kind {
    case hosts, mounts, accounts, services, ssh, keys, records, scenarios, keywords, leases, targets
  }

  /// Keys of YAML and JSON whose value no other record of the file has.
  private static let unique: WordList =
    "operationId container_name ipv4_address mac_address nodePort $id uidNumber"

  private let kind: Kind
  private let changes: InputChanges
  /// The names that an input has twice.
  private let known = ReadOnce<Set<[UInt8]>>()

  /// Prepares for the base, ours and theirs; `nil` for other files.
  init?(_ changes: InputChanges, fileAt path: String) {
    let parts = path.split(separator: "/").map { $0.lowercased() }
    let file = parts.last ?? ""
    switch file.split(separator: ".").last.map(String.init) ?? file {
    case "hosts": kind = .hosts
    case "fstab": kind = .mounts
    case "passwd", "group", "shadow": kind = .accounts
    case "ssh_config", "ssh": kind = .ssh
    case "config" where parts.dropLast().last == ".ssh": kind = .ssh
    case "vim", "vimrc", "nvim", "ideavimrc", "el", "emacs", "tmux", "zsh", "zshrc", "inputrc",
      "sxhkdrc", "kbd":
      kind = .keys
    case "conf" where file == "dhcpd.conf": kind = .leases
    case "conf", "config": kind = .keys
    case "yaml", "yml", "json", "ldif": kind = .records
    case "build": kind = .targets
    case "bazel" where file == "build.bazel": kind = .targets
    case "feature": kind = .scenarios
    case "robot", "resource": kind = .keywords
    case "services": kind = .services
    case "txt" where Self.holdsHosts(changes.texts.base): kind = .hosts
    default: return nil
    }
    self.changes = changes
  }

  /// The fewest lines that show what a file without a known name is, and how far it is read.
  private static let (fewestLines, reach) = (2, 4000)

  /// Whether each line of a text is an address with names.
  private static func holdsHosts(_ text: [UInt8]) -> Bool {
    guard let first = text.first, first.isWhite || first == 0x23 || first.isDecimalDigit else {
      return false
    }
    let lines = text.prefix(reach).split(separator: 0x0A).map { $0.trimmed }
      .filter { !$0.isEmpty && $0.first != UInt8(ascii: "#") }
    let hasHosts = lines.contains { line in
      line.split(whereSeparator: \.isWhite).dropFirst().contains { name in
        name.contains(0x2E) || name.elementsEqual("localhost".utf8)
      }
    }
    return lines.count >= fewestLines && hasHosts
      && lines.allSatisfy { line in
        let words = line.split(whereSeparator: \.isWhite)
        let parts = words[0].split(separator: 0x2E, omittingEmptySubsequences: false)
        return words.count > 1 && parts.count == 4
          && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isDecimalDigit) }
      }
  }

  /// The lines with such names, of which no input has two.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts; of those that the sides changed where these
  ///   have no names.
  func faults(in result: [UInt8]) -> [StructureFault] {
    guard changes.areChanged(where: { !names(in: content(of: $0)).isEmpty }) else { return [] }
    let doubled = names(in: result).filter { $0.value.count > 1 }
    guard !doubled.isEmpty else { return [] }
    let known = known.value {
      Set(changes.inputs.flatMap { input in names(in: input).filter { $0.value.count > 1 }.keys })
    }
    return doubled.filter { !known.contains($0.key) }.map { name, places in
      .doubled(name.excerpt, at: places)
    }.sorted { $0.stands(before: $1) }
  }

  /// The names that lines give, with the lines.
  private func names(in text: [UInt8]) -> [[UInt8]: [Range<Int>]] {
    var found: [[UInt8]: [Range<Int>]] = [:]
    // Each rule has scenarios of its own.
    if kind == .scenarios, Lines(text).contains(where: { $0.trimmed.starts(with: "Rule:".utf8) }) {
      return found
    }
    for line in Lines(text).places {
      let content = content(of: text[line])
      // Indented lines bind keys in one mode, or under a condition: there they may stand again.
      let isIndented = content.startIndex > line.lowerBound
      if isIndented, kind == .keys || kind == .keywords { continue }
      // A target names itself among its own arguments, not among those of a call in it.
      if kind == .targets, ![4, 1].contains(content.startIndex - line.lowerBound) { continue }
      for name in Set(names(in: content)) { found[name, default: []].append(line) }
    }
    return found
  }

  /// A line without its comment, and without the blanks at its ends.
  private func content(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.prefix { $0 != UInt8(ascii: "#") }.trimmed
  }

  private func names(in line: ArraySlice<UInt8>) -> [[UInt8]] {
    let words = line.split(whereSeparator: \.isWhite)
    guard let first = words.first else { return [] }
    switch kind {
    case .hosts: return Self.names(ofHost: words)
    case .mounts:
      let isPlace = words.count > 2 && words[1].first == UInt8(ascii: "/")
      return isPlace ? [Array(words[1])] : []
    case .accounts:
      let fields = line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      return fields.count > 2 ? [Array(fields[0])] : []
    case .services:
      // `http 80/tcp`
      let isPort = words.count > 1 && words[1].first?.isDecimalDigit == true
      return isPort && words[1].contains(UInt8(ascii: "/")) ? [Array(words[1])] : []
    case .keywords:
      // A name has a line of its own; cells behind two blanks are those of a setting.
      let isName = first.first?.isLetter == true && line.firstRange(of: Array("  ".utf8)) == nil
      return isName && !line.contains(0x09) ? [Array(line)] : []
    case .records: return Self.uniqueEntry(line).map { [$0] } ?? []
    case .targets:
      // `name = "deck",`
      let isName = words.count == 3 && first.elementsEqual("name".utf8) && words[1] == [0x3D]
      return isName ? [Array(words[2])] : []
    case .leases: return Self.address(words).map { [$0] } ?? []
    case .keys: return KeyBinding(words).map { [$0.name] } ?? []
    case .scenarios:
      let head = String(decoding: line.prefix { $0 != 0x3A }, as: UTF8.self)
      return Self.scenarios.contains(head) ? [Array(line)] : []
    case .ssh:
      guard first.map(\.lowercased).elementsEqual("host".utf8) else { return [] }
      return words.dropFirst().map { Array("Host ".utf8) + $0 }
    }
  }

  /// The starts of scenarios, in English, German and French.
  private static let scenarios: Set<String> = [
    "Scenario", "Scenario Outline", "Example", "Szenario", "Szenariogrundriss", "Scénario",
  ]

  /// The names of a line of `hosts`, and its address.
  private static func names(ofHost words: [ArraySlice<UInt8>]) -> [[UInt8]] {
    let first = words[0]
    let isAddress =
      first.contains(0x3A) || first.first?.isDecimalDigit == true && first.contains(0x2E)
    guard isAddress else { return [] }
    // A name can have an address of each kind.
    let isNew = first.contains(UInt8(ascii: ":"))
    let names = words.dropFirst().map { (isNew ? Array("IPv6 ".utf8) : []) + $0 }
    // Computers of a network have one line each; this computer and none have many.
    let isOwn = ["127.", "0.", "::"].contains { first.starts(with: $0.utf8) }
    return isOwn ? names : names + [Array(first)]
  }

  /// An entry of YAML, JSON or LDIF whose value no other record of the file has.
  private static func uniqueEntry(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    let parts = line.split(separator: 0x3A, maxSplits: 1).map { part in
      part.filter { !$0.isWhite && !"\"',-".utf8.contains($0) || $0 == 0x2D }
    }
    guard parts.count == 2, let key = parts.first, !parts[1].isEmpty,
      unique.contains(String(decoding: key.drop { $0 == 0x2D }, as: UTF8.self))
    else { return nil }
    return Array(key) + [0x3A] + parts[1]
  }

  /// The address of a computer in `dhcpd.conf`: `fixed-address 10.0.0.3;`.
  private static func address(_ words: [ArraySlice<UInt8>]) -> [UInt8]? {
    guard let key = words.firstIndex(where: { $0.elementsEqual("fixed-address".utf8) }),
      key + 1 < words.count
    else { return nil }
    return Array(words[key + 1].prefix { $0 != 0x3B })
  }
}

/// A line that gives a key of the keyboard a command.
private struct KeyBinding {
  /// The verb and the key.
  let name: [UInt8]

  private static let verbs: WordList =
    """
    map nmap vmap imap xmap smap omap cmap tmap noremap nnoremap vnoremap inoremap xnoremap snoremap \
    onoremap cnoremap tnoremap bindsym bindcode bindkey bind bind-key (global-set-key
    """

  init?(_ words: [ArraySlice<UInt8>]) {
    guard let verb = words.first, Self.verbs.contains(String(decoding: verb, as: UTF8.self)) else {
      return nil
    }
    // Options stand before the key, some with a word of their own: `<silent>`, `-n`, `-T copy-mode-vi`.
    var rest = words.dropFirst()
    var options: [ArraySlice<UInt8>] = []
    while let word = rest.first, Self.isOption(word) {
      let count = ["-T", "-M", "-N"].contains { word.elementsEqual($0.utf8) } ? 2 : 1
      options += rest.prefix(count)
      rest = rest.dropFirst(count)
    }
    guard let key = rest.first, rest.count > 1, !key.elementsEqual("=".utf8) else { return nil }
    // A key of Emacs is written in quotes, and has blanks: `(kbd "C-c f")`.
    guard verb.first == UInt8(ascii: "(") else {
      name = Array(([verb] + options + [key]).joined(separator: [0x20]))
      return
    }
    let text = words.dropFirst().joined(separator: [0x20])
    let quoted = text.split(separator: .quotationMark, maxSplits: 2)
    guard quoted.count == 3 else { return nil }
    name = Array(verb) + [0x20] + quoted[1]
  }
  private static func isOption(_ word: ArraySlice<UInt8>) -> Bool {
    word.first == 0x2D && word.count > 1
      || ["<silent>", "<buffer>", "<expr>", "<nowait>"].contains { word.elementsEqual($0.utf8) }
  }
}
