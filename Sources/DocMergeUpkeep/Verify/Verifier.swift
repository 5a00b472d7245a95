import DocMergeContainer
import DocMergeFolder
import DocMergeHistory
import DocMergeLanguage
import DocMergeObjects
import DocMergeSync
import DocMergeSystem

/// Finds faults; changes nothing.
struct Verifier {
  let container: Container

  private var git: GitStore { container.git }

  func report(_ progress: (Int) -> Void) throws -> VerifyReport {
    var report = VerifyReport()
    report.faults += try brokenReferences()
    if report.faults.isEmpty { report.faults += try lostReferences() }
    // After each of these, more checks would only repeat that something cannot be read.
    guard report.faults.isEmpty else { return report }
    try checkObjects(into: &report, progress)
    guard report.faults.isEmpty else { return report }
    try checkStates(into: &report)
    guard report.faults.isEmpty else { return report }
    try checkVersions(into: &report, progress)
    try checkFolder(into: &report)
    // At last, since a valid signature does not replace the other checks.
    try checkSignatures(into: &report)
    return report
  }

  /// References whose files cannot be read: libgit2 skips them as if they did not exist.
  private func brokenReferences(in name: String = "refs/docmerge") throws -> [Fault] {
    let folder = SystemPath(git.path).appending(name.utf8)
    guard try FileStatus.of(folder)?.form == .folder else { return [] }
    return try Files.entries(of: folder).flatMap { entry -> [Fault] in
      let reference = "\(name)/\(String(decoding: entry.name, as: UTF8.self))"
      if entry.status.form == .folder { return try brokenReferences(in: reference) }
      guard try GitStore.isTorn(reference: folder.appending(entry.name)) else { return [] }
      return [
        Fault(
          part: .reference, place: reference, reason: tr("holds no object id"),
          remedy: isOwn(reference)
            ? tr("found again from the objects") : tr("the next sync brings it again"))
      ]
    }
  }

  /// References of this replica that are gone, or lead to an older state than the folder shows.
  private func lostReferences() throws -> [Fault] {
    let lost = try CrashRecovery(container: container).lostReferences()
    return lost.sorted { $0.key < $1.key }.map { name, loss in
      Fault(
        part: .reference, place: name,
        reason: loss == .missing
          ? tr("is missing") : tr("leads to an older state than the folder shows"),
        remedy: tr("found again from the objects"))
    }
  }

  private func isOwn(_ reference: String) -> Bool { !reference.hasPrefix("refs/docmerge/remotes/") }

  private func checkObjects(into report: inout VerifyReport, _ progress: (Int) -> Void) throws {
    var check = try ObjectCheck(git: git, progress: progress)
    check.follow(Array(try git.references(matching: "refs/docmerge/*").values))
    report.objects = check.sound.count
    let remedy = tr("copied from a remote or from the folder, where it is still whole")
    for (id, reason) in check.damaged.sorted(by: { $0.key < $1.key }) {
      report.faults.append(
        Fault(part: .object, place: id.description, reason: reason, remedy: remedy))
    }
    for (id, parent) in check.missing.sorted(by: { $0.key < $1.key }) {
      let reason = tr("is missing, and \(parent.short) needs it")
      report.faults.append(
        Fault(part: .object, place: id.description, reason: reason, remedy: remedy))
    }
  }

  private func checkStates(into report: inout VerifyReport) throws {
    let references = try git.references(matching: References.states + "*")
      .merging(
        try git.references(matching: "refs/docmerge/remotes/*/state/*"), uniquingKeysWith: { $1 })
    let isOnDemand = try container.settings.isOnDemand()
    // An unreadable state is reported below.
    let prunes = (try? container.operationGraph().prunes()) ?? []
    let pruned = Set(prunes.flatMap { $0.pruned.versions.map(\.id) })
    for (name, id) in references.sorted(by: { $0.key < $1.key }) {
      let remedy = isOwn(name) ? nil : tr("forgotten; the next sync brings it again")
      func add(_ reason: String) {
        report.faults.append(Fault(part: .state, place: name, reason: reason, remedy: remedy))
      }
      do {
        let check = StateCheck(
          git: git, isOnDemand: isOnDemand, isForeign: !isOwn(name), pruned: pruned)
        for reason in try check.faults(of: StateReader(id, in: git)) { add(reason) }
      } catch let error as StateError {
        add(error.description)
      } catch let error as GitError {
        add(error.message)
      }
    }
    report.documents = try container.state()?.allRecords().count ?? 0
  }

