import DocMergeCore
import DocMergeLanguage

/// How the texts of a format close one container and open the next one.
struct ContainerNotation: Sendable {
  /// The kind of container that a boundary opens.
  enum Boundary {
    /// A container with a name of its own: a section, a function, a key.
    case named
    /// The other half of a container, such as that behind `#else`.
    case unnamed
  }

  /// How containers are written.
  enum Style {
    case headings(HeadingForm)
    /// Lines such as `[name]`.
    case sections
    /// A line with a colon at its end, and deeper lines below it.
    case colons
    /// A line with a colon, and deeper lines below it.
    case targets
    /// Brackets, or words such as `end`, around deeper lines.
    case brackets
    case tags
    /// Groups of lines, each with a comment before it.
    case groups
  }

  let style: Style
  /// Whether `#if` and `#else` stand between the lines.
  private let hasConditions: Bool
  /// Whether the sections start with lines such as `FROM image`.
  let hasStages: Bool
  /// Whether the name of a tag is that of the thing.
  private let hasNamedTags: Bool

  /// The notation for files at a path, with a text as an example; `nil` where no containers are known.
  init?(fileAt path: String, sample: [UInt8]) {
    let format = KnownFormat.candidates(path: path).first?.format
    hasStages = format is DockerfileFormat
    hasNamedTags = format?.traits.contains(.independentItems) == true
    let outline = format is OutlineFormat
    let family =
      LanguageFamily.named(by: path)
      ?? (outline ? LanguageFamily.guessed(from: sample) : nil)
    hasConditions = family?.features.contains(.conditions) == true
    switch format {
    case let prose as ProseFormat: style = .headings(prose.dialect.headings)
    case is KeyValueFormat, is TOMLFormat, is ListedLineFormat, is DockerfileFormat:
      style = .sections
    case is YAMLFormat: style = .colons
    case is MakefileFormat: style = .targets
    case is JSONFormat, is CMakeFormat: style = .brackets
    case is XMLFormat: style = .tags
    case is SQLFormat, is CrontabFormat: style = .groups
    case is OutlineFormat where path.hasSuffix(".feature"): style = .targets
    case is OutlineFormat:
      guard let family, let known = Self.style(of: family) else { return nil }
      style = known
    default: return nil
    }
  }

  private static func style(of family: LanguageFamily) -> Style? {
    let features = family.features
    if features.contains(.sql) { return .groups }
    if !features.isDisjoint(with: [.prose, .tex]) { return nil }
    if features.contains(.makefile) { return .targets }
    if features.contains(.markup) { return .tags }
    if features.contains(.sections) { return .sections }
    return family.indentation == .colon ? .colons : .brackets
  }

  /// Whether text is in fences, as code is in Markdown.
  var hasFences: Bool {
    if case .headings(.hashes) = style { true } else { false }
  }

  /// The boundary in some lines, if the line before them and the line behind them are in different containers.
  ///
  /// The children of the container stand at the column `level`.
  func boundary(in lines: [IndentedLine], at added: Range<Int>, level: Int) -> Boundary? {
    guard added.lowerBound > 0, added.upperBound < lines.count else { return nil }
    let (last, next) = (lines[added.lowerBound - 1], lines[added.upperBound])
    if case .headings(let form) = style {
      return Self.proseBoundary(form, in: lines, at: added)
    }
    guard !next.isCloser, directive(next) == nil, directive(last) == nil else { return nil }
    if dividesConditions(lines[added]) { return .unnamed }
    if hasGroups, startsGroup(lines, added) { return .unnamed }
    switch style {
    case .headings, .groups: return nil
    case .sections:
      let isInside = !isSectionHead(last) && !isSectionHead(next)
      if isInside, lines[added].contains(where: isSectionHead) { return .named }
      return dip(lines[added], before: next, level: level)
    case .tags: return last.isOpenTag ? nil : tagBoundary(in: lines[added])
    case .brackets
    where lines[added].contains(where: { $0.isModifier && $0.indent <= next.indent }):
      return .unnamed
    case .brackets, .colons, .targets: return dip(lines[added], before: next, level: level)
    }
  }

  /// Whether a line only explains others.
  func isComment(_ line: IndentedLine) -> Bool {
    switch style {
    case .headings: line.starts(with: "<!--")
    case .tags: line.starts(with: "<!--") || line.starts(with: "{#")
    case .sections, .colons, .targets: line.starts(with: "#") || line.starts(with: ";")
    case .brackets, .groups:
      line.starts(with: "//") || line.starts(with: "/*") || line.starts(with: "*")
        || line.starts(with: "#") || line.starts(with: "--")
    }
  }

