import DocMerge
import DocMergeDecisions
import DocMergeLanguage
import DocMergeSystem

/// Asks a person about one region after the other, at a terminal, with single keys.
///
/// The same letters have the same meaning in every verb; it merges nothing and writes nothing.
struct SessionPrompt {
  /// The session with the decisions and steps.
  private(set) var session: DecisionSession
  /// A rejected text from the editor, with its place: the person continues to edit it.
  private var refused: (position: DecisionSession.Position, text: [UInt8])?
  /// Whether a message said that nothing can be saved.
  private var cannotKeep = false
  /// The document of the region that was shown last.
  private var shownDocument: Int?
  /// Saves the steps, so that they survive the program.
  let keep: (DecisionSession) throws -> Void

  /// Where to continue.
  private enum Destination {
    case to(DecisionSession.Position)
    /// To the next open region, after the current one or else before it.
    case onward
    case ending(SessionEnding)
  }

  init(_ session: DecisionSession, keep: @escaping (DecisionSession) throws -> Void) {
    self.session = session
    self.keep = keep
  }

  /// Asks until everything is decided, or the person leaves.
  mutating func run() throws -> SessionEnding {
    Interruption.listen()
    var here = session.next(after: nil, isOpen: true)
    while true {
      let way = try here.map { try ask(at: $0) } ?? finish()
      switch way {
      case .to(let position): here = position
      case .onward:
        here =
          session.next(after: here, isOpen: true) ?? session.next(after: nil, isOpen: true)
      case .ending(let ending): return ending
      }
    }
  }

  /// Saves the steps; if that fails, as on a full disk, reports it once and continues.
  private mutating func keepSession() {
    do {
      try keep(session)
    } catch {
      guard !cannotKeep else { return }
      cannotKeep = true
      let reason = PrintableText.words(ErrorWords.words(of: error))
      Console.message(
        tr("What you decide cannot be kept for later (\(reason)); go on, and write it at the end."))
    }
  }

  // MARK: - One region

  /// Shows a region and asks until there is an answer.
  private mutating func ask(at position: DecisionSession.Position) throws -> Destination {
    show(position)
    while true {
      Console.prompt(prompt(at: position))
      let key = Key.read()
      Console.message(Self.echo(of: key))
      if let way = try answer(key, at: position) { return way }
    }
  }

  private static func echo(of key: Key) -> String {
    switch key {
    case .character(let character): String(character)
    case .left: "p"
    case .right: "s"
    case .end: "q"
    }
  }

  private mutating func show(_ position: DecisionSession.Position) {
    let document = session.documents[position.document]
    let name = PrintableText.words(document.path)
    if shownDocument != position.document {
      shownDocument = position.document
      RegionPrinter(document: document).showRules()
    }
    if let whole = document.whole {
      Console.print("")
      Console.print(
        Style.cyan(tr("taken: ")) + tr("\(name) as a whole, \(whole.words(in: document))"))
    }
    guard let text = document.text, let region = session.region(at: position) else {
      Console.print("")
      Console.print(Style.bold(tr("── \(name), decided as a whole ──")))
      let width = document.versions.map(\.name.count).max() ?? 0
      for version in document.versions {
        let size = version.size.map { Words.size(Int64($0)) } ?? tr("deleted")
        let words = [Words.pad(version.name, width), size, version.detail, version.origin]
        Console.print("    " + words.filter { !$0.isEmpty }.joined(separator: "  "))
      }
      return
    }
    let (number, place) = (position.region + 1, document.place(of: region))
    RegionPrinter(document: document).show(
      region, in: text, position.region,
      heading: tr(
        """
        \(name), conflict \(number) of \(text.regions.count), \(place); \(session.openCount) left to \
        decide
        """))
  }

  private func prompt(at position: DecisionSession.Position) -> String {
    guard let region = session.region(at: position) else {
      let document = session.documents[position.document]
      let count = document.versions.count
      let versions = count == 2 ? tr("[o]urs, [t]heirs") : "[1-\(count)]"
      let merge = document.canMerge ? tr(", [m]erged") : ""
      let others =
        document.hasOneResult ? "" : tr(", [b]oth files\(merge), newest [>], oldest [<]")
      return tr("Keep \(versions)\(others), [s]kip, [p]revious, [u]ndo, [q]uit, [?] ")
    }
    let base = region.base == nil ? "" : tr(", b[a]se")
    let suggestion = region.suggestion == nil ? "" : tr(", as suggested [m]")
    let memory = region.remembered == nil ? "" : tr(", as [r]emembered")
    let tracked =
      session.documents[position.document].canTake(.tracked)
      ? tr(", as tracked changes [W]") : ""
    // The block of lines ends with a blank.
    return tr(
      """
      Take [o]urs, [t]heirs, [b]oth\(base)\(suggestion)\(memory)\(tracked), [e]dit, [s]kip, \
      [p]revious, [u]ndo, [q]uit, [?]\u{20}
      """)
  }

