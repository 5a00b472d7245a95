import DocMerge
import DocMergeSystem
import Foundation
import Synchronization

/// The item that a save replaced, if it is not the one that was checked: another program wrote it meanwhile.
final class DisplacedItem: Sendable {
  private let expected: WrittenItem?
  private let rule: Rule
  private let found = Mutex<(contents: DocumentContents, date: Date?)?>(nil)

  /// What happens to an item that another program wrote.
  enum Rule: Sendable {
    /// Its contents are kept: they become a version.
    case keep
    /// It stays: there are no versions.
    case leave
    /// Any item stays: the save expected none.
    case leaveAny
  }

  /// Expects an item as it was when the save began.
  init(expected: WrittenItem?, _ rule: Rule) {
    self.expected = expected
    self.rule = rule
  }

  /// The contents that another program wrote; `nil` if none did.
  var contents: DocumentContents? { found.withLock { $0?.contents } }

  /// The date of that item.
  var date: Date? { found.withLock { $0?.date } }

  /// Follows the rule for the replaced item at a path.
  ///
  /// - Throws: `CocoaError`; ``ChangedByOthers``; ``FileError`` with `EEXIST` where nothing was to be replaced.
  func take(_ path: SystemPath) throws {
    let url = URL(fileURLWithPath: String(decoding: path.bytes, as: UTF8.self))
    if rule == .leaveAny { throw FileError("replace", path, code: EEXIST) }
    guard WrittenItem(at: url) != expected else { return }
    if rule == .leave { throw ChangedByOthers() }
    let contents = try VersionFiles.contents(at: url)
    found.withLock { $0 = (contents, VersionedItem.date(of: url)) }
  }
}

/// Why a save outside of containers left the file alone: another program has changed it.
struct ChangedByOthers: Error, LocalizedError {
  var errorDescription: String? { "The file has been changed by another program." }
}
