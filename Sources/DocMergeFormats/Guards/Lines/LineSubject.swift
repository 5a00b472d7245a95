import DocMergeCore
import DocMergeLanguage

/// The thing that a line says something of: `set OUT`, `[string]$Path`, `app.get("/report"`, `Alias /files`, `reload)`.
struct LineSubject: Hashable, Sendable {
  /// How lines of a kind of text name things.
  enum Notation: Sendable {
    case code, shell, batch, settings, prose
  }

  /// The text that the lines beside it have before, or instead of, the name.
  let form: [UInt8]
  let text: ArraySlice<UInt8>
  /// Whether the line says no more: what it gives stands below it.
  let isWhole: Bool

  /// Whether the form alone shows that a name is defined, so that no line beside it need have it.
  var isDefinition: Bool {
    form.last == UInt8(ascii: "$") || form.first == UInt8(ascii: "/")
      || form.last == 0x3D && form.count > 1 || form == Self.signatureMark
      || Self.definitions.contains(String(decoding: form[...].trimmed, as: UTF8.self))
  }

  private static let definitions: WordList =
    "using type typealias newtype -define -record add_column addColumn"

  /// The mark behind the name of a function of Haskell whose type the line says.
  private static let signatureMark = Array(" :: ".utf8)

  /// The longest subject, in bytes.
  private static let longest = 80

  /// Reads a line; `nil` for one of another kind.
  init?(_ line: ArraySlice<UInt8>, _ notation: Notation) {
    let content = line.trimmed
    guard let first = content.first, content.count > 2,
      notation == .prose || !"#;*<".utf8.contains(first),
      !content.starts(with: "//".utf8), !content.starts(with: "--".utf8)
    else { return nil }
    if notation == .code, let tag = Self.tag(content) {
      (form, text, isWhole) = (tag.form, tag.name, false)
      return
    }
    let found =
      switch notation {
      case .code:
        Self.signature(line) ?? Self.route(content) ?? Self.column(content) ?? Self.call(content)
          ?? Self.command(content) ?? Self.arm(content) ?? Self.assignment(content)
          ?? Self.entry(content)
      case .shell: Self.label(content) ?? Self.assignment(content)
      case .batch: Self.batchLabel(content) ?? Self.assignment(content)
      case .settings: Self.setting(content)
      case .prose: Self.term(content) ?? Self.identified(content)
      }
    guard let (form, end, isWhole) = found, end - content.startIndex <= Self.longest else {
      return nil
    }
    (self.form, text, self.isWhole) = (form, content[..<end].trimmed, isWhole)
  }

  static func == (one: LineSubject, other: LineSubject) -> Bool {
    one.form == other.form && one.text == other.text
  }

  func hash(into hasher: inout Hasher) { hasher.combine(text) }

  /// A form, the end of a subject, and whether it is the whole line.
  private typealias Found = (form: [UInt8], end: Int, isWhole: Bool)

  // MARK: - Program code

  /// Calls whose texts say what happens, and name nothing.
  private static let sayers: WordList =
    """
    log logger logging print printf println echo console fmt format assert expect throw raise error warn info debug \
    trace write puts fprintf sprintf query execute tr t _ gettext append push add insert replace require import \
    include
    """

  /// Calls that put a part into a chain, each once.
  private static let chains: WordList = "use plug middleware install"

  /// `square :: Int -> Int`, which is not within anything.
  private static func signature(_ line: ArraySlice<UInt8>) -> Found? {
    let name = line.prefix { $0.isPartOfName || $0 == 0x27 }
    guard !name.isEmpty, line[name.endIndex...].starts(with: signatureMark) else { return nil }
    return (signatureMark, name.endIndex, false)
  }

