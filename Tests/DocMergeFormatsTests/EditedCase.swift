import DocMergeCore
import DocMergeFormats
import Testing

/// What a side does to a text: a part of it becomes another one.
struct Edit: Sendable {
  let old: String
  let new: String

  /// A part that becomes another one.
  static func swap(_ old: String, _ new: String) -> Edit { Edit(old: old, new: new) }

  /// Something new behind a part.
  static func add(_ new: String, behind old: String) -> Edit { Edit(old: old, new: old + new) }

  /// Something new before a part.
  static func add(_ new: String, before old: String) -> Edit { Edit(old: old, new: new + old) }

  /// A part that goes.
  static func cut(_ old: String) -> Edit { Edit(old: old, new: "") }
}

extension String {
  /// The text with what edits make of it; each must find its part.
  func edited(_ edits: [Edit], sourceLocation: SourceLocation = #_sourceLocation) -> String {
    edits.reduce(self) { text, edit in
      #expect(text.contains(edit.old), "\(edit.old)", sourceLocation: sourceLocation)
      return text.replacing(edit.old, with: edit.new, maxReplacements: 1)
    }
  }
}

/// A merge that is given by each side's edits of a text.
struct EditedCase: Sendable {
  let path: String
  let base: String
  let ours: [Edit]
  let theirs: [Edit]
  /// What the result makes of the base; `nil` where a person decides.
  var result: [Edit]?

  init(_ path: String, _ base: String, _ ours: [Edit], _ theirs: [Edit], _ result: [Edit]? = nil) {
    (self.path, self.base, self.ours, self.theirs) = (path, base, ours, theirs)
    self.result = result
  }

  /// Checks the result with every line ending, and that trading places leaves no conflict.
  func check(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let (one, other) = (base.edited(ours), base.edited(theirs))
    let expected = base.edited(try #require(result))
    func merge(_ base: String, _ ours: String, _ theirs: String) throws -> String? {
      text(try merged(path, base, ours, theirs, .balanced))
    }
    #expect(try merge(base, one, other) == expected, sourceLocation: sourceLocation)
    #expect(try merge(base, other, one) != nil, sourceLocation: sourceLocation)
    func windows(_ text: String) -> String { text.replacing("\n", with: "\r\n") }
    #expect(
      try merge(windows(base), windows(one), windows(other)) == windows(expected),
      sourceLocation: sourceLocation)
    func open(_ text: String) -> String { String(text.dropLast()) }
    // Where the last line has no end, additions behind it may be left to a person.
    let made = try merge(open(base), open(one), open(other))
    #expect(made == nil || made == open(expected), sourceLocation: sourceLocation)
    #expect(try merge(base, one, one) == one, sourceLocation: sourceLocation)
    #expect(try merge(base, one, base) == one, sourceLocation: sourceLocation)
  }

  /// Checks that a conflict is left, whichever side is which.
  func checkLeft(_ policy: MergePolicy, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let (one, other) = (base.edited(ours), base.edited(theirs))
    for (ours, theirs) in [(one, other), (other, one)] {
      let merged = try merged(path, base, ours, theirs, policy)
      #expect(!merged.isClean, "\(text(merged) ?? "")", sourceLocation: sourceLocation)
    }
  }
}
