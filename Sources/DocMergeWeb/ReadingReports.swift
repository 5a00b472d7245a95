import DocMergeCore
import DocMergeDecisions
import DocMergeFormats

/// The list of readings.
struct ReadingListReport: Codable {
  var title: String
  /// The name of the action on a decision; `nil` where there is none.
  var action: String?
  /// The number of this state of the list.
  var revision: Int
  var readings: [ReadingSummary]
}

/// An action of a person on a decision.
struct ActionCommand: Codable {
  /// The number of the list that the person saw.
  var revision: Int
  /// The number of the decision.
  var decision: Int
}

/// The result of the action.
struct ActionReport: Codable {
  var message: String
}

/// One document of the list.
struct ReadingSummary: Codable {
  var group: String
  var path: String
  /// The possible views, the default one first: `text`, `tree`, `image`, `whole` or `decisions`.
  var views: [String]
  /// The numbers of added and removed lines, where it has a text.
  var added: Int?
  var removed: Int?
  /// The number of decisions.
  var decisions: Int?
  /// The two texts of a comparison.
  var versions: [VersionReport]
  var hasBaseImage = false
}

/// A document by stretches, or by decisions.
struct ReadingReport: Codable {
  var parts: [ReadingPart]?
  var decisions: [ReadingDecision]?
}

/// A stretch that both texts have, or one that differs.
struct ReadingPart: Codable, Hashable {
  /// The common text; `nil` where they differ.
  var text: String?
  /// The text of each where they differ.
  var old: String?
  var new: String?
  /// The lines where it starts, counted from 1.
  var oldLine: Int
  var newLine: Int
}

/// A decision of a rule.
struct ReadingDecision: Codable {
  var number: Int
  var isTakenBack: Bool
  /// The question before it is taken back; `nil` where that is not possible here.
  var question: String?
  var title: String
  var reason: String
  var risk: String
  var command: String
  var base: String?
  var ours: String
  var theirs: String
  var result: String
}

extension ReadingSummary {
  init(_ reading: Reading) {
    group = reading.group
    path = reading.path
    switch reading.content {
    case .decisions(let decisions):
      self.decisions = decisions.count
      versions = []
      views = ["decisions"]
    case .comparison(let old, let new):
      let types = [old, new].map { ImageType(of: $0.bytes, path: reading.path) }
      versions = zip([old, new], types).map { text, type in
        VersionReport(
          name: text.name, origin: "", size: text.bytes.count, detail: "", date: "",
          isImage: type != nil)
      }
      let isText = !isBinary(old.bytes) && !isBinary(new.bytes)
      if isText {
        let hunks = Comparison(old.bytes, new.bytes).hunks
        added = hunks.reduce(0) { $0 + $1.other.count }
        removed = hunks.reduce(0) { $0 + $1.base.count }
      }
      let structure = DocumentStructure(path: reading.path, formatName: reading.format)
      views =
        (isText ? ["text"] : [])
        + (isText && StructureChanges.isPossible(in: structure) ? ["tree"] : [])
        + (types.contains { $0 != nil } ? ["image"] : [])
      if views.isEmpty { views = ["whole"] }
    }
  }
}

extension ReadingReport {
  init(_ reading: Reading, _ action: ReadingAction? = nil) {
    switch reading.content {
    case .decisions(let decisions):
      self.decisions = decisions.map { ReadingDecision($0, action) }
    case .comparison(let old, let new):
      guard !isBinary(old.bytes), !isBinary(new.bytes) else { return }
      parts = Comparison(old.bytes, new.bytes).parts
    }
  }
}

extension ReadingDecision {
  init(_ decision: Reading.Decision, _ action: ReadingAction?) {
    (number, isTakenBack) = (decision.number, decision.isTakenBack)
    question = isTakenBack ? nil : action?.question(number)
    (title, reason, risk) = (decision.title, decision.reason, decision.risk)
    command = decision.command
    base = decision.base.map { String(decoding: $0, as: UTF8.self) }
    ours = String(decoding: decision.ours, as: UTF8.self)
    theirs = String(decoding: decision.theirs, as: UTF8.self)
    result = String(decoding: decision.result, as: UTF8.self)
  }
}

extension TreeReport {
  /// The changes of one structured text to another; `nil` for anything else.
  init?(_ reading: Reading) {
    guard case .comparison(let old, let new) = reading.content,
      !isBinary(old.bytes), !isBinary(new.bytes)
    else { return nil }
    let texts = LayeredTexts(base: old.bytes, ours: new.bytes, theirs: old.bytes)
    let structure = DocumentStructure(path: reading.path, formatName: reading.format)
    self.init(
      StructureChanges(
        base: texts.base, ours: texts.ours, theirs: texts.theirs, structure: structure))
  }
}

/// Two texts by lines.
private struct Comparison {
  let hunks: [Hunk]
  private let old: [ArraySlice<UInt8>]
  private let new: [ArraySlice<UInt8>]

  init(_ old: [UInt8], _ new: [UInt8]) {
    hunks = diffLines(base: old, other: new, options: DiffOptions(followsIndentation: true))
    self.old = Array(Lines(old))
    self.new = Array(Lines(new))
  }

  /// The stretches, in the order of the texts.
  var parts: [ReadingPart] {
    var parts: [ReadingPart] = []
    var (start, other) = (0, 0)
    for hunk in hunks + [Hunk(base: old.count..<old.count, other: new.count..<new.count)] {
      if hunk.base.lowerBound > start {
        parts.append(
          ReadingPart(
            text: Self.words(old[start..<hunk.base.lowerBound]), oldLine: start + 1,
            newLine: other + 1))
      }
      if !hunk.base.isEmpty || !hunk.other.isEmpty {
        parts.append(
          ReadingPart(
            old: Self.words(old[hunk.base]), new: Self.words(new[hunk.other]),
            oldLine: hunk.base.lowerBound + 1, newLine: hunk.other.lowerBound + 1))
      }
      (start, other) = (hunk.base.upperBound, hunk.other.upperBound)
    }
    return parts
  }

  private static func words(_ lines: ArraySlice<ArraySlice<UInt8>>) -> String {
    String(decoding: lines.joined(), as: UTF8.self)
  }
}
