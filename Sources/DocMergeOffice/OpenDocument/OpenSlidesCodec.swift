import DocMergeArchive

/// Reads and writes presentations of OpenDocument.
struct OpenSlidesCodec: OfficeCodec {
  static let body = "office:presentation"

  let texts: (base: OfficeText, ours: OfficeText, theirs: OfficeText)
  private let codec: OpenCodec

  init(base: OfficePackage, ours: OfficePackage, theirs: OfficePackage) throws(OfficeRefusal) {
    codec = try OpenCodec(base: base, ours: ours, theirs: theirs, bodyName: Self.body)
    texts = SlideNames.named(
      base: codec.texts.base, ours: codec.texts.ours, theirs: codec.texts.theirs)
  }

  /// The text of one presentation, whose slides and shapes are not named yet.
  static func unnamedText(of package: OfficePackage) throws(OfficeRefusal) -> OfficeText {
    try OpenCodec.text(of: OpenDocument(package, bodyName: body))
  }

  func text(of package: OfficePackage, like written: OfficeText) throws(OfficeRefusal) -> OfficeText
  {
    SlideNames.named(
      try OpenCodec.text(of: OpenDocument(package, bodyName: Self.body)), like: written)
  }

  func written(_ text: OfficeText) throws(OfficeRefusal) -> OfficePackage {
    try codec.written(text)
  }
}