  /// Checks the signatures of other replicas' states, where the settings ask for it.
  private func checkSignatures(into report: inout VerifyReport) throws {
    guard try container.settings.signaturePolicy() != .never else { return }
    let check = SignatureCheck(program: SignatureProgram(container: container))
    let own = try container.replica().description
    let states = try git.references(matching: "refs/docmerge/remotes/*/state/*")
    for (name, id) in states.sorted(by: { $0.key < $1.key }) where !name.hasSuffix("/\(own)") {
      guard let flaw = try check.flaw(of: id) else { continue }
      report.faults.append(Fault(part: .signature, place: name, reason: flaw, remedy: nil))
    }
  }

  private func checkVersions(into report: inout VerifyReport, _ progress: (Int) -> Void) throws {
    var auditor = VersionAuditor(container: container)
    let audit = try auditor.audit { progress(report.objects + $0) }
    report.versions = audit.findings.count
    for finding in audit.lost {
      guard case .lost(let reason) = finding.fate else { continue }
      report.faults.append(
        Fault(part: .version, place: finding.id.description, reason: reason, remedy: nil))
    }
  }

  // MARK: The folder

  private func checkFolder(into report: inout VerifyReport) throws {
    guard let state = try container.state() else { return }
    // While documents wait to be put in place, the index is behind, and that is no fault.
    guard try container.index.reached()?.state == state.id else { return }
    let unsettled = try container.index.unsettled()
    let entries = try container.index.entries()
    let records = Dictionary(
      try state.allRecords().map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    for entry in entries {
      report.files += 1
      // Waiting documents may have another version than the state's, and that is no fault.
      let fault =
        try (unsettled.contains(entry.id) ? nil : versionFault(of: entry, records[entry.id]))
        ?? bytesFault(of: entry)
      if let fault { report.faults.append(fault) }
    }
    let outside = try container.index.outside().map(\.id)
    let known = Set(entries.map(\.id)).union(unsettled).union(outside)
    for record in records.values.sorted(by: { $0.id < $1.id }) where !known.contains(record.id) {
      guard let head = try container.graph.heads(of: record).first, !head.isDeletion else {
        continue
      }
      report.faults.append(
        Fault(
          part: .index, place: record.name?.display ?? record.id.description,
          reason: tr("is a document that the index does not know"), remedy: Self.rebuilt))
    }
  }

  /// Whether an older version is in the folder, since the current one is not here, or was just fetched.
  private func isOutdated(_ entry: FolderIndex.Entry, _ current: Version) throws -> Bool {
    guard current.id != entry.version, try container.settings.isOnDemand() else { return false }
    return try !git.contains(current.id) || container.local.isBehind()
  }

  private static var rebuilt: String { tr("the index is made anew") }

  private func versionFault(of entry: FolderIndex.Entry, _ record: Record?) throws -> Fault? {
    let current = try record.flatMap { try container.graph.heads(of: $0).first }
    if let current, try isOutdated(entry, current) { return nil }
    guard current?.id != entry.version else { return nil }
    return Fault(
      part: .index, place: entry.path.display, reason: tr("is another version than the state's"),
      remedy: Self.rebuilt)
  }

  private func bytesFault(of entry: FolderIndex.Entry) throws -> Fault? {
    let scanner = FolderScanner(
      root: container.root, rules: FolderRules(git: git),
      known: KnownDocuments(only: entry.path, entry.content.kind))
    // A file that was changed since docmerge wrote it is an unsaved edit.
    guard let item = try scanner.item(at: entry.path), item.fingerprint == entry.fingerprint,
      entry.fingerprint.isReliable(seen: entry.seen)
    else { return nil }
    let reading: ContentReader.Reading
    do {
      let reader = ContentReader(root: container.root, git: git)
      reading = try reader.read(item.withBits(of: entry.content)) { object throws(GitError) in
        try object.id
      }
    } catch let error as FileError {
      return Fault(
        part: .document, place: entry.path.display, reason: error.description, remedy: nil)
    }
    guard reading.content != entry.content else { return nil }
    return Fault(
      part: .document, place: entry.path.display,
      reason: tr("has other bytes than were put there, and nothing says that it was edited"),
      remedy: tr(
        "the file there becomes a document of its own, and the saved version takes its place"),
      path: entry.path)
  }
}
