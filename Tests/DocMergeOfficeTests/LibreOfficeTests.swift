import DocMergeCore
import DocMergeTestSupport
import Foundation
import Testing

@testable import DocMergeOffice

/// Documents that LibreOffice made and edited on two sides, as people do.
@Suite(
  .enabled(
    if: FileManager.default.isExecutableFile(atPath: "/usr/bin/soffice"),
    "LibreOffice is missing: apt-get install libreoffice-writer libreoffice-calc libreoffice-impress python3-uno"
  ))
struct LibreOfficeTests {
  /// Debian's Python, which its module for LibreOffice belongs to.
  private func office(_ words: [String], in folder: TemporaryFolder) -> Output {
    let script =
      "\(#filePath.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" })/office.py"
    return Program("/usr/bin/python3", in: folder.path, environment: ["HOME": folder.path])
      .run([script] + words)
  }

  static let forms = [
    ("docx", 60), ("odt", 60), ("xlsx", 40), ("ods", 40), ("odp", 20), ("pptx", 20),
    ("fodt", 6), ("fodp", 4),
  ]

  @Test(arguments: forms)
  func `merges what LibreOffice would make of the edits of both sides`(
    form: String, count: Int
  ) throws {
    let folder = TemporaryFolder()
    let made = office(["make", "\(folder.path)/triples", form, String(count), "11"], in: folder)
    try #require(made.status == 0, "\(made)")
    for number in 0..<count {
      let place = "\(folder.path)/triples/\(number)"
      let versions = try ["base", "ours", "theirs"].map {
        try #require(File("\(place)/\($0).\(form)").bytes)
      }
      let merged = try OfficeMerge(base: versions[0], ours: versions[1], theirs: versions[2])
        .document(.balanced)
      let result = try #require(merged, "\(number) is left in conflict")
      File("\(place)/merged.\(form)").write(result)
      guard ["odp", "pptx", "fodp"].contains(form) else { continue }
      let texts = try OfficeView.auditTexts(of: versions + [result])
      let audit = DocMergeCore.audit(
        base: texts[0], ours: texts[1], theirs: texts[2], result: texts[3],
        structure: OfficeMerge.structure)
      #expect(audit.isClean, "\(number): \(audit.findings)")
    }
    let compared = office(["compare", "\(folder.path)/triples", form], in: folder)
    #expect(compared.status == 0, "\(compared)")
    #expect(compared.lines.count { $0.hasSuffix("same") } == count)
  }
}
