import DocMergeLanguage

/// What the parser of command lines writes by itself, in the language of the program.
///
/// The parser knows English only. Its headings are replaced where they start a line, and its sentences where they
/// are whole; everything else stays as it is, and in English all does.
///
///     HelpWords("Error: Unknown option '--al'").objection  // Fehler: Unbekannte Option „--al“
struct HelpWords {
  private let text: String

  /// - Parameter text: what the parser wrote.
  init(_ text: String) {
    self.text = text
  }

  /// The text as help; other output that was asked for, such as a script for a shell, is no help, and stays.
  var help: String {
    guard Language.current != .english, text.hasPrefix("OVERVIEW: ") || text.hasPrefix("USAGE: ")
    else { return text }
    var isList = false
    return lines { line in
      if isList { return Self.listed(line) }
      if let words = Self.parts(of: line, between: ["USAGE: ", ""]) {
        isList = true
        return tr("USAGE: \(words[0])")
      }
      guard line.startIndex == text.startIndex,
        let words = Self.parts(of: line, between: ["OVERVIEW: ", ""])
      else { return String(line) }
      // The verb `help` is the parser's own.
      let isOfHelp = words[0] == "Show subcommand help information."
      let abstract = isOfHelp ? tr("Show subcommand help information.") : words[0]
      return tr("OVERVIEW: \(abstract)")
    }
  }

  /// The text as a message about wrong usage.
  var objection: String {
    guard Language.current != .english else { return text }
    return lines { line in
      if let words = Self.parts(of: line, between: ["Error: ", ""]) {
        return tr("Error: \(Self.sentence(words[0]))")
      }
      if let words = Self.parts(of: line, between: ["   or: ", " in '", "'"]) {
        return "   " + tr("or: \(Self.sentence(words[0])) in '\(words[1])'")
      }
      if let words = Self.parts(of: line, between: ["Help:  ", ""]) {
        return tr("Help:  \(words[0])")
      }
      if let words = Self.parts(of: line, between: ["Usage: ", ""]) {
        return tr("Usage: \(words[0])")
      }
      if let words = Self.parts(of: line, between: ["  See '", "' for more information."]) {
        return "  " + tr("See '\(words[0])' for more information.")
      }
      return String(line)
    }
  }

  private func lines(_ change: (Substring) -> String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(change)
      .joined(separator: "\n")
  }

  /// What a text has between pieces, the first at its start and the last at its end; `nil` where one is missing.
  private static func parts(of text: Substring, between pieces: [String]) -> [String]? {
    guard let first = pieces.first, let last = pieces.last, text.hasPrefix(first) else {
      return nil
    }
    var rest = text.dropFirst(first.count)
    var parts: [String] = []
    for piece in pieces.dropFirst().dropLast() {
      guard let place = rest.firstRange(of: piece) else { return nil }
      parts.append(String(rest[..<place.lowerBound]))
      rest = rest[place.upperBound...]
    }
    guard rest.hasSuffix(last) else { return nil }
    return parts + [String(rest.dropLast(last.count))]
  }
}

// MARK: - Lists of help

extension HelpWords {
  /// A line of the lists of arguments, options and verbs.
  private static func listed(_ line: Substring) -> String {
    switch line {
    case "ARGUMENTS:": return tr("ARGUMENTS:")
    case "OPTIONS:": return tr("OPTIONS:")
    case "SUBCOMMANDS:": return tr("SUBCOMMANDS:")
    default: break
    }
    if let words = parts(of: line, between: ["  See '", "' for detailed help."]) {
      return "  " + tr("See '\(words[0])' for detailed help.")
    }
    guard line.hasPrefix("  ") else {
      guard let words = parts(of: line, between: ["", " SUBCOMMANDS:"]) else { return String(line) }
      return tr("\(words[0]) SUBCOMMANDS:")
    }
    for (sentence, words) in [
      ("Show help information.", tr("Show help information.")),
      ("Show the version.", tr("Show the version.")),
    ] where line.hasSuffix("  " + sentence) {
      return "\(line.dropLast(sentence.count))\(words)"
    }
    return marked(String(line))
  }

  /// A line with the marks of values, which may be continued on the next one.
  private static func marked(_ line: String) -> String {
    let marks = [
      ("(values:", tr("(values:")), ("(default:", tr("(default:")),
      ("; default:", tr("; default:")), ("(default)", tr("(default)")),
    ]
    return marks.reduce(line) { $0.replacing($1.0, with: $1.1) }
  }
}

// MARK: - Sentences about mistakes

extension HelpWords {
  /// A sentence of the parser: its pieces between the values, and what it is in the language of the program.
  private struct Sentence: Sendable {
    var pieces: [String]
    var say: @Sendable ([String]) -> String
  }

  /// What the parser says is wrong; where the words are others, they stay.
  private static func sentence(_ text: String) -> String {
    for sentence in sentences {
      if let words = parts(of: text[...], between: sentence.pieces) { return sentence.say(words) }
    }
    return text
  }

  private static let sentences: [Sentence] = [
    Sentence(pieces: ["Unknown option '", "'. Did you mean '", "'?"]) {
      tr("Unknown option '\($0[0])'. Did you mean '\($0[1])'?")
    },
    Sentence(pieces: ["Unknown option '", "'"]) { tr("Unknown option '\($0[0])'") },
    Sentence(pieces: ["Invalid option: ", ""]) { tr("Invalid option: \($0[0])") },
    Sentence(pieces: ["Missing value for '", "'"]) { tr("Missing value for '\($0[0])'") },
    Sentence(pieces: ["The option '", "' does not take any value, but '", "' was specified."]) {
      tr("The option '\($0[0])' does not take any value, but '\($0[1])' was specified.")
    },
    Sentence(pieces: ["The value '", "' is invalid for '", "'", ""]) {
      tr("The value '\($0[0])' is invalid for '\($0[1])'\(HelpWords.choices($0[2]))")
    },
    Sentence(pieces: ["Value to be set with flag ", " had already been set with flag ", ""]) {
      tr("Value to be set with flag \($0[0]) had already been set with flag \($0[1])")
    },
    Sentence(pieces: ["Unexpected argument '", "'"]) { tr("Unexpected argument '\($0[0])'") },
    Sentence(pieces: ["Missing expected argument '", "'"]) {
      tr("Missing expected argument '\($0[0])'")
    },
    Sentence(pieces: ["Missing one of: ", ""]) { tr("Missing one of: \($0[0])") },
    Sentence(pieces: ["Missing required subcommand", "."]) { _ in tr("Missing required subcommand.")
    },
    Sentence(pieces: ["", " unexpected arguments: ", ""]) {
      tr("\($0[0]) unexpected arguments: \($0[1])")
    },
  ]

  /// What follows a value that is none of the possible ones.
  private static func choices(_ text: String) -> String {
    if text == ". Please provide one of the following:" {
      return tr(". Please provide one of the following:")
    }
    guard let words = parts(of: text[...], between: [". Please provide one of ", "."]) else {
      return text
    }
    let (or, and) = (tr(" or "), tr(" and "))
    let list = words[0].replacing("' or '", with: "'\(or)'")
      .replacing("' and '", with: "'\(and)'")
    return tr(". Please provide one of \(list).")
  }
}
