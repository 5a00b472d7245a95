import DocMergeCore
import DocMergeDecisions
import DocMergeLanguage

/// Why a command was not carried out, in words for the person.
struct CommandRefusal: Error, Hashable {
  /// A sentence.
  let words: String
}

extension DecisionSession {
  /// Carries out a command; on failure it may leave changes that the caller takes back.
  mutating func take(_ command: PageCommand) throws(CommandRefusal) {
    let isDone: Bool
    switch command.action {
    case .undo: isDone = takeBack()
    case .redo: isDone = redo()
    case .suggestions: isDone = takeSuggestions(command)
    default: isDone = try take(command, in: command.document ?? -1)
    }
    guard isDone else { throw CommandRefusal(words: command.action.refusal) }
  }

  private mutating func take(
    _ command: PageCommand, in document: Int
  ) throws(CommandRefusal) -> Bool {
    guard documents.indices.contains(document) else { return false }
    let position = Position(document: document, region: command.region ?? 0)
    switch command.action {
    case .choose:
      guard let name = command.choice else { return choose(nil, at: position) }
      return Choice(name: name).map { choose($0, at: position) } ?? false
    case .edit: return try takeEdited(Array((command.text ?? "").utf8), at: position)
    case .keep:
      return WholeChoice(name: command.choice ?? "", version: command.version)
        .map { take(.keep($0), in: document) } ?? false
    case .split:
      guard let cut = command.cut else { return false }
      return take(
        .split(region: position.region, ours: cut.ours, base: cut.base, theirs: cut.theirs),
        in: document)
    case .join: return take(.join(region: position.region), in: document)
    case .reopen:
      guard let decision = command.region else { return reopenDecisions(of: document) > 0 }
      return take(.reopen(decision: decision), in: document)
    case .rest:
      guard let choice = Choice(name: command.choice ?? "") else { return false }
      return decideRest(of: document..<document + 1) { _ in choice } > 0
    case .suggestions, .undo, .redo: return false
    }
  }

  private mutating func takeSuggestions(_ command: PageCommand) -> Bool {
    let risk = MergeRule.Risk(rawValue: command.risk ?? "") ?? .medium
    guard let document = command.document else { return takeSuggestions(upTo: risk) > 0 }
    guard documents.indices.contains(document) else { return false }
    return takeSuggestions(upTo: risk, of: document..<document + 1) > 0
  }

  /// Takes a text from the person; text that the page shows with replacement characters cannot be edited there.
  private mutating func takeEdited(
    _ bytes: [UInt8], at position: Position
  ) throws(CommandRefusal) -> Bool {
    guard let region = region(at: position) else { return false }
    guard region.isText else {
      throw CommandRefusal(words: tr("This text is not valid UTF-8, so it cannot be edited here."))
    }
    do throws(EditRefusal) {
      try edit(bytes, at: position)
    } catch {
      throw CommandRefusal(words: error.words)
    }
    return true
  }

  /// The first region, or document as a whole, that has changed.
  func firstChange(since before: DecisionSession) -> Position? {
    positions.first { position in
      let now = documents[position.document]
      let old = before.documents[position.document]
      guard now.steps != old.steps else { return false }
      return now.whole != old.whole || region(at: position) != before.region(at: position)
    }
  }
}

extension PageCommand.Action {
  /// The message where there is nothing to do.
  fileprivate var refusal: String {
    switch self {
    case .undo: tr("There is nothing to undo.")
    case .redo: tr("There is nothing to redo.")
    case .suggestions: tr("No open conflict has a suggestion of that risk.")
    case .rest: tr("Nothing is left for that.")
    case .join: tr("There is no conflict behind this one to join it with.")
    case .split: tr("The conflict cannot be split there.")
    case .reopen: tr("No rule decided anything there.")
    case .choose, .edit, .keep: tr("There is no such text here.")
    }
  }
}

extension OpenRegion {
  /// Whether all of its texts are UTF-8.
  var isText: Bool {
    [conflict.base ?? [], conflict.ours, conflict.theirs].allSatisfy {
      String(validating: $0, as: UTF8.self) != nil
    }
  }
}
