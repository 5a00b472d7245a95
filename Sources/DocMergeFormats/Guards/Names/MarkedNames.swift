import DocMergeCore
import DocMergeLanguage

/// The names of a language that show by a mark what they are.
enum MarkedNames: Sendable {
  /// `@name`, given a value by `=`.
  case ruby
  /// `@name: …`, and mixins: `.name() {`.
  case less
  /// `let g:name`, `function! s:name(`.
  case vim
  /// Members that end with an underscore: `int name_;`.
  case members
  /// Functions: `name() {`.
  case shell

  /// A name on a line, and whether the line defines it.
  typealias Found = (name: ArraySlice<UInt8>, isDefinition: Bool)

  init?(fileAt path: String, _ code: LanguageFamily?) {
    switch path.split(separator: ".").last?.lowercased() {
    case "rb"?, "rake"?, "erb"?: self = .ruby
    case "less"?: self = .less
    case "vim"?, "vimrc"?: self = .vim
    case "cpp"?, "cc"?, "cxx"?, "h"?, "hh"?, "hpp"?, "hxx"?: self = .members
    default:
      guard code?.features.contains(.shellWords) == true else { return nil }
      self = .shell
    }
  }

  /// The names on the lines of a part of a text.
  func names(inLinesOf part: ArraySlice<UInt8>) -> [Found] {
    part.split(separator: 0x0A).flatMap { line in onLine(line) }
  }

  /// The names on a line.
  private func onLine(_ line: ArraySlice<UInt8>) -> [Found] {
    let line = line.trimmed
    guard let first = line.first, !isComment(line, first) else { return [] }
    switch self {
    case .ruby: return Self.variables(in: line, isDefined: Self.isAssigned)
    case .less: return Self.variables(in: line) { $0.first == 0x3A } + Self.mixin(line)
    case .vim: return Self.scoped(line)
    case .members: return Self.members(in: line)
    case .shell: return Self.commands(in: line)
    }
  }

  private func isComment(_ line: ArraySlice<UInt8>, _ first: UInt8) -> Bool {
    switch self {
    case .ruby, .shell: first == 0x23
    case .vim: first == 0x22
    case .less, .members: line.starts(with: "//".utf8) || first == 0x2A
    }
  }

  private static func isAssigned(_ rest: ArraySlice<UInt8>) -> Bool {
    let rest = rest.drop(while: \.isBlankOrTab)
    if rest.starts(with: "||=".utf8) || rest.starts(with: ", @".utf8) { return true }
    return rest.first == 0x3D && rest.dropFirst().first.map { !"=~>".utf8.contains($0) } ?? false
  }

  /// `@name`, with the mark.
  private static func variables(
    in line: ArraySlice<UInt8>, isDefined: (ArraySlice<UInt8>) -> Bool
  ) -> [Found] {
    line.indices.compactMap { mark in
      guard line[mark] == UInt8(ascii: "@"),
        line[..<mark].last.map({ !$0.isPartOfName && $0 != 0x40 }) ?? true
      else { return nil }
      let name = line[(mark + 1)...].prefix(while: \.isPartOfNameOrHyphen)
      guard name.first?.isLetter == true || name.first == 0x5F else { return nil }
      return (line[mark..<name.endIndex], isDefined(line[name.endIndex...]))
    }
  }

  /// `.name() {`, and its use on a line of its own: `.name();`.
  private static func mixin(_ line: ArraySlice<UInt8>) -> [Found] {
    guard line.first == 0x2E else { return [] }
    let name = line.prefix { $0.isPartOfNameOrHyphen || $0 == 0x2E }
    if line.last == UInt8(ascii: "{") { return [(name, true)] }
    let isUse = line.last == UInt8(ascii: ";") && line[name.endIndex...].first != 0x20
    return isUse ? [(name, false)] : []
  }

  /// `g:name`, with its scope.
  private static func scoped(_ line: ArraySlice<UInt8>) -> [Found] {
    line.indices.compactMap { colon in
      guard line[colon] == 0x3A, let scope = line[..<colon].last, "gsbwt".utf8.contains(scope),
        line[..<(colon - 1)].last.map({ !$0.isPartOfName }) ?? true
      else { return nil }
      let name = line[(colon + 1)...].prefix(while: \.isPartOfName)
      let words = line[..<(colon - 1)].trimmed
      let isDefinition = ["let", "const", "function!", "function", "func!", "func", "def", "def!"]
        .contains { words.elementsEqual($0.utf8) }
      return name.isEmpty ? nil : (line[(colon - 1)..<name.endIndex], isDefinition)
    }
  }

  /// `name_`, which a type stands before where it is declared.
  private static func members(in line: ArraySlice<UInt8>) -> [Found] {
    line.split { !$0.isPartOfName }.compactMap { name in
      guard name.last == 0x5F, name.count > 2, name.first?.isLetter == true else { return nil }
      let (before, after) = (line[..<name.startIndex], line[name.endIndex...])
      let isPlain = before.allSatisfy { $0.isPartOfName || " \t*&<>:,".utf8.contains($0) }
      let isDeclared =
        isPlain && before.contains(where: \.isPartOfName) && !before.starts(with: "return ".utf8)
        && before.last.map { " *&".utf8.contains($0) } ?? false
        && after.drop(while: \.isBlankOrTab).first.map { ";={[".utf8.contains($0) } ?? false
      return (name, isDeclared)
    }
  }

  /// Words behind which a command stands.
  private static let openers: WordList = "then do else if elif while until ! time exec"

  /// The commands of a line, and the function that it starts.
  private static func commands(in line: ArraySlice<UInt8>) -> [Found] {
    let line =
      line.starts(with: "function ".utf8) ? line.dropFirst("function ".utf8.count) : line
    let first = line.prefix(while: \.isPartOfNameOrHyphen)
    let rest = line[first.endIndex...].drop(while: \.isBlankOrTab)
    if !first.isEmpty, rest.starts(with: "()".utf8) || line.startIndex > 0 && rest == [0x7B] {
      return [(first, true)]
    }
    var found: [Found] = []
    var isCommand = true
    for word in line.split(whereSeparator: \.isBlankOrTab) {
      let name = word.drop { "$(\"`{".utf8.contains($0) }.prefix(while: \.isPartOfNameOrHyphen)
      let isInner = ["$(", "\"$(", "`", "("].contains { word.starts(with: $0.utf8) }
      let isPlain = name.startIndex == word.startIndex && name.endIndex == word.endIndex
      if isInner || isCommand, !name.isEmpty, isInner || isPlain || word.last == 0x3B {
        found.append((name, false))
      }
      isCommand =
        word.last.map { ";|&(".utf8.contains($0) } ?? false
        || openers.contains(String(decoding: word, as: UTF8.self))
    }
    return found
  }
}
