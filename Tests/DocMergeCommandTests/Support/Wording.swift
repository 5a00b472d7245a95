import DocMerge
import DocMergeLanguage

@testable import DocMergeCommand

/// The command's words for tests, in a file of their own: names of its verbs would hide others that
/// the macros of the tests need.
enum Wording {
  static func size(_ bytes: Int64) -> String { Words.size(bytes) }
  static func count(_ number: Int, _ thing: String) -> String { counted(number, thing) }
  static func json(_ date: Timestamp) -> String { Words.json(date) }
  static func pad(_ text: String, _ width: Int) -> String { Words.pad(text, width) }
  static func quoted(_ text: String) -> String { Shell.quoted(text) }
  static func regions(_ merge: UnfinishedMerge, of ours: String) -> String {
    MergeWords.regions(merge, of: ours)
  }
  static func suggestions(_ merge: UnfinishedMerge) -> [String] { MergeWords.suggestions(merge) }
}