  /// The effect of a key; `nil` to ask again.
  private mutating func answer(
    _ key: Key, at position: DecisionSession.Position
  ) throws -> Destination? {
    switch key {
    case .end, .character("q"): return try leave()
    case .right, .character("s"), .character("n"), .character(" "):
      return session.next(after: position).map(Destination.to) ?? .onward
    case .left, .character("p"): return session.previous(before: position).map(Destination.to)
    case .character("u"):
      return try move(tr("There is nothing to undo."), position) { $0.takeBack() }
    case .character("U"):
      return try move(tr("There is nothing to do again."), position) { $0.redo() }
    case .character("?"): help()
    case .character("v"): preview(position.document)
    case .character(let letter):
      guard try decide(letter, at: position) else { return nil }
      keepSession()
      // A joined region, and one that was opened again, must still be decided.
      if letter == "D" { return session.next(after: nil, isOpen: true).map(Destination.to) }
      return letter == "j" ? .to(position) : .onward
    }
    return nil
  }

  /// Undoes a step, or repeats one, and moves to its region.
  private mutating func move(
    _ words: String, _ position: DecisionSession.Position,
    _ body: (inout DecisionSession) -> Bool
  ) throws -> Destination? {
    let before = session
    guard body(&session) else {
      Console.message(words)
      return nil
    }
    keepSession()
    let positions = session.positions
    let changed = positions.first { position in
      let documents = (session.documents[position.document], before.documents[position.document])
      return documents.0.whole != documents.1.whole
        || session.region(at: position) != before.region(at: position)
    }
    return (changed ?? positions.first { $0 == position } ?? positions.first).map(Destination.to)
  }

  /// Decides by a letter; `false`, with a message, where it decides nothing.
  private mutating func decide(
    _ letter: Character, at position: DecisionSession.Position
  ) throws -> Bool {
    if letter == "D" { return reopen(position.document..<position.document + 1) }
    guard let region = session.region(at: position) else {
      return decideWhole(letter, position.document)
    }
    let scope = position.document..<position.document + 1
    switch letter {
    case "O": return reportsChange(session.decideRest(of: scope) { _ in .ours })
    case "T": return reportsChange(session.decideRest(of: scope) { _ in .theirs })
    case "M": return reportsChange(session.takeSuggestions(upTo: .medium))
    case "k", ">", "<", "W": return decideWhole(letter, position.document)
    case "j":
      if session.take(.join(region: position.region), in: position.document) { return true }
      Console.message(tr("There is no region behind it to join it with."))
      return false
    case "e": return try edit(region, at: position)
    default:
      guard let choice = Choice(key: letter) else {
        Console.message(tr("That key means nothing here; ? shows the keys."))
        return false
      }
      if session.choose(choice, at: position) { return true }
      Console.message(tr("There is no such text here: \(choice.words)."))
      return false
    }
  }

  /// Opens decisions of rules in some documents again.
  private mutating func reopen(_ documents: Range<Int>) -> Bool {
    let count = documents.reduce(0) { $0 + session.reopenDecisions(of: $1) }
    Console.message(
      count == 0
        ? tr("Rules decided nothing there.")
        : tr(
          """
          \(counted(count, "decision")) of rules open again; [m] takes a suggestion after all.
          """)
    )
    return count > 0
  }

  private func reportsChange(_ count: Int) -> Bool {
    Console.message(count == 0 ? tr("Nothing was left for that.") : tr("\(count) decided."))
    return count > 0
  }

  private mutating func decideWhole(_ letter: Character, _ document: Int) -> Bool {
    guard let choice = WholeChoice(key: letter),
      session.take(.keep(choice), in: document)
    else {
      Console.message(tr("That key means nothing here; ? shows the keys."))
      return false
    }
    return true
  }

