/// The session as a whole: the response to each step.
struct StateReport: Codable {
  /// The title of the session.
  var title: String
  /// The number of this state.
  var revision: Int
  /// The number of regions in all documents, and of the open ones.
  var total: Int
  var open: Int
  var canUndo: Bool
  var canRedo: Bool
  var documents: [DocumentSummary]
  /// The document with the following decisions: the one of the last step.
  var shown: Int?
  /// The choice for each region of it.
  var decisions: [DecisionReport]?
  /// The first change of the last step.
  var changed: ChangeReport?
  /// Why the last step was not taken.
  var message: String?
  /// Why the session cannot be saved.
  var keepFault: String?
}

/// A region, by its document and its number in it.
struct ChangeReport: Codable {
  var document: Int
  var region: Int
}

/// The facts about a document without its text.
struct DocumentSummary: Codable {
  var path: String
  /// The number of regions; 1 where it is decided as a whole.
  var regions: Int
  /// The number of open ones.
  var open: Int
  /// The number of open ones with a suggestion of at most medium risk.
  var suggested: Int
  /// Whether it has a text by regions.
  var isText: Bool
  /// The versions, ours first.
  var versions: [VersionReport]
  /// The choice for the whole: `version`, `all`, `newest`, `oldest`, `merge` or `tracked`.
  var whole: String?
  /// The number of the version that was chosen for the whole.
  var wholeVersion: Int?
  /// Whether rules can merge all versions.
  var canMerge: Bool
  /// Whether open regions can be written as tracked changes.
  var canTrack: Bool
  /// Whether the result must be one file, so that versions cannot be kept beside each other.
  var hasOneResult: Bool
  /// Changes when regions are split or joined, so that the text has to be read again.
  var layout: String
  /// The possible views, the default one first: `text`, `tree`, `image`, or `whole`.
  var views: [String]
  /// Whether the base is an image.
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
  /// The date of its last change; empty where it is not known.
  var date: String
  /// Whether a browser can show it as an image.
  var isImage: Bool
}

/// The choice for a region.
struct DecisionReport: Codable {
  /// The name of the choice; `nil` as long as the region is open.
  var choice: String?
  /// The text of the choice.
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
  /// The text of an agreed part.
  var text: String?
  /// The rule that settled it, or that makes the suggestion.
  var rule: RuleReport?
  /// The three texts, where both sides claim the place.
  var ours: String?
  var theirs: String?
  var base: String?
  /// The line of ours where an open region starts, counted from 1.
  var line: Int?
  /// The lines of each text where the part starts, if known.
  var lines: LinesReport?
  /// The suggestion of a bolder rule.
  var suggestion: String?
  /// The earlier decision for the same conflict.
  var remembered: String?
  /// The reason why nothing settled it.
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
  /// Its reason.
  var words: String
  /// `none`, `low`, `medium` or `high`.
  var risk: String
}

/// The place of a region.
struct PlaceReport: Codable {
  /// The place, such as `line 9, Setup › item 3`.
  var place: String
}

/// A document as it would be written now.
struct PreviewReport: Codable {
  /// The text; open regions are included as conflicts.
  var pieces: [PreviewPiece]
  /// The encoding of the file, where it is not UTF-8.
  var encoding: String?
  /// The faults.
  var faults: [String]
  /// The fates of the changes of each side.
  var sides: [SideReport]
}

/// The fates of the changes of each side, with the decisions so far.
struct AuditReport: Codable {
  var sides: [SideReport]
}

/// A stretch of a preview.
struct PreviewPiece: Codable {
  var text: String
  /// As in ``PartReport``, or `decided` for a region that a person decided.
  var origin: String
}

/// The fates of the changes of one side.
struct SideReport: Codable {
  var side: String
  var changes: Int
  var kept: Int
  var dropped: Int
  var open: Int
}
