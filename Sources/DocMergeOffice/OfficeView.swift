import DocMergeArchive

/// Office documents as the text that they are compared, shown and merged as.
///
///     # The annual report
///
///     The costs rose, as the table says.※
///
///     | Name | Cost |
///     | --- |
///     | Apples | 3 |
///
///     ※ Without taxes.
package enum OfficeView {
  /// A document as text: a paragraph a line.
  ///
  /// - Throws: ``OfficeRefusal`` for a document that cannot be read.
  /// - Complexity: O(*n*), *n* being the number of bytes that the text has as XML.
  package static func text(of document: [UInt8]) throws(OfficeRefusal) -> [UInt8] {
    DocumentLines(try read(document)).text
  }

  private static func read(_ document: [UInt8]) throws(OfficeRefusal) -> OfficeText {
    let package = try OfficePackage.read(document)
    switch try OfficeForm.of(package) {
    case .word: return try WordCodec.text(of: WordDocument(package))
    case .openDocumentText: return try OpenCodec.text(of: OpenDocument(package))
    case nil: throw .otherForm
    }
  }

  /// Two versions of a document as texts to be compared.
  ///
  /// - Parameters:
  ///   - old: the old one; no bytes where there is none.
  ///   - new: the new one; no bytes where there is none.
  ///   - path: what it is called.
  ///   - namesFormatting: whether formatting that changed is named behind the line; `nil` names it where no
  ///     word tells the versions apart.
  /// - Returns: `nil` where one is no office document that can be read.
  package static func texts(
    old: [UInt8], new: [UInt8], path: String, namesFormatting: Bool? = nil
  ) -> (old: [UInt8], new: [UInt8])? {
    guard [old, new].allSatisfy({ $0.isEmpty || OfficeForm.isOffice($0, path: path) }),
      !old.isEmpty || !new.isEmpty
    else { return nil }
    // What cannot be read is compared byte by byte, as any other file.
    guard let before = old.isEmpty ? OfficeText() : try? read(old),
      let after = new.isEmpty ? OfficeText() : try? read(new)
    else { return nil }
    let (lines, others) = (DocumentLines(before), DocumentLines(after))
    let plain = (old: lines.text, new: others.text)
    guard namesFormatting ?? (plain.old == plain.new) else { return plain }
    let partners = LineMatch(others.shown.map(\.text), lines.shown.map(\.text)).partners
    var words: [Int: String] = [:]
    for (index, partner) in partners.enumerated() {
      guard let partner else { continue }
      let changed = FormatWords.changes(
        from: lines.shown[partner].line, to: others.shown[index].line)
      if !changed.isEmpty { words[index] = changed }
    }
    return (plain.old, LineTable(others, words: words).text)
  }
}
