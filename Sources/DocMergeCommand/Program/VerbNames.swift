import ArgumentParser
import DocMerge
import DocMergeLanguage
import DocMergeSystem

/// The names of the verbs, and suggestions for other words.
enum VerbNames {
  /// Why a word in the place of a verb is not one; `nil` where all words may be right.
  ///
  /// - Parameter arguments: The words of the command line.
  /// - Returns: The problem and the remedy, for the person.
  static func objection(to arguments: ArraySlice<String>) -> String? {
    var rest = arguments
    let isHelp = rest.first == "help"
    if isHelp { rest.removeFirst() }
    var verb: any ParsableCommand.Type = Docmerge.self
    var name = "docmerge"
    while let word = rest.popFirst(), !word.hasPrefix("-") {
      let names = verb.configuration.subcommands.map { $0.name }
      guard !names.isEmpty else { return nil }
      guard let next = verb.configuration.subcommands.first(where: { $0.name == word }) else {
        // A verb with a default action checks its own words.
        guard verb.configuration.defaultSubcommand == nil, word != "help" else { return nil }
        return words(for: word, names, of: name)
      }
      verb = next
      name += " " + word
    }
    return nil
  }

  private static func words(for word: String, _ names: [String], of command: String) -> String {
    let near = names.filter { distance($0, word) <= max(1, word.count / 3) || $0.hasPrefix(word) }
      .sorted { (distance($0, word), $0) < (distance($1, word), $1) }
    let meant = near.prefix(3).map { "`\(command) \($0)`" }.joined(separator: tr(" or "))
    let sentences = [
      tr("`\(command)` has no verb “\(PrintableText.words(word))”."),
      near.isEmpty ? "" : tr("Did you mean \(meant)?"),
      tr("`\(command) --help` lists all verbs."),
    ]
    return sentences.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The number of inserted, deleted, replaced or swapped letters (Damerau's distance).
  static func distance(_ one: String, _ other: String) -> Int {
    let (one, other) = (Array(one), Array(other))
    var rows = [Array(0...other.count)]
    for (index, letter) in one.enumerated() {
      var row = [index + 1]
      for (column, second) in other.enumerated() {
        var best = min(
          rows[index][column + 1] + 1, row[column] + 1,
          rows[index][column] + (letter == second ? 0 : 1))
        if index > 0, column > 0, letter == other[column - 1], one[index - 1] == second {
          best = min(best, rows[index - 1][column - 1] + 1)
        }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[one.count][other.count]
  }
}

extension ParsableCommand {
  /// The name of the verb.
  fileprivate static var name: String { configuration.commandName ?? _commandName }
}
