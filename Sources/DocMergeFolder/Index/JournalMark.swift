/// A position in the journal of a monitor: see `FolderJournal`.
package struct JournalMark: Sendable, Hashable {
  var generation: [UInt8]
  package var offset: Int
}
