import DocMergeCore
import DocMergeTestSupport
import Foundation
import Testing

@testable import DocMergeOffice

/// Conflicts as tracked changes, which LibreOffice accepts and rejects.
@Suite(
  .enabled(
    if: FileManager.default.isExecutableFile(atPath: "/usr/bin/soffice"),
    "LibreOffice is missing: apt-get install libreoffice-writer python3-uno"))
struct TrackedOfficeTests {
  private let folder = TemporaryFolder()

  private func office(_ words: [String]) -> Output {
    let script =
      "\(#filePath.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" })/tracked.py"
    return Program("/usr/bin/python3", in: folder.path, environment: ["HOME": folder.path])
      .run([script] + words)
  }

  @Test(arguments: ["docx", "odt"])
  func `gives each side its text where its changes are accepted`(form: String) throws {
    let made = office(["make", "\(folder.path)/triples", form, "16", "5"])
    try #require(made.status == 0, "\(made)")
    var count = 0
    for number in 0..<16 {
      let place = "\(folder.path)/triples/\(number)"
      let versions = try ["base", "ours", "theirs"].map {
        try #require(File("\(place)/\($0).\(form)").bytes)
      }
      count += try write(versions, form, to: place) ? 1 : 0
    }
    #expect(count >= 12)
    check(form, count)
  }

  @Test(arguments: [("docx", OfficeForm.word), ("odt", .openDocumentText)])
  func `gives each side of a small document its text`(form: String, kind: OfficeForm) throws {
    var count = 0
    for seed in 0..<30 {
      var generator = SeededGenerator(seed: seed)
      let base = ModelDocument(&generator)
      let edits = (base.edits(&generator).ours, base.edits(&generator, tag: "b").ours)
      let place = "\(folder.path)/triples/\(seed)"
      try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
      let versions = try [base, base.applying(edits.0), base.applying(edits.1)].map {
        try $0.file(kind)
      }
      count += try write(versions, form, to: place) ? 1 : 0
    }
    #expect(count >= 25)
    check(form, count)
  }

  /// Writes the document with tracked changes, and what each version says; `false` for a refused one.
  private func write(_ versions: [[UInt8]], _ form: String, to place: String) throws -> Bool {
    let office = try OfficeMerge(base: versions[0], ours: versions[1], theirs: versions[2])
    let merge = try office.merge(TextMergeOptions(policy: .strict, style: .diff3))
    guard let document = try TrackedTests.tracked(merge, office, isOpenDocument: form == "odt")
    else {
      try FileManager.default.removeItem(atPath: place)
      return false
    }
    File("\(place)/merged.\(form)").write(document)
    // A conflict may begin with lines of the base that no region has.
    var checked: [String] = ["ours", "theirs"]
    if !merge.contents.conflicts.contains(where: { $0.base?.isEmpty ?? true }) {
      checked.append("base")
    }
    for version in checked {
      let text = merge.contents.regions.flatMap { region -> [UInt8] in
        switch region {
        case .agreed(let agreed): Array(agreed.bytes)
        case .conflict(let conflict):
          switch version {
          case "base": Array(conflict.base ?? [])
          case "ours": Array(conflict.ours)
          default: Array(conflict.theirs)
          }
        }
      }
      File("\(place)/\(version).txt").write(Array(Self.plain(text).utf8))
    }
    return true
  }

  /// The paragraphs and rows of a text, without what only structure shows.
  private static func plain(_ text: [UInt8]) -> String {
    let signs = Set(TextObject.Kind.allCases.map(\.scalar)).subtracting([
      TextObject.Kind.note.scalar
    ])
    let lines = DocumentLines.lines(of: text)
    let end = lines.firstIndex(of: DocumentLines.notesLine) ?? lines.endIndex
    // LibreOffice shows the number of a note; these documents have one.
    return lines[..<end].filter { $0 != DocumentLines.tableLine }.map { line in
      let said = AnnotatedLine(line).text
      let words =
        RowText(said).map { $0.cells.map { $0.joined(separator: "\n") }.joined(separator: "\t") }
        ?? String(String.UnicodeScalarView(ParagraphText(said).scalars))
      return String(String.UnicodeScalarView(words.unicodeScalars.filter { !signs.contains($0) }))
        .replacingOccurrences(of: "※", with: "1")
    }.joined(separator: "\n")
  }

  private func check(_ form: String, _ count: Int) {
    let decided = office(["decide", "\(folder.path)/triples", form])
    #expect(decided.status == 0, "\(decided)")
    let unchecked = decided.lines.count { $0.hasSuffix("unchecked") }
    #expect(decided.lines.count { $0.hasSuffix("same") } == 3 * count - unchecked)
    #expect(unchecked * 2 < count, "the base of half of them is to be compared")
    #expect(decided.lines.contains { $0.contains("Anna (ours), Ben (theirs)") })
  }
}
