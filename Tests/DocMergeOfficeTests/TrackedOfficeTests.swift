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
    let count = 16
    let made = office(["make", "\(folder.path)/triples", form, String(count), "5"])
    try #require(made.status == 0, "\(made)")
    for number in 0..<count {
      let place = "\(folder.path)/triples/\(number)"
      let versions = try ["base", "ours", "theirs"].map {
        try #require(File("\(place)/\($0).\(form)").bytes)
      }
      try write(versions, form, to: place)
    }
    check(form, count)
  }

  @Test(arguments: [("docx", OfficeForm.word), ("odt", .openDocumentText)])
  func `gives each side of a small document its text`(form: String, kind: OfficeForm) throws {
    let count = 30
    for seed in 0..<count {
      var generator = SeededGenerator(seed: seed)
      let base = ModelDocument(&generator)
      let edits = (base.edits(&generator).ours, base.edits(&generator, tag: "b").ours)
      let place = "\(folder.path)/triples/\(seed)"
      try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
      let versions = try [base, base.applying(edits.0), base.applying(edits.1)].map {
        try $0.file(kind)
      }
      try write(versions, form, to: place)
    }
    check(form, count)
  }

  /// Writes the document with tracked changes, and what each version says.
  private func write(_ versions: [[UInt8]], _ form: String, to place: String) throws {
    let office = try OfficeMerge(base: versions[0], ours: versions[1], theirs: versions[2])
    let merge = try office.merge(TextMergeOptions(policy: .strict, style: .diff3))
    File("\(place)/merged.\(form)").write(try office.tracked(merge, by: TrackedTests.authors))
    for version in ["base", "ours", "theirs"] {
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
    #expect(decided.lines.count { $0.hasSuffix("same") } == 3 * count)
    #expect(decided.lines.contains { $0.contains("Anna (ours), Ben (theirs)") })
  }
}
