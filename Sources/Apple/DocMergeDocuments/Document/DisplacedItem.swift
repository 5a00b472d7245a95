import DocMerge
import DocMergeSystem
import Foundation
import Synchronization

/// The item that a save replaced, if it is not the one that was checked: another program wrote it meanwhile.
final class DisplacedItem: Sendable {
  private let expected: WrittenItem?
  private let isNew: Bool
  private let found = Mutex<(contents: DocumentContents, date: Date?)?>(nil)

  /// Expects an item as it was when the save began; `isNew` refuses any other.
  init(expected: WrittenItem?, isNew: Bool) {
    self.expected = expected
    self.isNew = isNew
  }

  /// The contents that another program wrote; `nil` if none did.
  var contents: DocumentContents? { found.withLock { $0?.contents } }

  /// The date of that item.
  var date: Date? { found.withLock { $0?.date } }

  /// Keeps the contents of the replaced item at a path if another program wrote it.
  ///
  /// - Throws: `CocoaError`; ``FileError`` with `EEXIST` where nothing was to be replaced.
  func take(_ path: SystemPath) throws {
    let url = URL(fileURLWithPath: String(decoding: path.bytes, as: UTF8.self))
    if isNew { throw FileError("replace", path, code: EEXIST) }
    guard WrittenItem(at: url) != expected else { return }
    let contents = try VersionFiles.contents(at: url)
    found.withLock { $0 = (contents, VersionedItem.date(of: url)) }
  }
}
