import DocMergeCore
import DocMergeDecisions
import DocMergeLanguage

extension ScreenState {
  /// Decides by a letter.
  mutating func decide(_ letter: Character) -> Effect {
    guard let here else {
      message = tr("There is nothing to decide.")
      return .none
    }
    guard openRegion != nil else { return decideWhole(letter, here) }
    let scope = here.document..<here.document + 1
    switch letter {
    case "O": return decideRest { $0.decideRest(of: scope) { _ in .ours } }
    case "T": return decideRest { $0.decideRest(of: scope) { _ in .theirs } }
    case "M": return decideRest { $0.takeSuggestions(upTo: .medium) }
    case "k", ">", "<", "W": return decideWhole(letter, here)
    case "j": return join(here)
    default: break
    }
    guard let choice = Choice(key: letter) else {
      message = tr("That key means nothing here; ? shows the keys.")
      return .none
    }
    return choose(choice, at: here)
  }

  /// Takes a choice and moves to the next open region.
  mutating func choose(_ choice: Choice, at position: DecisionSession.Position) -> Effect {
    var changed = session
    guard changed.choose(choice, at: position) else {
      message = tr("There is no such text here: \(choice.words).")
      return .none
    }
    advance(changed, from: position, tr("Conflict \(position.region + 1): \(choice.words)."))
    return .changed
  }

  private mutating func decideWhole(
    _ letter: Character, _ position: DecisionSession.Position
  ) -> Effect {
    var changed = session
    guard let choice = WholeChoice(key: letter),
      changed.take(.keep(choice), in: position.document)
    else {
      message = tr("That key means nothing here; ? shows the keys.")
      return .none
    }
    let document = changed.documents[position.document]
    advance(changed, from: position, "\(document.path): \(choice.words(in: document)).")
    return .changed
  }

  /// Takes a new session, and moves from a region to the next open one.
  private mutating func advance(
    _ changed: DecisionSession, from position: DecisionSession.Position, _ words: String
  ) {
    let next = Outline(changed).nextOpen(after: position)
    take(changed, at: next ?? position)
    message =
      next == nil
      ? tr("\(words) Everything is decided: w writes it, v shows it, u undoes.")
      : tr("\(words) u undoes it.")
  }

  // MARK: - The rest

  private mutating func decideRest(_ body: (inout DecisionSession) -> Int) -> Effect {
    var changed = session
    let count = body(&changed)
    guard count > 0, let here else {
      message = tr("Nothing was left for that.")
      return .none
    }
    let next = Outline(changed).nextOpen(after: here)
    take(changed, at: next ?? here)
    message = tr("\(count) decided; u undoes that in one step.")
    return .changed
  }

  /// Decides the open regions by a key.
  mutating func pressRest(_ key: Key, isAll: Bool) -> Effect {
    guard case .character(let letter) = key, letter != "q", let here else {
      mode = .deciding
      return .none
    }
    if letter == "R" {
      mode = .decidingRest(isAll: !isAll)
      return .none
    }
    mode = .deciding
    let scope = isAll ? nil : here.document..<here.document + 1
    if let risk = Self.risks[letter] {
      return decideRest { $0.takeSuggestions(upTo: risk, of: scope) }
    }
    guard let choice = Choice(key: letter) else {
      message = tr("That key decides nothing.")
      return .none
    }
    let whole = WholeChoice(key: letter)
    return decideRest { session in
      session.decideRest(of: scope, whole: whole) { $0.text(of: choice) == nil ? nil : choice }
    }
  }

  /// The letters for suggestions up to a risk.
  private static let risks: [Character: MergeRule.Risk] = ["m": .medium, "l": .low, "h": .high]

  // MARK: - Joining, and reopening

  private mutating func join(_ position: DecisionSession.Position) -> Effect {
    var changed = session
    guard changed.take(.join(region: position.region), in: position.document) else {
      message = tr("There is no conflict behind it to join it with.")
      return .none
    }
    take(changed, at: position)
    message = tr("The conflict is joined with the one behind it.")
    return .changed
  }

  /// Opens decisions of rules in the document again.
  mutating func reopen() -> Effect {
    var changed = session
    guard changed.reopenDecisions(of: here?.document ?? 0) > 0 else {
      message = tr("Rules decided nothing in this document.")
      return .none
    }
    let next = Outline(changed).nextOpen(after: nil)
    take(changed, at: next ?? here)
    message = tr("What rules decided is open; m takes a suggestion again, u undoes this.")
    return .changed
  }

  mutating func undo() -> Effect {
    takeBack(tr("There is nothing to undo."), tr("Undone.")) { $0.takeBack() }
  }

  mutating func redo() -> Effect {
    takeBack(tr("There is nothing to redo."), tr("Done again.")) { $0.redo() }
  }

  private mutating func takeBack(
    _ nothing: String, _ words: String, _ body: (inout DecisionSession) -> Bool
  ) -> Effect {
    var changed = session
    guard body(&changed) else {
      message = nothing
      return .none
    }
    take(changed, at: Outline(changed).firstChange(from: outline) ?? here)
    message = words
    return .changed
  }

  // MARK: - Editing

  mutating func edit() -> Effect {
    if openRegion != nil { return .edit }
    message = tr("Only a conflict in a text can be edited.")
    return .none
  }

  /// Takes the text from the editor, and moves to the next open region.
  mutating func takeEdited(_ bytes: [UInt8]) -> Effect {
    guard let here else { return .none }
    var changed = session
    do throws(EditRefusal) {
      try changed.edit(bytes, at: here)
    } catch {
      message = error.words
      return .none
    }
    advance(changed, from: here, tr("Conflict \(here.region + 1): edited."))
    return .changed
  }
}