  /// Whether comments can stand before groups of lines.
  var hasGroups: Bool {
    switch style {
    case .headings, .tags: false
    case .sections, .colons, .targets, .brackets, .groups: true
    }
  }

  /// Whether containers are sections, each from its first line to the next one's.
  var hasSections: Bool { if case .sections = style { true } else { false } }

  /// Whether a line starts a section.
  func isSectionHead(_ line: IndentedLine) -> Bool {
    guard case .sections = style else { return false }
    return hasStages ? line.starts(with: "FROM ") : line.isSectionHead
  }

  /// Whether added lines end with the comment of a new group among groups with comments.
  private func startsGroup(_ lines: [IndentedLine], _ added: Range<Int>) -> Bool {
    let comments = lines[added].reversed().prefix(while: isComment)
    guard let first = comments.last, first.isBehindBlank, !lines[added.upperBound].isBehindBlank,
      case let (last, next) = (lines[added.lowerBound - 1], lines[added.upperBound]),
      !isComment(last), !isComment(next), isItem(last), isItem(next)
    else { return false }
    let start = (0..<added.lowerBound).last { index in
      index == 0 || lines[index].isBehindBlank
        || lines[index].indent == first.indent && lines[index - 1].indent < first.indent
    }
    return start.map { isComment(lines[$0]) } ?? false
  }

  /// Whether a line can be one of a group: in program code an entry of a list or a setting, and no call.
  private func isItem(_ line: IndentedLine) -> Bool {
    switch style {
    case .sections, .targets, .groups, .headings, .tags: true
    case .brackets, .colons:
      line.content.last == UInt8(ascii: ",") || !line.content.contains(UInt8(ascii: "("))
    }
  }

  /// Whether lines are whole: they do not end, branch or open a block.
  func isComplete(_ first: IndentedLine, _ last: IndentedLine) -> Bool {
    switch style {
    case .headings, .groups: true
    case .sections, .targets, .tags: !first.isCloser && !last.endsOpen
    case .colons: !first.isCloser && !(first.isBranch && first.endsWithColon) && !last.endsOpen
    case .brackets: !first.isCloser && !first.isBranch && !last.endsOpen
    }
  }

  // MARK: - Indentation

  /// The boundary at a line that is indented less than the next child.
  private func dip(
    _ added: ArraySlice<IndentedLine>, before next: IndentedLine, level: Int
  ) -> Boundary? {
    var hasColons = false
    if case .colons = style { hasColons = true }
    // Items may stand in the column of the key above them.
    let isItem = hasColons && next.starts(with: "- ")
    func isOutside(_ line: IndentedLine, of column: Int) -> Bool {
      line.indent < column || isItem && line.indent == column && !line.starts(with: "- ")
    }
    let heads = added.filter { isOutside($0, of: next.indent) && !isComment($0) }
    guard let first = heads.first, let last = heads.last,
      heads.contains(where: { isOutside($0, of: level) })
    else { return nil }
    if case .targets = style { return last.content.contains(0x3A) ? .named : nil }
    if hasColons {
      if last.endsWithColon { return last.isBranch ? .unnamed : .named }
      return first.closesOnly && last.endsOpen ? .named : nil
    }
    guard first.isCloser || first.isBranch || first.endsWithColon, !last.closesOnly else {
      return nil
    }
    return last.isBranch || last.endsWithColon ? .unnamed : .named
  }

  // MARK: - Conditions

  /// The word of a line such as `#else`, `{% endif %}` or `{{/if}}`.
  func directive(_ line: IndentedLine) -> [UInt8]? {
    let isTemplate = ["{%", "{{", "<%"].contains { line.content.starts(with: $0.utf8) }
    guard isTemplate || hasConditions && line.starts(with: "#") else { return nil }
    let rest = line.content.dropFirst(isTemplate ? 2 : 1).drop {
      $0.isWhite || $0 == 0x2D || $0 == 0x23
    }
    let isEnd = rest.first == UInt8(ascii: "/")
    let word = rest.dropFirst(isEnd ? 1 : 0).prefix(while: \.isPartOfName)
    guard isEnd || Self.directives.contains(String(decoding: word, as: UTF8.self)) else {
      return nil
    }
    return isEnd ? Array("end".utf8) : Array(word)
  }

  private static let directives: WordList =
    """
    if ifdef ifndef for with block range unless case each macro else elif elsif elseif elifdef \
    elifndef endif endfor endwith endblock end endunless endcase endmacro
    """

  /// Whether lines end a branch of a condition and start another one.
  func dividesConditions(_ lines: ArraySlice<IndentedLine>) -> Bool {
    var (depth, hasEnded) = (0, false)
    for word in lines.lazy.compactMap({ directive($0) }) {
      if word.starts(with: "end".utf8) {
        if depth > 0 { depth -= 1 } else { hasEnded = true }
      } else if word.starts(with: "el".utf8) {
        if depth == 0, !hasEnded { return true }
      } else {
        depth += 1
      }
    }
    return hasEnded && depth > 0
  }

