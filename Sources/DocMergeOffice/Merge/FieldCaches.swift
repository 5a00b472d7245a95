import DocMergeArchive

/// What fields showed last, such as the number of a page, which programs compute whenever they show a document.
struct FieldCaches {
  /// What shows one thing: its fields, and what each showed, in order.
  private typealias Caches = [FieldCache.Key: [XMLElement]]

  /// Versions, the base first, whose fields show the same.
  static func settled(_ texts: [OfficeText]) -> [OfficeText] {
    var found = texts.map { _ in Caches() }
    for (version, text) in texts.enumerated() {
      for line in text.lines {
        _ = line.mappingFields { key, value in
          found[version][key, default: []].append(value)
          return value
        }
      }
    }
    let chosen = chosen(found)
    guard !chosen.isEmpty else { return texts }
    return texts.map { text in
      var (text, next) = (text, [FieldCache.Key: Int]())
      text.lines = text.lines.map { line in
        line.mappingFields { key, value in
          let place = next[key, default: 0]
          next[key] = place + 1
          guard let values = chosen[key], !values.isEmpty else { return value }
          return values[min(place, values.count - 1)]
        }
      }
      return text
    }
  }

  /// What the fields show in all versions, where these do not agree.
  private static func chosen(_ found: [Caches]) -> Caches {
    var chosen: Caches = [:]
    for (key, values) in found[0].merging(found[1], uniquingKeysWith: { $1 }).merging(
      found[2], uniquingKeysWith: { $1 })
    {
      let all = found.map { $0[key] ?? [] }
      if all.allSatisfy({ $0 == values }) { continue }
      if all.allSatisfy({ $0.count == values.count }) {
        chosen[key] = values.indices.map { index in
          ComputedText.chosen(all[0][index], all[1][index], all[2][index], size: FieldCache.size)
        }
      } else if all[1] == all[0] || all[2] == all[0] || all[1] == all[2] {
        continue
      } else if key.isOfPage,
        let largest = (all[1] + all[2]).max(by: {
          FieldCache.size($0) < FieldCache.size($1)
        })
      {
        // The fields cannot be matched; programs compute these at once.
        chosen[key] = [largest]
      }
    }
    return chosen
  }

}

/// A field whose value is computed.
enum FieldCache {
  /// What a field shows.
  struct Key: Hashable {
    var field: String
    /// Whether it shows something of the page or the file, and not of another place in the text.
    var isOfPage: Bool
  }

  private static let pageFields: Set = [
    "PAGE", "NUMPAGES", "SECTIONPAGES", "SECTION", "DATE", "TIME", "FILENAME", "FILESIZE",
    "NUMWORDS", "NUMCHARS", "EDITTIME", "PRINTDATE", "SAVEDATE", "LASTSAVEDBY", "REVNUM",
  ]
  private static let otherFields: Set = ["PAGEREF", "SEQ", "REF", "STYLEREF", "NOTEREF"]

  /// The key of a field of Word; `nil` for one whose text a person writes.
  static func key(instruction: String) -> Key? {
    let words = instruction.split(whereSeparator: \.isWhitespace)
    guard let first = words.first?.uppercased() else { return nil }
    let isOfPage = pageFields.contains(first)
    guard isOfPage || otherFields.contains(first) else { return nil }
    return Key(field: words.joined(separator: " "), isOfPage: isOfPage)
  }

  private static let openFields: Set = [
    "text:page-number", "text:page-count", "text:date", "text:time", "text:file-name",
    "text:word-count", "text:character-count", "text:paragraph-count", "text:table-count",
    "text:image-count", "text:object-count", "text:print-date", "text:print-time",
    "text:modification-date", "text:modification-time", "text:editing-duration",
    "text:editing-cycles", "text:chapter", "text:page-continuation",
  ]
  private static let openReferences: Set = [
    "text:sequence", "text:bookmark-ref", "text:reference-ref", "text:note-ref",
    "text:sequence-ref",
  ]
  private static let values: Set = ["text:date-value", "text:time-value"]

  /// The key of a field of OpenDocument; `nil` for one that is fixed, or whose text a person writes.
  static func key(element: XMLElement) -> Key? {
    let isOfPage = openFields.contains(element.name)
    guard isOfPage || openReferences.contains(element.name), element["text:fixed"] != "true" else {
      return nil
    }
    let set = element.attributes.filter { !values.contains($0.name) }
      .map { "\($0.name)=\($0.value)" }.sorted()
    return Key(field: ([element.name] + set).joined(separator: " "), isOfPage: isOfPage)
  }

