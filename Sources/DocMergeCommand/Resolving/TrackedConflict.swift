import DocMerge
import DocMergeDecisions
import DocMergeFiles
import DocMergeLanguage
import DocMergeOffice
import DocMergeSystem

/// A conflict of an office document that is shown in the document itself, as tracked changes of two authors.
struct TrackedConflict {
  /// The document with the changes.
  let bytes: [UInt8]
  /// How many places are in conflict.
  let count: Int
  let authors: ChangeAuthors

  /// Makes the document of a conflict; `nil` unless it is an office document with two versions and a base.
  ///
  /// - Parameters:
  ///   - conflict: The conflict, ours first.
  ///   - policy: How far the merge goes by itself.
  /// - Throws: The errors of reading a side, and a ``CommandError`` for changes that tracked changes cannot show.
  init?(_ conflict: Conflict, policy: MergePolicy) throws {
    if try conflict.showsTrackedChanges {
      throw CommandError(description: tr("it shows its conflict as tracked changes already"))
    }
    guard let office = try OfficeMerge(of: conflict) else { return nil }
    let merge = try office.merge(TextMergeOptions(policy: policy, style: .diff3))
    authors = ChangeAuthors(of: conflict)
    count = merge.contents.conflicts.count
    bytes = try Self.worded { [authors] () throws(OfficeRefusal) in
      try office.tracked(merge, by: authors)
    }
  }

  /// Makes the document of a session, in which some places may be decided.
  ///
  /// - Throws: A ``CommandError`` for changes that tracked changes cannot show.
  init(_ document: SessionDocument, of conflict: Conflict) throws {
    guard let text = document.text, let track = document.track else {
      throw CommandError(
        description: tr("\(document.path) has no text with tracked changes"))
    }
    authors = ChangeAuthors(of: conflict)
    count = text.openCount
    bytes = try track(text.merged)
  }

  /// Explains why a document is not written.
  static func worded(_ body: () throws(OfficeRefusal) -> [UInt8]) throws -> [UInt8] {
    do throws(OfficeRefusal) {
      return try body()
    } catch {
      throw CommandError(description: OfficeWords.reason(error))
    }
  }

  /// A report of the written file, and of the next step.
  ///
  /// - Parameters:
  ///   - name: The name of the document, for a person.
  ///   - shown: The document, as an argument of a command.
  ///   - isDryRun: Whether nothing was written.
  /// - Returns: The lines.
  func words(_ name: String, _ shown: String, isDryRun: Bool) -> [String] {
    let conflicts = counted(count, "conflict")
    let (ours, theirs) = (authors.ours.name, authors.theirs.name)
    let words =
      isDryRun
      ? tr(
        """
        \(name): \(conflicts) would be written as tracked changes of \(ours) and \(theirs), still \
        in conflict.
        """)
      : tr(
        """
        \(name): \(conflicts) written as tracked changes of \(ours) and \(theirs), still in \
        conflict.
        """)
    return [
      words,
      tr(
        """
          Accept or reject each in a word processor, save, then: docmerge resolve \(shown) --edited
        """),
    ]
  }
}

/// The remaining tracked changes of a conflict in a document, which a person must decide first.
struct RemainingChanges {
  /// A message that changes are left; `nil` where none are.
  ///
  /// - Parameters:
  ///   - bytes: The document as it is now.
  ///   - base: What both sides were made from; changes that it has too are none of the conflict.
  ///   - path: Its name, which tells whether it is an office document.
  ///   - name: The document, for a person.
  ///   - shown: The document, as an argument of a command.
  /// - Returns: The lines.
  static func words(
    in bytes: [UInt8], base: [UInt8], path: String, name: String, shown: String
  ) -> [String]? {
    // A document that cannot be read shows no changes.
    guard OfficeForm.isOffice(bytes, path: path), let changes = try? ConflictChanges(in: bytes),
      changes.count > ((try? ConflictChanges(in: base).count) ?? 0)
    else { return nil }
    let (count, authors) = (changes.count, changes.authors.joined(separator: "; "))
    return [
      tr(
        count,
        one: """
          \(name): \(count) tracked change of its conflict is left, by \(authors); so it stays in \
          conflict.
          """,
        other: """
          \(name): \(count) tracked changes of its conflict are left, by \(authors); so it stays in \
          conflict.
          """),
      tr(
        """
          Accept or reject them in a word processor; or keep them: docmerge resolve \(shown) \
        --edited --force
        """),
    ]
  }
}

extension OfficeMerge {
  /// The versions of a conflict as an office document.
  ///
  /// - Returns: `nil` where they are not office documents, or can only be kept whole.
  /// - Throws: The errors of reading a side.
  init?(of conflict: Conflict) throws {
    guard conflict.sides.count == 2, conflict.sides.allSatisfy(\.isFile),
      let base = conflict.base, base.isFile
    else { return nil }
    let ours = try conflict.sides[0].bytes()
    guard OfficeForm.isOffice(ours, path: conflict.path) else { return nil }
    let (old, theirs) = (try base.bytes(), try conflict.sides[1].bytes())
    // A document that is not merged part by part is decided as a whole.
    guard let office = try? OfficeMerge(base: old, ours: ours, theirs: theirs) else { return nil }
    self = office
  }
}

extension ChangeAuthors {
  /// The authors of the sides of a conflict, each with the computer of the change.
  init(of conflict: Conflict) {
    func author(_ side: Conflict.Side) -> ChangeAuthor {
      let parts = [side.author, side.computer].filter { !$0.isEmpty }
      return ChangeAuthor(
        name: PrintableText.words(parts.joined(separator: ", ")),
        date: WallClock.universal(side.date) + "Z")
    }
    self.init(ours: author(conflict.sides[0]), theirs: author(conflict.sides[1]))
  }
}

extension Conflict.Side {
  var isFile: Bool {
    if case .file = kind { return true }
    return false
  }
}
