import DocMergeArchive
import DocMergeCore
import DocMergeFormats
import DocMergeLanguage

/// Three versions of a book, merged text by text.
struct BookMerge: OfficeMerging {
  private let base: BookDocument
  private let ours: BookDocument
  private let theirs: BookDocument
  /// The parts of all versions, in the order of ours.
  private let names: [String]
  let texts: (base: [UInt8], ours: [UInt8], theirs: [UInt8])

  init(
    base: OfficePackage, ours: OfficePackage, theirs: OfficePackage
  ) throws(OfficeRefusal) {
    self.base = try BookDocument(base)
    let dated = BookDate.settled(
      base: self.base, ours: try BookDocument(ours), theirs: try BookDocument(theirs))
    (self.ours, self.theirs) = BookOrder.settled(
      base: self.base, ours: dated.ours, theirs: dated.theirs)
    guard self.ours.contentsPart == self.theirs.contentsPart else {
      throw .bothChanged(part: "META-INF/container.xml")
    }
    names = Self.order(self.ours, [self.theirs, self.base])
    texts = (
      Self.text(self.base, names), Self.text(self.ours, names), Self.text(self.theirs, names)
    )
  }

  /// The parts of a version, with those of others behind the ones that they follow there.
  private static func order(_ first: BookDocument, _ others: [BookDocument]) -> [String] {
    var names = first.sections.map(\.name)
    for other in others {
      var before: String?
      for section in other.sections {
        defer { before = section.name }
        guard !names.contains(section.name) else { continue }
        let place = before.flatMap { names.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
        names.insert(section.name, at: place)
      }
    }
    return names
  }

  private static func text(_ book: BookDocument, _ names: [String]) -> [UInt8] {
    names.flatMap { name in
      book.contents(name).map { BookDocument.heading(name) + $0 + [0x0A] } ?? []
    }
  }

  // MARK: - Merging

  func merge(
    _ options: TextMergeOptions, pair: PairRunner
  ) throws(MergeCancelled) -> LayeredMerge {
    var regions = BookRegions(texts)
    for name in names {
      let versions = [base.contents(name), ours.contents(name), theirs.contents(name)]
      guard let mine = versions[1], let other = versions[2] else {
        regions.addOneSided(name, versions, isLinked: isLinked(name))
        continue
      }
      var options = options
      options.structure = DocumentStructure(path: name, formatName: Self.format(of: name))
      let merge = try LayeredMerge(
        base: versions[0] ?? [], ours: mine, theirs: other, options: options,
        pair: pair)
      let merged = merge.merged.regions
      let isList = options.policy != .strict && BookLists.areIn(name, of: ours)
      regions.add(name, versions, isList ? BookLists.settled(merged) : merged)
    }
    let merged = Merged(regions: regions.regions, style: options.style)
    return LayeredMerge(merged, base: texts.base, ours: texts.ours, theirs: texts.theirs)
  }

  /// Whether one side deleted a part to which the other side put in a link.
  private func isLinked(_ name: String) -> Bool {
    let side = ours.contents(name) == nil ? theirs : ours
    guard let contents = base.contents(name), side.contents(name) == contents else { return false }
    return BookLinks.leads(to: name, from: side, base: base) { BookLists.areIn($0, of: side) }
  }

  /// Parts of books are XML whatever their names end in; style sheets are not.
  private static func format(of name: String) -> String? {
    name.hasSuffix(".css") ? nil : "xml"
  }

  // MARK: - Writing

  func composed(_ text: [UInt8]) throws(OfficeRefusal) -> [UInt8] {
    let sections = try numbered(sections(of: text))
    var own = Set([base, ours, theirs].flatMap { $0.sections.map(\.name) })
    own.insert(BookDocument.typePart)
    var package = try PartMerge(
      base: base.package, ours: ours.package, theirs: theirs.package
    ) { _ in .whole }.merged(without: own)
    // New parts stand in the same order wherever they are merged.
    for name in own.sorted() where name != BookDocument.typePart {
      guard let contents = sections[name] else {
        package[name] = nil
        continue
      }
      let like = ours.package[name] ?? theirs.package[name] ?? base.package[name]
      if let like, try package.isUnchanged(like, contents) {
        package[name] = like
      } else {
        package[name] = ZipMember(
          name: name, contents: contents, like: like, time: like?.time ?? 0)
      }
    }
    let bytes = try package.written()
    let book = try BookDocument(OfficePackage.read(bytes))
    guard
      Dictionary(book.sections.map { ($0.name, $0.contents) }, uniquingKeysWith: { $1 })
        == sections
    else { throw .unaccounted(in: tr("the chapters")) }
    try book.checkContents()
    return bytes
  }

  /// The texts with the points of tables of contents numbered anew.
  private func numbered(
    _ texts: [String: [UInt8]]
  ) throws(OfficeRefusal) -> [String: [UInt8]] {
    var sections = texts
    for (name, table) in texts where name.hasSuffix(".ncx") {
      var inputs: [[UInt8]?] = []
      for book in [base, ours, theirs] { inputs.append(try book.package.contents(name)) }
      sections[name] = BookOrder.numbered(table, like: inputs)
    }
    return sections
  }

  /// The texts of the parts of a book.
  private func sections(of text: [UInt8]) throws(OfficeRefusal) -> [String: [UInt8]] {
    var sections: [String: [UInt8]] = [:]
    let known = Set(names.map { BookDocument.heading($0) })
    var starts: [(name: String, heading: Int, contents: Int)] = []
    var start = 0
    while start < text.count {
      let end = text[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? text.count
      let line = Array(text[start..<end])
      if known.contains(line) {
        let name = String(
          decoding: line.dropFirst(BookDocument.headingStart.utf8.count).dropLast(), as: UTF8.self)
        starts.append((name, start, end))
      }
      start = end
    }
    guard starts.first?.heading == 0 || text.isEmpty,
      Set(starts.map(\.name)).count == starts.count
    else { throw .unaccounted(in: tr("the chapters")) }
    for (index, start) in starts.enumerated() {
      let end = index + 1 < starts.count ? starts[index + 1].heading : text.count
      // The line end before the next heading is none of the part.
      guard end > start.contents, text[end - 1] == 0x0A else {
        throw .unaccounted(in: start.name)
      }
      sections[start.name] = Array(text[start.contents..<(end - 1)])
    }
    return sections
  }
}

extension BookDocument {
  /// Refuses a book that lists parts that it does not have.
  ///
  /// - Throws: ``OfficeRefusal/malformed(part:reason:)``.
  fileprivate func checkContents() throws(OfficeRefusal) {
    guard let list = try package.xml(contentsPart)?.root else { return }
    var (ids, wanted, doubled) = (Set<String>(), Set<String>(), false)
    list.forEach { element in
      if element.localName == "item", let id = element["id"] {
        if !ids.insert(id).inserted { doubled = true }
      } else if element.localName == "itemref", let id = element["idref"] {
        wanted.insert(id)
      }
    }
    guard !doubled, wanted.isSubset(of: ids) else {
      throw .malformed(part: contentsPart, reason: tr("its lists do not fit together"))
    }
  }
}

extension OfficePackage {
  /// Whether a part holds just some contents.
  fileprivate func isUnchanged(
    _ member: ZipMember, _ contents: [UInt8]
  ) throws(OfficeRefusal) -> Bool {
    do throws(ArchiveRefusal) {
      return try member.contents() == contents
    } catch {
      throw OfficeRefusal(error)
    }
  }
}