  private mutating func edit(
    _ region: OpenRegion, at position: DecisionSession.Position
  ) throws -> Bool {
    do {
      let path = session.documents[position.document].path
      let start = refused.flatMap { $0.position == position ? $0.text : nil }
      let text = try Editor.edit(start ?? region.editableText, like: path)
      refused = (position, text)
      try session.edit(text, at: position)
      refused = nil
      return true
    } catch let refusal as EditRefusal {
      Console.message(refusal.words)
    } catch let error as CommandError {
      Console.message(tr("Nothing is decided: \(PrintableText.words(error.description))."))
    }
    return false
  }

  // MARK: - The whole

  private func preview(_ number: Int) {
    let document = session.documents[number]
    guard let text = document.text else { return Console.message(tr("It has no text to show.")) }
    let bytes = text.merged.clean ?? text.merged.marked()
    for line in Lines(bytes) {
      Console.print(
        "    " + PrintableText.escape(line.last == UInt8(ascii: "\n") ? line.dropLast() : line))
    }
    let audit = text.audit(structure: document.structure)
    let sums = [MergeSide.ours, .theirs].map { side in
      let sum = audit.sum(of: side)
      let (name, kept) = (side == .ours ? tr("ours") : tr("theirs"), sum.kept + sum.same)
      return tr(
        """
        \(name): \(counted(sum.total, "change")), \(kept) kept, \(sum.dropped) left out, \
        \(sum.inConflict) to decide
        """)
    }
    for line in sums { Console.print(Style.dim(line)) }
  }

  /// Asks what to do once nothing is open.
  private mutating func finish() throws -> Destination {
    let last = session.previous(before: nil)
    for document in session.documents {
      Console.print("  " + Self.outcome(of: document))
      for fault in document.faults {
        Console.print("    " + Style.yellow(tr("warning: ")) + PrintableText.words(fault))
      }
    }
    while true {
      Console.prompt(
        tr(
          """
          Everything is decided. [w]rite it, [v]iew it, \(reopening)[p]revious, [u]ndo, [q]uit without \
          writing?\u{20}
          """))
      let key = Key.read()
      Console.message(Self.echo(of: key))
      switch key {
      case .character("w"), .character("y"): return .ending(.apply)
      case .character("v"): for number in session.documents.indices { preview(number) }
      case .character("D"):
        guard reopen(session.documents.indices) else { continue }
        keepSession()
        return .onward
      case .left, .character("p"): if let last { return .to(last) }
      case .character("u"):
        session.takeBack()
        keepSession()
        return .onward
      case .end, .character("q"): return .ending(.leave)
      default: Console.message(tr("Press one of the letters."))
      }
    }
  }

  /// The offer to open decisions of rules again, if there are any.
  private var reopening: String {
    session.documents.contains { $0.text?.decidedByRules.isEmpty == false }
      ? tr("[D]ecide what rules decided, ") : ""
  }

  /// How a document is decided: `a.md: 2 regions decided`.
  private static func outcome(of document: SessionDocument) -> String {
    let name = PrintableText.words(document.path)
    if let whole = document.whole { return "\(name): \(whole.words(in: document))" }
    let count = document.text?.regions.count ?? 0
    let words = count == 0 ? tr("merged by rules") : tr("\(counted(count, "region")) decided")
    return "\(name): \(words)"
  }

  /// Asks whether the decisions so far are to be written.
  private func leave() throws -> Destination {
    let decided = session.documents.count { $0.canBeWritten }
    guard decided > 0, !Interruption.isRequested else { return .ending(.leave) }
    Console.prompt(
      tr(
        decided, one: "Write \(counted(decided, "document")) that is decided? [y]es, [n]o ",
        other: "Write \(counted(decided, "document")) that are decided? [y]es, [n]o "))
    let key = Key.read()
    Console.message(key == .character("y") ? "y" : "n")
    return .ending(key == .character("y") ? .apply : .leave)
  }

  private func help() {
    Console.message(
      tr(
        """
          o, 1  ours                          e     edit it in $EDITOR
          t, 2  theirs                        s     skip to the next (also n, blank, →)
          b     both, ours first              p     back to the one before (also ←)
          B     both, theirs first            j     join with the next region
          a     the base                      u, U  undo, and do again
          m     as suggested                  v     view the file as it would be
          r     as remembered                 q     quit; decisions are kept for later
          O, T  ours, theirs for the rest of the file
          k     keep both files, one beside the other
          >, <  keep the file that was changed last, first
          M     all suggestions of no, low and medium risk, in all files
          D     decide yourself what rules decided in the file
          W     write open conflicts as tracked changes, in an office text (docx, odt)
        """))
  }
}
