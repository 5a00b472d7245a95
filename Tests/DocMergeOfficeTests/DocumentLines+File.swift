@testable import DocMergeOffice

extension DocumentLines {
  /// The lines of a docx or odt file.
  init(file: [UInt8]) throws {
    let package = try OfficePackage.read(file)
    self.init(
      try OfficeForm.of(package) == .word
        ? WordCodec.text(of: WordDocument(package)) : OpenCodec.text(of: OpenDocument(package)))
  }
}