  // MARK: - Tags

  private static let emptyTags: WordList =
    "area base br col embed hr img input link meta source track wbr"
  private static let titles: WordList = "h1 h2 h3 h4 h5 h6 legend summary caption dt"

  /// The boundary where an element of the lines above ends, and another one starts.
  private func tagBoundary(in lines: ArraySlice<IndentedLine>) -> Boundary? {
    var open: [[UInt8]] = []
    var closed: [UInt8]?
    var isNamed = false
    for line in lines where !line.starts(with: "<!--") {
      var rest = line.content
      while let start = rest.firstIndex(of: 0x3C) {
        rest = rest[(start + 1)...]
        let isEnd = rest.first == UInt8(ascii: "/")
        if isEnd { rest = rest.dropFirst() }
        let name = rest.prefix { $0.isPartOfNameOrHyphen || $0 == 0x3A }.map(\.lowercased)
        let end = rest.firstIndex(of: 0x3E) ?? rest.endIndex
        let isEmpty = rest[..<end].last == UInt8(ascii: "/")
        rest = rest[end...]
        if name.isEmpty { continue }
        let word = String(decoding: name, as: UTF8.self)
        isNamed = isNamed || Self.titles.contains(word)
        if isEnd {
          if open.last == name { open.removeLast() } else { (closed, open) = (name, []) }
        } else if !isEmpty, !Self.emptyTags.contains(word) {
          open.append(name)
        }
      }
    }
    guard let closed, let last = open.last else { return nil }
    return isNamed || hasNamedTags && last != closed ? .named : .unnamed
  }
}

extension IndentedLine {
  /// Whether it starts with the end of a container.
  var isCloser: Bool {
    guard let first = content.first else { return false }
    return first == 0x7D || first == 0x5D || first == 0x29 || starts(with: "</") || isEndWord
  }

  /// Whether it ends a container and starts nothing.
  fileprivate var closesOnly: Bool {
    isCloser && !isBranch && content.last.map { !"{[(".utf8.contains($0) } ?? false
  }

  private static let endWords: WordList = "end fi done esac endif endfor endwhile endfunction"

  private var isEndWord: Bool {
    let word = content.prefix(while: \.isPartOfName).map(\.lowercased)
    return Self.endWords.contains(String(decoding: word, as: UTF8.self))
  }

  private static let branches: WordList =
    "else elif elsif elseif except catch finally rescue ensure case default when otherwise then"

  /// Whether it starts another branch of the statement above, such as `} else {`.
  var isBranch: Bool {
    let word = content.drop { !$0.isPartOfName }.prefix(while: \.isPartOfName)
    return Self.branches.contains(String(decoding: word.map(\.lowercased), as: UTF8.self))
  }

  private static let modifiers: WordList = "private protected public"

  /// Whether it changes who sees the members below it.
  var isModifier: Bool {
    let word = content.last == 0x3A ? content.dropLast() : content
    return Self.modifiers.contains(String(decoding: word, as: UTF8.self))
  }

  private static let rubyMembers = ["def ", "attr_", "define_method"]

  /// Whether this modifier changes who sees a member below it: in Ruby a method of an object, in C++ any member.
  func applies(to member: IndentedLine) -> Bool {
    if content.last == 0x3A { return !member.isCloser }
    return !member.content.starts(with: "def self.".utf8)
      && Self.rubyMembers.contains { member.content.starts(with: $0.utf8) }
  }

  /// Whether it ends with a colon, before a comment.
  fileprivate var endsWithColon: Bool {
    let comment = zip(content.indices, content.indices.dropFirst()).first {
      content[$0].isWhite && content[$1] == 0x23
    }
    return content[..<(comment?.0 ?? content.endIndex)].trimmed.last == 0x3A
  }

  /// Whether it ends with an opening bracket.
  var endsOpen: Bool { content.last.map { "{[(".utf8.contains($0) } ?? false }

  /// Whether it is a line such as `[name]`.
  var isSectionHead: Bool {
    content.first == 0x5B && content.last == 0x5D && hasWord
      && !content.contains(UInt8(ascii: ","))
  }

  /// Whether it is the start of an element that ends below.
  fileprivate var isOpenTag: Bool {
    guard content.first == 0x3C, !isCloser else { return false }
    let tail = content.dropFirst().split(separator: 0x3C).last ?? []
    return content.last == 0x3E && tail.first != UInt8(ascii: "/")
      && content.dropLast().last != 0x2F
  }
}