  /// Orders values by their lengths first, so that of two numbers the larger one is taken.
  static func size(_ value: XMLElement) -> String {
    let text = value.xml
    return String(repeating: "1", count: text.utf8.count) + "0" + text
  }
}

extension Line {
  /// The line, with what its fields show replaced.
  fileprivate func mappingFields(
    _ change: (FieldCache.Key, XMLElement) -> XMLElement
  ) -> Line {
    guard paragraphs.contains(where: \.mayHaveFields) else { return self }
    return mapParagraphs { $0.mapFields(change) }
  }
}

extension Paragraph {
  fileprivate var mayHaveFields: Bool {
    !objects.isEmpty
      || formats.contains { $0.list.contains { $0.value.name == "w:fldSimple" } }
  }

  fileprivate mutating func mapFields(_ change: (FieldCache.Key, XMLElement) -> XMLElement) {
    for index in objects.indices {
      objects[index].note = objects[index].note.map { $0.mappingFields(change) }
      guard objects[index].kind == .field, let key = FieldCache.key(element: objects[index].element)
      else { continue }
      objects[index].element = change(key, objects[index].element)
    }
    for (key, range) in cachedRanges.reversed() {
      let text = String(String.UnicodeScalarView(glyphs[range].map(\.scalar)))
      let value = change(key, XMLElement("shown", children: [.text(text)]))
      if value.text != text { replace(range, with: value.text) }
    }
  }

  /// What fields of Word show: the characters between the marks of a field, or those in its element.
  private var cachedRanges: [(FieldCache.Key, Range<Int>)] {
    var scan = FieldScan()
    for (index, glyph) in glyphs.enumerated() {
      scan.pass(object(of: glyph)?.element, at: index, of: formats[glyph.format])
    }
    scan.pass(nil, at: glyphs.count, of: Properties())
    return scan.ranges
  }

  private mutating func replace(_ range: Range<Int>, with text: String) {
    guard let format = range.first.map({ glyphs[$0].format }) else { return }
    let added = text.unicodeScalars.map { Glyph(scalar: $0, format: format, object: nil) }
    glyphs.replaceSubrange(range, with: added)
    for index in marks.indices where marks[index].position > range.lowerBound {
      let place = marks[index].position
      marks[index].position =
        place >= range.upperBound
        ? place + added.count - range.count : min(place, range.lowerBound + added.count)
    }
  }
}

/// Finds what fields of Word show, one character after the other.
private struct FieldScan {
  private(set) var ranges: [(FieldCache.Key, Range<Int>)] = []
  private var instruction: String?
  private var start: Int?
  private var simple: (property: Properties.Property, start: Int)?
  /// Whether the element of a field holds characters only, and no field of its own.
  private var isPlain = true

  mutating func pass(_ object: XMLElement?, at index: Int, of format: Properties) {
    passSimple(format.list.first { $0.value.name == "w:fldSimple" }, at: index)
    guard let object else { return }
    isPlain = false
    switch (object.name, object["w:fldCharType"]) {
    case ("w:fldChar", "begin"): (instruction, start) = (Self.isLocked(object) ? nil : "", nil)
    case ("w:instrText", _): instruction? += object.text
    case ("w:fldChar", "separate"): start = instruction == nil ? nil : index + 1
    case ("w:fldChar", "end"):
      if let start, start < index, let key = instruction.flatMap(FieldCache.key(instruction:)) {
        ranges.append((key, start..<index))
      }
      (instruction, start) = (nil, nil)
    default: (instruction, start) = (nil, nil)
    }
  }

  private mutating func passSimple(_ property: Properties.Property?, at index: Int) {
    if property == simple?.property { return }
    if let simple, simple.start < index, instruction == nil, isPlain,
      !Self.isLocked(simple.property.value),
      let key = simple.property.value["w:instr"].flatMap(FieldCache.key(instruction:))
    {
      ranges.append((key, simple.start..<index))
    }
    simple = property.map { ($0, index) }
    isPlain = true
  }

  /// Whether a person fixed what the field shows.
  private static func isLocked(_ field: XMLElement) -> Bool {
    ["1", "true", "on"].contains(field["w:fldLock"] ?? "")
  }
}
