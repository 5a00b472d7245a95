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
    try read(document).text
  }

  /// The versions of a merge and its result as texts that can be audited.
  ///
  /// - Parameters:
  ///   - versions: the base, ours, theirs and the result; no bytes where there is no base.
  ///   - name: is called with the index of a version before it is read.
  /// - Returns: the text of each.
  /// - Throws: ``OfficeRefusal`` for a document that cannot be read.
  package static func auditTexts(
    of versions: [[UInt8]], reading name: (Int) -> Void = { _ in }
  ) throws(OfficeRefusal) -> [[UInt8]] {
    var (texts, workbooks, books) = ([[UInt8]](), [Workbook](), [BookDocument]())
    var (documents, slides) = ([OfficeText](), [OfficeText]())
    var syntax = FormulaText.Syntax.excel
    for (index, version) in versions.enumerated() {
      name(index)
      let contents = version.isEmpty ? nil : try read(version)
      texts.append(contents?.text ?? [])
      if case .text(let text)? = contents { documents.append(text) }
      if case .slides(let text)? = contents { slides.append(text) }
      if case .book(let book)? = contents { books.append(book) }
      if case .workbook(let workbook, let written)? = contents {
        workbooks.append(workbook)
        syntax = written
      }
    }
    if documents.count == 4 || slides.count == 4 {
      let named =
        slides.isEmpty
        ? documents
        : SlideNames.named(
          base: slides[0], ours: slides[1], theirs: slides[2], result: slides[3])
      return ComputedText.settled(named).map { DocumentLines($0).text }
    }
    if books.count == 4, versions.count == 4 {
      let dated = BookDate.settled(base: books[0], ours: books[1], theirs: books[2])
      return [texts[0], dated.ours.text, dated.theirs.text, texts[3]]
    }
    guard workbooks.count == 4, versions.count == 4 else { return texts }
    return WorkbookAudit(
      base: workbooks[0], ours: workbooks[1], theirs: workbooks[2], result: workbooks[3], syntax
    ).texts
  }

  private enum Contents {
    case text(OfficeText)
    /// Slides, whose names are not counted yet.
    case slides(OfficeText)
    case workbook(Workbook, FormulaText.Syntax)
    case book(BookDocument)

    /// The lines; `nil` for what has none.
    var lines: OfficeText? {
      switch self {
      case .text(let text): text
      case .slides(let text): SlideNames.named(text)
      case .workbook, .book: nil
      }
    }

    var text: [UInt8] {
      switch self {
      case .text(let text): DocumentLines(text).text
      case .slides(let text): DocumentLines(SlideNames.named(text)).text
      case .workbook(let workbook, _): workbook.text
      case .book(let book): book.text
      }
    }
  }

  private static func read(_ document: [UInt8]) throws(OfficeRefusal) -> Contents {
    let package = try OfficePackage.read(document)
    switch try OfficeForm.of(package) {
    case .word: return .text(try WordCodec.text(of: WordDocument(package)))
    case .openDocumentText: return .text(try OpenCodec.text(of: OpenDocument(package)))
    case .openDocumentSlides: return .slides(try OpenSlidesCodec.unnamedText(of: package))
    case .powerPoint: return .slides(try PowerPointCodec.unnamedText(of: package))
    case .book: return .book(try BookDocument(package))
    case .excel: return .workbook(try ExcelCodec.workbook(of: package), .excel)
    case .openDocumentSheets:
      return .workbook(try OpenSheetsCodec.workbook(of: package), .openFormula)
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
    let before = old.isEmpty ? nil : try? read(old)
    let after = new.isEmpty ? nil : try? read(new)
    guard old.isEmpty || before != nil, new.isEmpty || after != nil else { return nil }
    guard let one = (before ?? .text(OfficeText())).lines,
      let other = (after ?? .text(OfficeText())).lines
    else { return (before?.text ?? [], after?.text ?? []) }
    return texts(old: one, new: other, namesFormatting: namesFormatting)
  }

  private static func texts(
    old: OfficeText, new: OfficeText, namesFormatting: Bool?
  ) -> (old: [UInt8], new: [UInt8]) {
    let (lines, others) = (DocumentLines(old), DocumentLines(new))
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
