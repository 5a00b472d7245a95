import DocMergeCore

/// The names that a LaTeX text defines and loads, in any place.
struct LatexNames {
  /// The places where names are defined that must be new, and of other definitions of them.
  private(set) var doubled: [[UInt8]: [Range<Int>]] = [:]
  /// The packages in the order in which they are loaded, each only the first time.
  private(set) var packages: [(name: String, place: Range<Int>)] = []

  /// References to labels and works, each with what would define it, such as `\label{x}`.
  private var references: [(definition: [UInt8], place: Range<Int>)] = []

  private var new: [[UInt8]: [Range<Int>]] = [:]
  private var changed: [[UInt8]: [Range<Int>]] = [:]
  /// How many environments are open, without that of the document.
  private var depth = 0

  init(_ text: [UInt8]) {
    var cursor = ByteCursor(text)
    while !cursor.isAtEnd {
      cursor.skip { $0 != 0x5C && $0 != 0x25 }
      if cursor.next == 0x25 {
        cursor.skipLine()
        continue
      }
      let start = cursor.offset
      cursor.offset += 1
      let letters = cursor.offset
      cursor.skip { $0.isASCIILetter }
      if cursor.offset > letters {
        let command = text[letters..<cursor.offset].prefix(32)
        add(String(decoding: command, as: UTF8.self), from: start, &cursor)
      } else {
        cursor.offset += 1
      }
    }
    for (name, places) in new {
      let all = places + (changed[name] ?? [])
      if all.count > 1 { doubled[name] = all }
    }
  }

  /// The references to labels and works that the text does not define.
  var broken: [(name: [UInt8], place: Range<Int>)] {
    references.filter { new[$0.definition] == nil }.map { ($0.definition, $0.place) }
  }

  /// Records the effect of a command; the cursor is after its name.
  private mutating func add(_ command: String, from start: Int, _ cursor: inout ByteCursor) {
    let text = cursor.text
    switch command {
    case "usepackage", "RequirePackage":
      if let names = Self.argument(&cursor) { addPackages(text, names, start..<cursor.offset) }
    case "begin", "end":
      guard let name = Self.argument(&cursor), !text[name].elementsEqual("document".utf8) else {
        return
      }
      depth = command == "begin" ? depth + 1 : max(0, depth - 1)
    case "label", "bibitem":
      guard let name = Self.argument(&cursor) else { return }
      new[Self.definition(command, text[name]), default: []].append(start..<cursor.offset)
    case "ref", "eqref", "pageref", "autoref", "cref", "Cref":
      if let names = Self.argument(&cursor) { addReferences(to: "label", text, names) }
    case "cite", "citet", "citep":
      if let names = Self.argument(&cursor) { addReferences(to: "bibitem", text, names) }
    default:
      // Definitions in an environment are not valid after it.
      guard depth == 0, let space = Self.spaces[command], let name = Self.argument(&cursor) else {
        return
      }
      let key = Array("\(space) ".utf8) + text[name].filter { !$0.isWhite }
      if Self.changing.contains(command) {
        changed[key, default: []].append(start..<cursor.offset)
      } else {
        new[key, default: []].append(start..<cursor.offset)
      }
    }
  }

  /// Commands that define something, and the kind of name.
  private static let spaces: [String: String] = [
    "newcommand": "command", "NewDocumentCommand": "command", "DeclareMathOperator": "command",
    "DeclarePairedDelimiter": "command", "renewcommand": "command", "providecommand": "command",
    "DeclareRobustCommand": "command", "RenewDocumentCommand": "command", "def": "command",
    "newlength": "command", "newtheorem": "environment", "newenvironment": "environment",
    "NewDocumentEnvironment": "environment", "renewenvironment": "environment",
    "newcounter": "counter", "definecolor": "color", "newacronym": "entry",
    "newglossaryentry": "entry",
  ]

  /// Commands for names that are already defined, often used for a part of a text.
  private static let changing: Set<String> = [
    "renewcommand", "providecommand", "DeclareRobustCommand", "RenewDocumentCommand", "def",
    "renewenvironment",
  ]

  /// Skips a star, options and an argument, with braces around it or without; returns the argument.
  private static func argument(_ cursor: inout ByteCursor) -> Range<Int>? {
    _ = cursor.take(0x2A)
    cursor.skip(while: \.isWhite)
    if cursor.next == 0x5B {
      cursor.skip { $0 != 0x5D }
      _ = cursor.take(0x5D)
      cursor.skip(while: \.isWhite)
    }
    let start = cursor.offset
    if cursor.take(0x7B) {
      cursor.skip { $0 != 0x7D && $0 != 0x7B }
      guard cursor.take(0x7D) else { return nil }
      return start + 1..<cursor.offset - 1
    }
    guard cursor.take(0x5C) else { return nil }
    cursor.skip { $0.isASCIILetter || $0 == 0x40 }
    return cursor.offset > start + 1 ? start..<cursor.offset : nil
  }

  /// A command with its argument.
  private static func definition(_ command: String, _ name: ArraySlice<UInt8>) -> [UInt8] {
    Array("\\\(command){".utf8) + name + [0x7D]
  }

  private mutating func addReferences(to command: String, _ text: [UInt8], _ names: Range<Int>) {
    for name in text[names].split(separator: 0x2C).map(\.trimmed) where !name.isEmpty {
      references.append((Self.definition(command, name), name.indices))
    }
  }

  private mutating func addPackages(_ text: [UInt8], _ names: Range<Int>, _ place: Range<Int>) {
    for name in text[names].split(separator: 0x2C) {
      let name = String(decoding: name.filter { !$0.isWhite }, as: UTF8.self)
      if !packages.contains(where: { $0.name == name }) { packages.append((name, place)) }
    }
  }
}