  /// `app.get("/report",`, `app.use(cors(`, `-define(MAX,`: up to the first argument, which other ones follow.
  private static func call(_ line: ArraySlice<UInt8>) -> Found? {
    guard let open = line.firstIndex(of: 0x28), open > line.startIndex else { return nil }
    let callee = line[..<open]
    guard callee.allSatisfy({ $0.isPartOfName || ".-@:$".utf8.contains($0) }) else { return nil }
    let words = callee.split { !$0.isPartOfName }.map {
      String(decoding: $0, as: UTF8.self).lowercased()
    }
    guard !words.isEmpty, !words.contains(where: sayers.contains) else { return nil }
    let rest = line[(open + 1)...]
    let end: Int
    if let quote = rest.first, "\"'`".utf8.contains(quote) {
      guard let close = rest.dropFirst().firstIndex(of: quote) else { return nil }
      let literal = rest[(rest.startIndex + 1)..<close]
      guard literal.contains(where: \.isLetter),
        !literal.contains(where: { $0.isWhite || "%{\\".utf8.contains($0) })
      else { return nil }
      end = close + 1
    } else {
      // A macro is defined by its name. Parts of a chain of handlers are calls.
      let isChain = words.last.map(chains.contains) ?? false
      guard callee.first == 0x2D || isChain else { return nil }
      end = rest.prefix { $0.isPartOfName || isChain && $0 == UInt8(ascii: ".") }.endIndex
      if isChain {
        // Each folder of files is served by a part of its own.
        let name = String(decoding: rest[..<end].map(\.lowercased), as: UTF8.self)
        let isCall =
          !name.isEmpty && line[end...].first == 0x28 && !name.contains("static")
        return isCall ? (Array(callee), end, false) : nil
      }
    }
    guard end > rest.startIndex, line[end...].first == UInt8(ascii: ",") else { return nil }
    return (Array(callee), end, false)
  }

  /// `get "/report", to: …`: a word, and a text behind it that other arguments follow.
  private static func command(_ line: ArraySlice<UInt8>) -> Found? {
    let name = line.prefix { $0.isPartOfName || $0 == UInt8(ascii: ".") }
    let rest = line[name.endIndex...].drop(while: \.isBlankOrTab)
    guard !name.isEmpty, rest.startIndex > name.endIndex, let quote = rest.first,
      "\"'".utf8.contains(quote), let close = rest.dropFirst().firstIndex(of: quote),
      line[(close + 1)...].first == UInt8(ascii: ","),
      !rest[..<close].contains(where: { $0.isWhite || "%{\\".utf8.contains($0) }),
      let word = name.split(separator: UInt8(ascii: ".")).last,
      !sayers.contains(String(decoding: word, as: UTF8.self).lowercased())
    else { return nil }
    return (Array(name), close + 1, false)
  }

  /// `Nick string `json:"nick"``: the name that a field has in another notation.
  private static func tag(
    _ line: ArraySlice<UInt8>
  ) -> (form: [UInt8], name: ArraySlice<UInt8>)? {
    guard line.last == 0x60, let open = line.dropLast().lastIndex(of: 0x60) else { return nil }
    let notation = line[(open + 1)...].prefix(while: \.isPartOfName)
    let rest = line[notation.endIndex...]
    guard !notation.isEmpty, rest.starts(with: ":\"".utf8) else { return nil }
    let name = rest.dropFirst(2).prefix { $0.isPartOfName || $0 == 0x2D || $0 == 0x2E }
    return name.isEmpty || name.elementsEqual("-".utf8) ? nil : (Array(notation), name)
  }

  /// `@GetMapping("/report")`: the line is the subject of the declaration below it.
  private static func route(_ line: ArraySlice<UInt8>) -> Found? {
    guard line.first == UInt8(ascii: "@"), line.last == UInt8(ascii: ")"),
      let open = line.firstIndex(of: 0x28),
      line[(open + 1)...].first.map({ "\"'".utf8.contains($0) }) ?? false,
      line[(open + 1)...].contains(UInt8(ascii: "/"))
    else { return nil }
    return (Array(line[..<open]), line.endIndex, true)
  }

  /// `using Index =`, `[string]$Path =`, `label[timeout]=`, `maxLength=`: up to the sign, behind more than a mere name.
  private static func assignment(_ line: ArraySlice<UInt8>) -> Found? {
    guard let sign = sign(in: line) else { return nil }
    let name = line[..<sign].trimmed
    guard let last = name.last, last.isPartOfName || last == UInt8(ascii: "]") else { return nil }
    let own = name.reversed().prefix { $0.isPartOfName }.count
    if last == UInt8(ascii: "]") {
      // An element by its key.
      guard let open = name.firstIndex(of: 0x5B), open > name.startIndex,
        !name[..<open].contains(where: \.isWhite)
      else { return nil }
      return (Array(name[...open]), sign, false)
    }
    let before = Array(name.dropLast(own))
    // An attribute on a line of its own.
    let value = line[(sign + 1)...]
    let isAttribute =
      before.isEmpty && sign + 1 < line.endIndex && "\"{'".utf8.contains(value.first ?? 0)
      && "\"}'".utf8.contains(line.last ?? 0) && line[sign - 1].isPartOfName
    guard isAttribute || isDeclaration(before) else { return nil }
    return (isAttribute ? [0x3D] : before, sign, false)
  }

