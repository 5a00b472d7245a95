/// The three inputs of a merge, in memory.
struct MergeFiles: ~Copyable {
  private let oursFile: InputText
  private let baseFile: InputText
  private let theirsFile: InputText

  init(ours: consuming InputText, base: consuming InputText, theirs: consuming InputText) {
    oursFile = ours
    baseFile = base
    theirsFile = theirs
  }

  /// The bytes, valid during the life of the value.
  var ours: UnsafeRawBufferPointer { oursFile.bytes }
  var base: UnsafeRawBufferPointer { baseFile.bytes }
  var theirs: UnsafeRawBufferPointer { theirsFile.bytes }

  /// How many bytes they have together.
  var size: Int { ours.count + base.count + theirs.count }

  /// The most bytes that git compares.
  private static let sizeLimit = 1023 << 20

  /// Whether git would not merge such bytes.
  static func isBinary(_ text: UnsafeRawBufferPointer) -> Bool {
    text.count > sizeLimit || text.prefix(8000).contains(0)
  }
}
