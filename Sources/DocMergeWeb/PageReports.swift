/// The session as a whole: what each step is answered with.
struct StateReport: Codable {
  /// What is being decided.
  var title: String
  /// The number of this state.
  var revision: Int
  /// How many regions there are, in all documents, and how many are open.
  var total: Int
  var open: Int
  var canUndo: Bool
  var canRedo: Bool
  var documents: [DocumentSummary]
  /// The document whose decisions follow; the one that the last step was in.
  var shown: Int?
  /// What is taken for each region of it.
  var decisions: [DecisionReport]?
  /// Where the last step changed something first.
  var changed: ChangeReport?
  /// Why the last step was not done.
  var message: String?
  /// Why the session cannot be kept for later.
  var keepFault: String?
}

/// A region, by its document and its number in it.
struct ChangeReport: Codable {
  var document: Int
  var region: Int
}

/// What there is to know of a document without its text.
struct DocumentSummary: Codable {
  var path: String
  /// How many regions it has; 1 where it is decided as a whole.
  var regions: Int
  /// How many of them are open.
  var open: Int
  /// How many open ones have a suggestion of at most medium risk.
  var suggested: Int
  /// Whether it has a text by regions.
  var isText: Bool
  /// The versions, ours first.
  var versions: [VersionReport]
  /// What is taken as a whole: `version`, `all`, `newest`, `oldest`, `merge` or `tracked`.
  var whole: String?
  /// The number of the version that is taken as a whole.
  var wholeVersion: Int?
  /// Whether rules can make one of all versions.
  var canMerge: Bool
  /// Whether what is open can be written as tracked changes.
  var canTrack: Bool
  /// Whether one file is to come out, so that versions cannot be kept beside each other.
  var hasOneResult: Bool
  /// Changes when regions are split or joined, so that the text has to be read anew.
  var layout: String
  /// The ways to show it, the usual one first: `text`, `tree`, `image`, or `whole`.
  var views: [String]
  /// Whether the version that all were made from is an image.
  var hasBaseImage: Bool
  /// The files of a folder that is one document.
  var members: [MemberReport]?
}

/// A version of a document.
struct VersionReport: Codable {
  var name: String
  var origin: String
  /// `nil` where the document was deleted.
  var size: Int?
  var detail: String
  /// When it was changed last; empty where nothing is known of that.
  var date: String
  /// Whether a browser can show it as an image.
  var isImage: Bool
}

/// What is taken for a region.
struct DecisionReport: Codable {
  /// The name of the choice; `nil` as long as the region is open.
  var choice: String?
  /// The text that it stands for.
  var text: String?
}

/// The text of a document by parts.
struct DocumentReport: Codable {
  var number: Int
  var revision: Int
  var layout: String
  var parts: [PartReport]
}

/// A stretch of a document.
struct PartReport: Codable {
  /// `base`, `ours`, `theirs`, `both`, `favoured` or `rule` where it is agreed; `open` for a region.
  var origin: String
  /// What is written, where it is agreed.
  var text: String?
  /// The rule that settled it, or that makes the suggestion.
  var rule: RuleReport?
  /// What each text has, where both sides claim the place.
  var ours: String?
  var theirs: String?
  var base: String?
  /// Where an open region starts in ours, counted from 1.
  var line: Int?
  /// Where the part starts in each text, where that is known.
  var lines: LinesReport?
  /// What a bolder rule would write.
  var suggestion: String?
  /// What was decided for the same conflict before.
  var remembered: String?
  /// Why nothing settled it.
  var reason: String?
  /// Whether all texts are UTF-8, so that it can be edited.
  var isEditable: Bool?
  var decision: DecisionReport?
}

/// The lines on which a part starts, counted from 1.
struct LinesReport: Codable {
  var base: Int?
  var ours: Int?
  var theirs: Int?
}

/// A rule that settles what both sides claim.
struct RuleReport: Codable {
  var name: String
  /// What it goes by.
  var words: String
  /// `none`, `low`, `medium` or `high`.
  var risk: String
}

/// Where a region is.
struct PlaceReport: Codable {
  /// Such as `line 9, Setup › item 3`.
  var place: String
}

/// A document as it would be written now.
struct PreviewReport: Codable {
  /// The text; open regions are in it as conflicts.
  var pieces: [PreviewPiece]
  /// The encoding of the file, where it is not UTF-8.
  var encoding: String?
  /// What is wrong with it.
  var faults: [String]
  /// What became of the changes of each side.
  var sides: [SideReport]
}

/// What became of the changes of each side, as decided so far.
struct AuditReport: Codable {
  var sides: [SideReport]
}

/// A stretch of a preview.
struct PreviewPiece: Codable {
  var text: String
  /// As in ``PartReport``, and `decided` for a region that a person decided.
  var origin: String
}

/// What became of the changes of one side.
struct SideReport: Codable {
  var side: String
  var changes: Int
  var kept: Int
  var dropped: Int
  var open: Int
}
