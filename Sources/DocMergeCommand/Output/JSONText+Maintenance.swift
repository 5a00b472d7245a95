import DocMerge

extension JSONText {
  /// The output of `docmerge audit --json`.
  static func audit(_ audit: VersionAudit, listed: [VersionAudit.Finding]) throws -> String {
    var counts = Dictionary(uniqueKeysWithValues: VersionFate.names.map { ($0.word, 0) })
    for finding in audit.findings { counts[finding.fate.name, default: 0] += 1 }
    return try text(AuditReport(counts: counts, versions: listed.map(AuditedVersion.init)))
  }

  /// The output of `docmerge verify --json`.
  static func verify(_ report: VerifyReport) throws -> String {
    try text(
      VerifiedContainer(
        isSound: report.isSound, objects: report.objects, versions: report.versions,
        documents: report.documents, files: report.files, faults: report.faults.map(FoundFault.init)
      ))
  }

  private struct AuditReport: Encodable {
    var format = "docmerge-audit"
    var version = 1
    var counts: [String: Int]
    var versions: [AuditedVersion]
  }

  private struct AuditedVersion: Encodable {
    var id: String
    var fate: String
    var operation: String?
    var reason: String?
    var document: String?
    var path: String?
    var date: String?
    var computer: String?

    init(_ finding: VersionAudit.Finding) {
      id = finding.id.description
      fate = finding.fate.name
      switch finding.fate {
      case .undone(let operation), .pruned(let operation): self.operation = operation.description
      default: break
      }
      if case .lost(let reason) = finding.fate { self.reason = reason }
      document = finding.entry?.document.description
      path = finding.entry.map { JSONText.path($0.path) }
      date = finding.entry.map { Words.json($0.version.date) }
      computer = finding.entry?.version.computer
    }
  }

  private struct VerifiedContainer: Encodable {
    var format = "docmerge-verify"
    var version = 1
    var isSound: Bool
    var objects: Int
    var versions: Int
    var documents: Int
    var files: Int
    var faults: [FoundFault]
  }

  private struct FoundFault: Encodable {
    var part: String
    var place: String
    var reason: String
    var remedy: String?
    var isMended: Bool

    init(_ fault: Fault) {
      part = fault.part.rawValue
      place = fault.place
      reason = fault.reason
      remedy = fault.remedy
      isMended = fault.isMended
    }
  }
}
