import DocMergeArchive

/// Reads and writes presentations of PowerPoint.
struct PowerPointCodec: OfficeCodec {
  let texts: (base: OfficeText, ours: OfficeText, theirs: OfficeText)
  /// Ours, with positions as they were read.
  private let oursAsRead: OfficeText
  private let base: PowerPointDocument
  private let ours: PowerPointDocument
  private let theirs: PowerPointDocument

  init(base: OfficePackage, ours: OfficePackage, theirs: OfficePackage) throws(OfficeRefusal) {
    var packages = (ours: ours, theirs: theirs)
    try Self.settleNoise(base, &packages.ours)
    try Self.settleNoise(base, &packages.theirs)
    try Self.settleNoise(packages.ours, &packages.theirs)
    self.base = try PowerPointDocument(base)
    self.ours = try PowerPointDocument(packages.ours)
    self.theirs = try PowerPointDocument(packages.theirs)
    let texts = [self.base, self.ours, self.theirs].map { PowerPointReader(document: $0).text() }
    for text in texts { try text.checkSize(of: self.ours.part) }
    let named = SlideNames.named(base: texts[0], ours: texts[1], theirs: texts[2])
    oursAsRead = named.ours
    self.texts = (
      named.base, ShapeNoise.settled(named.ours, like: named.base),
      ShapeNoise.settled(named.theirs, like: named.base)
    )
  }

  /// The folders of parts that slides are made after.
  private static let masters = [
    "ppt/slideLayouts/", "ppt/slideMasters/", "ppt/notesMasters/", "ppt/handoutMasters/",
  ]

  /// Takes a part of another version where a package differs only in what each program writes anew.
  private static func settleNoise(
    _ other: OfficePackage, _ package: inout OfficePackage
  ) throws(OfficeRefusal) {
    for part in package.names where masters.contains(where: part.hasPrefix) {
      guard part.hasSuffix(".xml"), let one = package[part], let two = other[part],
        !one.holdsSame(as: two), let old = try other.xml(part)?.root,
        var document = try package.xml(part)
      else { continue }
      let new = document.root
      if PowerPointDocument.withoutNoise(old) == PowerPointDocument.withoutNoise(new) {
        package[part] = two
      } else {
        document.root = ShapeNoise(like: old).settled(new.shapesOrdered(like: old))
        package.write(document, to: part)
      }
    }
  }

  /// The text of one presentation, whose slides and shapes are not named yet.
  static func unnamedText(of package: OfficePackage) throws(OfficeRefusal) -> OfficeText {
    try PowerPointReader(document: PowerPointDocument(package)).text()
  }

  func text(of package: OfficePackage, like written: OfficeText) throws(OfficeRefusal) -> OfficeText
  {
    SlideNames.named(
      PowerPointReader(document: try PowerPointDocument(package)).text(), like: written)
  }

  func written(_ text: OfficeText) throws(OfficeRefusal) -> OfficePackage {
    let parts = PartMerge(
      base: base.package, ours: ours.package, theirs: theirs.package, rule: Self.rule)
    var own: Set = [ours.part, ours.relationships.name, ContentTypes.part]
    for document in [base, ours, theirs] {
      for page in document.pages { own.formUnion([page.part, page.relationships.name]) }
      own.formUnion(document.package.names.filter { $0.hasPrefix("ppt/media/") })
    }
    var target = ours
    target.package = try parts.merged(without: own)
    for part in target.package.names where ours.package[part] == nil {
      try ContentTypes.bringAlong(part, as: part, from: theirs.package, to: &target.package)
    }
    var writer = PowerPointWriter(
      target: target, sources: [ours, theirs, base], oursLines: oursAsRead.slides)
    return try writer.written(text)
  }

  private static func rule(_ part: String) -> PartMerge.Rule {
    if masters.contains(where: part.hasPrefix), part.hasSuffix(".xml") { return .keyed(\.shapeKey) }
    return switch part.split(separator: "/").last.map(String.init) {
    case "app.xml", "thumbnail.jpeg", "thumbnail.emf": .computed
    case "core.xml": .described
    case "presProps.xml", "viewProps.xml": .volatile(\.name)
    default: .whole
    }
  }
}

extension PowerPointDocument {
  /// The slides and their notes.
  var pages: [Page] { slides.flatMap { [$0.page] + ($0.notes.map { [$0] } ?? []) } }
}

extension OfficeText {
  /// The lines of each slide, in order.
  var slides: [(name: String, lines: ArraySlice<Line>)] {
    var slides: [(name: String, lines: ArraySlice<Line>)] = []
    var (depth, start) = (0, 0)
    for (index, line) in lines.enumerated() {
      if case .open = line {
        if depth == 0 { start = index }
        depth += 1
      } else if line == .close {
        depth -= 1
        guard depth == 0 else { continue }
        slides.append((lines[start].container?.name ?? "", lines[start...index]))
      }
    }
    return slides
  }
}
