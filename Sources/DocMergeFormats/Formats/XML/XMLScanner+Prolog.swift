import DocMergeLanguage

extension XMLScanner {
  /// Scans the declaration, the document type, comments and instructions before the root element.
  mutating func scanProlog() throws(FormatRefusal) {
    var isStandalone = false
    if cursor.isAt("<?xml"), cursor.byte(ahead: 5)?.isWhite == true {
      isStandalone = try scanDeclaration()
    }
    try scanMiscellany()
    guard cursor.isAt("<!DOCTYPE") else { return }
    try scanDocumentType()
    if isStandalone { entities.isOpen = false }
    try scanMiscellany()
  }

  /// Scans white space, comments and instructions outside the root element.
  mutating func scanMiscellany() throws(FormatRefusal) {
    cursor.skip(while: \.isWhite)
    while cursor.next == UInt8(ascii: "<"), isAtRemark {
      try scanRemark()
      cursor.skip(while: \.isWhite)
    }
  }

  /// Scans `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>`; returns whether the text is standalone.
  private mutating func scanDeclaration() throws(FormatRefusal) -> Bool {
    let start = cursor.offset
    var values: [(name: String, value: String)] = []
    cursor.offset += 5
    while !cursor.isAt("?>") {
      let gap = cursor.offset
      cursor.skip(while: \.isWhite)
      if cursor.isAt("?>") { break }
      guard gap < cursor.offset else {
        throw refusal(tr("the end of the declaration was expected"))
      }
      let name = try scanName()
      cursor.skip(while: \.isWhite)
      guard cursor.take(UInt8(ascii: "=")) else { throw refusal(tr("an equals sign was expected")) }
      cursor.skip(while: \.isWhite)
      let value = try scanLiteral()
      values.append(
        (
          String(decoding: cursor.text[name], as: UTF8.self),
          String(decoding: cursor.text[value], as: UTF8.self)
        ))
    }
    cursor.offset += 2
    let names = values.map(\.name)
    let order = ["version", "encoding", "standalone"].filter(names.contains)
    guard names == order, names.first == "version", !values[0].value.isEmpty,
      values[0].value.utf8.allSatisfy(\.isASCIIPartOfXMLName)
    else {
      throw FormatRefusal(at: start, tr("the declaration of XML is not understood"))
    }
    guard let standalone = values.first(where: { $0.name == "standalone" })?.value else {
      return false
    }
    guard standalone == "yes" || standalone == "no" else {
      throw FormatRefusal(at: start, tr("yes or no was expected behind standalone"))
    }
    return standalone == "yes"
  }

  /// Scans text in quotation marks of either kind; returns its range, without them.
  @discardableResult
  private mutating func scanLiteral() throws(FormatRefusal) -> Range<Int> {
    guard let quote = cursor.next, quote == 0x22 || quote == 0x27 else {
      throw refusal(tr("a quotation mark was expected"))
    }
    cursor.offset += 1
    let start = cursor.offset
    cursor.skip { $0 != quote }
    guard cursor.take(quote) else { throw refusal(tr("a closing quotation mark was expected")) }
    return start..<cursor.offset - 1
  }

  // MARK: - Document type

  private mutating func scanDocumentType() throws(FormatRefusal) {
    cursor.offset += 9
    try scanWhite()
    try scanName()
    cursor.skip(while: \.isWhite)
    if try scanExternalIdentifier() { entities.isOpen = true }
    cursor.skip(while: \.isWhite)
    if cursor.take(UInt8(ascii: "[")) { try scanInternalSubset() }
    cursor.skip(while: \.isWhite)
    guard cursor.take(UInt8(ascii: ">")) else {
      throw refusal(tr("the end of the document type was expected"))
    }
  }

  private mutating func scanWhite() throws(FormatRefusal) {
    guard cursor.next?.isWhite == true else { throw refusal(tr("white space was expected")) }
    cursor.skip(while: \.isWhite)
  }

  /// Scans `SYSTEM "…"` or `PUBLIC "…" "…"`; returns whether one of them is here.
  private mutating func scanExternalIdentifier() throws(FormatRefusal) -> Bool {
    let isPublic = cursor.isAt("PUBLIC")
    guard isPublic || cursor.isAt("SYSTEM") else { return false }
    cursor.offset += 6
    for _ in 0..<(isPublic ? 2 : 1) {
      try scanWhite()
      try scanLiteral()
    }
    return true
  }

  /// Scans declarations up to the closing bracket.
  private mutating func scanInternalSubset() throws(FormatRefusal) {
    while !cursor.take(UInt8(ascii: "]")) {
      switch cursor.next {
      case UInt8(ascii: "%"):
        cursor.offset += 1
        try scanName()
        guard cursor.take(UInt8(ascii: ";")) else { throw refusal(tr("a semicolon was expected")) }
        entities.isOpen = true
      case UInt8(ascii: "<"):
        try isAtRemark ? scanRemark() : scanMarkupDeclaration()
      case .some(let byte) where byte.isWhite: cursor.skip(while: \.isWhite)
      default: throw refusal(tr("a declaration was expected"))
      }
    }
  }

  /// Scans `<!ENTITY name "value">` and the like; the declaration is not checked.
  private mutating func scanMarkupDeclaration() throws(FormatRefusal) {
    let isEntity = cursor.isAt("<!ENTITY")
    guard
      isEntity || cursor.isAt("<!ELEMENT") || cursor.isAt("<!ATTLIST")
        || cursor.isAt("<!NOTATION")
    else { throw refusal(tr("a declaration was expected")) }
    cursor.offset += 2
    cursor.skip(while: \.isASCIILetter)
    try scanWhite()
    if isEntity, cursor.next != UInt8(ascii: "%") {
      let name = try scanName()
      entities.insert(cursor.text[name])
    }
    while !cursor.take(UInt8(ascii: ">")) {
      switch cursor.next {
      case 0x22, 0x27: try scanLiteral()
      case UInt8(ascii: "<"), UInt8(ascii: "["), UInt8(ascii: "]"), nil:
        throw refusal(tr("the end of the declaration was expected"))
      default: cursor.offset += 1
      }
    }
  }
}
