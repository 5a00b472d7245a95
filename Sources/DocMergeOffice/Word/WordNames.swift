import DocMergeArchive

/// The order in which Word wants the properties of paragraphs and runs.
///
/// Source: ECMA-376, part 1, CT_PPr and CT_RPr.
enum WordNames {
  static let paragraphOrder = names(
    """
    pStyle keepNext keepLines pageBreakBefore framePr widowControl numPr suppressLineNumbers pBdr shd tabs \
    suppressAutoHyphens kinsoku wordWrap overflowPunct topLinePunct autoSpaceDE autoSpaceDN bidi \
    adjustRightInd snapToGrid spacing ind contextualSpacing mirrorIndents suppressOverlap jc textDirection \
    textAlignment textboxTightWrap outlineLvl divId cnfStyle rPr sectPr pPrChange
    """)
  static let runOrder = names(
    """
    ins del moveFrom moveTo rStyle rFonts b bCs i iCs caps smallCaps strike dstrike outline shadow emboss \
    imprint noProof snapToGrid vanish webHidden color spacing w kern position sz szCs highlight u effect bdr \
    shd fitText vertAlign rtl cs em lang eastAsianLayout specVanish oMath rPrChange
    """)
  static let cellOrder = names(
    """
    cnfStyle tcW gridSpan hMerge vMerge tcBorders shd noWrap tcMar textDirection tcFitText vAlign hideMark \
    headers cellIns cellDel cellMerge tcPrChange
    """)
  static let tableOrder = names(
    """
    tblStyle tblpPr tblOverlap bidiVisual tblStyleRowBandSize tblStyleColBandSize tblW jc tblCellSpacing \
    tblInd tblBorders shd tblLayout tblCellMar tblLook tblCaption tblDescription tblPrChange
    """)

  static let rowOrder = names(
    """
    cnfStyle divId gridBefore gridAfter wBefore wAfter cantSplit trHeight tblHeader tblCellSpacing jc hidden \
    ins del trPrChange
    """)
  static let sectionOrder = names(
    """
    headerReference footerReference footnotePr endnotePr type pgSz pgMar paperSrc pgBorders lnNumType \
    pgNumType cols formProt vAlign noEndnote titlePg textDirection bidi rtlGutter docGrid printerSettings \
    sectPrChange
    """)

  private static func names(_ words: String) -> [String: Int] {
    Dictionary(
      uniqueKeysWithValues: words.split(separator: " ").enumerated().map { ("w:\($1)", $0) })
  }
}

extension Properties {
  /// The elements in the order that a schema wants; those it does not know keep their place at the end.
  func elements(in order: [String: Int]) -> [Property] {
    func place(_ property: Property) -> Int {
      let name = property.value.name
      // What a tracked change was before stands last.
      return name.hasSuffix("Change") ? Int.max : order[name] ?? order.count
    }
    return list.enumerated()
      .sorted { (place($0.element), $0.offset) < (place($1.element), $1.offset) }
      .map(\.element)
  }
}
