import DocMergeArchive

/// Paragraphs of shapes, as DrawingML writes them.
enum DrawingText {
  // MARK: - Read

  /// A paragraph.
  ///
  /// - Parameter element: the element, with names in the place of ids.
  /// - Returns: the paragraph.
  static func paragraph(_ element: XMLElement) -> Paragraph {
    var paragraph = Paragraph()
    if let properties = element.first("a:pPr") {
      paragraph.properties = self.properties(properties)
    }
    paragraph.properties["end"] = element.first("a:endParaRPr")
    for child in element.elements {
      let format = child.first("a:rPr").map { properties($0) } ?? Properties()
      switch child.name {
      case "a:pPr", "a:endParaRPr": break
      case "a:r": paragraph.append(child.first("a:t")?.text ?? "", format)
      case "a:br":
        paragraph.append(TextObject(kind: .lineBreak, element: XMLElement("a:br")), format)
      default:
        paragraph.append(
          TextObject(kind: .field, element: child, isBetweenRuns: true), Properties())
      }
    }
    return paragraph
  }

  private static func properties(_ element: XMLElement) -> Properties {
    var properties = Properties()
    for attribute in element.attributes {
      properties["a|\(attribute.name)"] = XMLElement("a", [attribute])
    }
    for child in element.elements {
      // Of several ways to fill one holds.
      properties[fills.contains(child.name) ? "fill" : child.name] = child
    }
    return properties
  }

  private static let fills: Set = [
    "a:noFill", "a:solidFill", "a:gradFill", "a:blipFill", "a:pattFill", "a:grpFill",
  ]

  // MARK: - Written

  /// The element of a paragraph.
  static func element(_ paragraph: Paragraph) -> XMLElement {
    var element = XMLElement("a:p")
    var set = paragraph.properties
    let end = set["end"]
    set["end"] = nil
    if !set.isEmpty { element.children.append(.element(properties(set, as: "a:pPr"))) }
    var text = ""
    var format: Properties?
    func closeRun() {
      guard let known = format else { return }
      element.children.append(
        .element(
          XMLElement(
            "a:r",
            children: [
              .element(properties(known, as: "a:rPr")),
              .element(XMLElement("a:t", children: [.text(text)])),
            ])))
      (text, format) = ("", nil)
    }
    for glyph in paragraph.glyphs {
      let own = paragraph.formats[glyph.format]
      if let object = paragraph.object(of: glyph) {
        closeRun()
        var inner = object.element
        if object.kind == .lineBreak, !own.isEmpty {
          inner.children = [.element(properties(own, as: "a:rPr"))]
        }
        element.children.append(.element(inner))
        continue
      }
      if format != own { closeRun() }
      format = own
      text.unicodeScalars.append(glyph.scalar)
    }
    closeRun()
    if let end { element.children.append(.element(end)) }
    return element
  }

  private static func properties(_ properties: Properties, as name: String) -> XMLElement {
    var element = XMLElement(name)
    for property in properties.elements(in: name == "a:pPr" ? paragraphOrder : runOrder) {
      if property.name.hasPrefix("a|") {
        element.attributes += property.value.attributes
      } else {
        element.children.append(.element(property.value))
      }
    }
    return element
  }

  /// Source: ECMA-376, part 1, CT_TextParagraphProperties and CT_TextCharacterProperties.
  private static let paragraphOrder = names(
    """
    lnSpc spcBef spcAft buClrTx buClr buSzTx buSzPct buSzPts buFontTx buFont buNone buAutoNum buChar buBlip \
    tabLst defRPr extLst
    """)
  private static let runOrder = names(
    """
    ln noFill solidFill gradFill blipFill pattFill grpFill effectLst effectDag highlight uLnTx uLn uFillTx \
    uFill latin ea cs sym hlinkClick hlinkMouseOver rtl extLst
    """)

  private static func names(_ words: String) -> [String: Int] {
    Dictionary(
      uniqueKeysWithValues: words.split(separator: " ").enumerated().map { ("a:\($1)", $0) })
  }
}