  /// The first `=` outside of brackets and quotes that assigns.
  private static func sign(in line: ArraySlice<UInt8>) -> Int? {
    var depth = 0
    for index in line.indices {
      switch line[index] {
      case 0x22, 0x27, 0x60: return nil
      case UInt8(ascii: "("), UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "=") where depth == 0:
        let (before, after) = (line[..<index].last ?? 0x3D, line[(index + 1)...].first ?? 0x3D)
        return "=!<>:+-*/%&|^~?.".utf8.contains(before) || "=>~".utf8.contains(after) ? nil : index
      default: break
      }
    }
    return nil
  }

  private static let declarations: WordList = "set using type typealias setx define newtype alias"

  /// Whether the text before a name declares it: `using `, `[int]$`.
  private static func isDeclaration(_ words: [UInt8]) -> Bool {
    if words.first == 0x5B, words.last == UInt8(ascii: "$") { return true }
    return declarations.contains(String(decoding: words[...].trimmed, as: UTF8.self).lowercased())
  }

  /// `Key::Char('d') =>`, `:break ->`, `WHEN 'map' THEN`: the value that a branch is for.
  private static func arm(_ line: ArraySlice<UInt8>) -> Found? {
    let start = line.prefix(5).map(\.lowercased)
    if start.elementsEqual("when ".utf8),
      let end = line.firstRange(of: " THEN ".utf8) ?? line.firstRange(of: " then ".utf8)
    {
      return (start, end.lowerBound, false)
    }
    for mark in [" => ", " -> "] {
      guard let end = line.firstRange(of: mark.utf8)?.lowerBound else { continue }
      let value = line[..<end]
      guard value.first != UInt8(ascii: "_"), !value.contains(0x3D), areClosed(value),
        value.contains(where: \.isPartOfName)
      else { return nil }
      return (Array(mark.utf8), end, false)
    }
    return nil
  }

  /// Whether each parenthesis of a part is closed in it.
  private static func areClosed(_ part: ArraySlice<UInt8>) -> Bool {
    var depth = 0
    for byte in part {
      if "([{".utf8.contains(byte) { depth += 1 }
      if ")]}".utf8.contains(byte) { depth -= 1 }
      if depth < 0 { return false }
    }
    return depth == 0
  }

  /// `ALTER TABLE boat ADD COLUMN flag`, `add_column :boats, :flag,`, `op.add_column("boat", sa.Column("flag",`.
  private static func column(_ line: ArraySlice<UInt8>) -> Found? {
    if line.prefix(12).map(\.lowercased).elementsEqual("alter table ".utf8) {
      let words = line.split(whereSeparator: \.isBlankOrTab)
      let column = words.indices.first { place in
        place > 2 && words[place].map(\.lowercased).elementsEqual("column".utf8)
          && words[place - 1].map(\.lowercased).elementsEqual("add".utf8)
      }
      guard let column, column + 2 < words.count else { return nil }
      return (Array("add_column".utf8), words[column + 1].endIndex, false)
    }
    let callee = line.prefix { $0.isPartOfName || $0 == UInt8(ascii: ".") }
    let verb = callee.split(separator: UInt8(ascii: ".")).last ?? []
    guard ["add_column", "addColumn"].contains(where: { verb.elementsEqual($0.utf8) }) else {
      return nil
    }
    let marks = line[callee.endIndex...].indices.filter { "\"':".utf8.contains(line[$0]) }
    let names = marks.compactMap { mark -> Int? in
      let name = line[(mark + 1)...].prefix(while: \.isPartOfName)
      return name.isEmpty ? nil : name.endIndex
    }
    return names.count > 1 ? (Array(verb), names[1], false) : nil
  }

  /// `422 "text"`: a number and its text.
  private static func entry(_ line: ArraySlice<UInt8>) -> Found? {
    let line = line.drop { $0 == UInt8(ascii: "{") }
    let digits = line.prefix(while: \.isDecimalDigit)
    let rest = line[digits.endIndex...]
    guard !digits.isEmpty, rest.first == 0x20, rest.dropFirst().first == 0x22 else { return nil }
    return ([0x30], digits.endIndex, false)
  }

  // MARK: - Scripts

  /// A label of a `case`, up to its first value: `reload)`, `-q|--quiet)`, `stop) halt ;;`.
  private static func label(_ line: ArraySlice<UInt8>) -> Found? {
    guard let end = line.firstIndex(of: UInt8(ascii: ")")), end > line.startIndex,
      line[..<end].allSatisfy({ $0.isPartOfName || "-.|* ".utf8.contains($0) }),
      end == line.endIndex - 1 || line.suffix(2).elementsEqual(";;".utf8)
    else { return nil }
    let value = line.prefix { $0 != UInt8(ascii: "|") && $0 != 0x29 }
    return ([0x29], value.endIndex, end == line.endIndex - 1)
  }

  /// A label of a batch file: `:report`.
  private static func batchLabel(_ line: ArraySlice<UInt8>) -> Found? {
    let name = line.dropFirst()
    guard line.first == UInt8(ascii: ":"), !name.isEmpty,
      name.allSatisfy({ $0.isPartOfName || $0 == 0x2D })
    else { return nil }
    return ([0x3A], line.endIndex, true)
  }

  // MARK: - Settings

  /// Settings that stand once for each of their values.
  private static let lists: WordList =
    """
    include includeoptional listen loadmodule port hostkey acceptenv sendenv load source use require import addtype \
    addhandler server upstream nameserver search alias user group path exec env set option module plugin bind \
    allow deny host match listenaddress addr dns route push interface rule
    """

  /// `PermitRootLogin no`, `Alias /files /srv`, `shop IN A …`, `Environment=POOL=10`: the words before the last ones.
  private static func setting(_ line: ArraySlice<UInt8>) -> Found? {
    if let sign = line.firstIndex(of: 0x3D), let next = line[(sign + 1)...].firstIndex(of: 0x3D),
      line[(sign + 1)..<next].allSatisfy(\.isPartOfName), next > sign + 1
    {
      return line[..<sign].allSatisfy(\.isPartOfName) ? (Array(line[...sign]), next, false) : nil
    }
    let words = line.split(whereSeparator: \.isWhite)
    guard (2...6).contains(words.count), words[0].first?.isLetter == true,
      words[0].allSatisfy({ $0.isPartOfNameOrHyphen || $0 == 0x2E }), !line.contains(0x3D)
    else { return nil }
    let isList = lists.contains(String(decoding: words[0], as: UTF8.self).lowercased())
    if words.count == 2 { return isList ? nil : ([UInt8(ascii: "k")], words[0].endIndex, false) }
    // `server web1 10.0.0.1:80`
    if ["server", "peer"].contains(where: { words[0].elementsEqual($0.utf8) }) {
      return (Array(words[0]), words[1].endIndex, false)
    }
    let isPair = words[1].first == UInt8(ascii: "/") || words[1].elementsEqual("IN".utf8)
    return isPair ? ([words[1].first ?? 0], words[1].endIndex, false) : nil
  }

  // MARK: - Prose

  /// `- REQ-013 The panel shows the time.`: the number by which others refer to an item.
  private static func identified(_ line: ArraySlice<UInt8>) -> Found? {
    let content = line.drop { "-*+#|> ".utf8.contains($0) }
    let word = content.prefix(while: \.isCapital)
    let rest = content[word.endIndex...]
    let number = rest.dropFirst().prefix(while: \.isDecimalDigit)
    guard content.startIndex > line.startIndex, word.count > 1, rest.first == UInt8(ascii: "-"),
      !number.isEmpty, content[number.endIndex...].first.map({ " :".utf8.contains($0) }) ?? false
    else { return nil }
    return (Array(line[..<word.endIndex]), number.endIndex, false)
  }

  /// A term with its explanation: `**Build** – a version`.
  private static func term(_ line: ArraySlice<UInt8>) -> Found? {
    guard line.starts(with: "**".utf8) else { return nil }
    let rest = line.dropFirst(2)
    guard let end = rest.firstRange(of: "**".utf8), end.lowerBound > rest.startIndex else {
      return nil
    }
    let next = line[end.upperBound...].drop(while: \.isBlankOrTab)
    let isTerm = ["–", "—", "-", ":"].contains { next.starts(with: $0.utf8) } && next.count > 3
    return isTerm ? (Array("**".utf8), end.upperBound, false) : nil
  }
}

extension LineSubject.Notation {
  /// The notation of a file; `nil` where its lines are none.
  init?(fileAt path: String, _ format: (any DocumentFormat)?, _ code: LanguageFamily?) {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    let suffix = file.split(separator: ".").last.map { $0.lowercased() } ?? ""
    if ["bat", "cmd"].contains(suffix) {
      self = .batch
    } else if format is ProseFormat {
      self = .prose
    } else if let code {
      if code.features.contains(.styles) || code.features.contains(.markup) { return nil }
      self = code.features.contains(.shellWords) ? .shell : .code
    } else if format is OutlineFormat || format is KeyValueFormat {
      self = .settings
    } else {
      return nil
    }
  }
}
