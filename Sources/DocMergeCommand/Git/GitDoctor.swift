import DocMerge
import DocMergeLanguage

/// Looks for settings with which git loses work, silently.
struct GitDoctor {
  /// A fault.
  struct Finding: Encodable {
    /// The kind of the fault, for programs.
    enum Kind: String, Encodable {
      case unknownDriver = "unknown-driver"
      case missingProgram = "missing-program"
      case noFallback = "no-fallback"
      case labels
      case untrustedTool = "untrusted-tool"
      case trustedTool = "trusted-tool"
      case committedMarkers = "committed-markers"
      case unionOfStructure = "union-of-structure"
      case pointerInConflict = "pointer-in-conflict"
    }

    let kind: Kind
    /// A file and line, or the name of a setting.
    let place: String
    /// The problem.
    let problem: String
    /// The remedy.
    let mend: String
  }

  let places: GitPlaces

  /// All findings.
  func findings() throws -> [Finding] {
    let drivers = Git.settings("^merge\\..*\\.driver$")
    let names = Set(drivers.map { Self.middle(of: $0.name) })
    var found = try unknownDrivers(known: names)
    // The last of several values counts.
    var last: [String: String] = [:]
    for (name, value) in drivers { last[name] = value }
    for (name, line) in last.sorted(by: { $0.key < $1.key }) {
      found += problems(ofDriver: name, line)
    }
    found += try unions() + tools() + namedTools()
    return try found + markers() + pointers()
  }

  // MARK: Drivers

  private func unknownDrivers(known: Set<String>) throws -> [Finding] {
    var found: [Finding] = []
    let builtIn: Set = ["text", "binary", "union"]
    for rule in try places.rules(GitSetup.contents) {
      guard case .driver(let name) = rule.value, !known.contains(name), !builtIn.contains(name)
      else { continue }
      found.append(unknown(name, at: tr("\(rule.file), line \(rule.line)")))
    }
    let setting = "merge.default"
    if let name = Git.answer(["config", "--get", setting]), !known.contains(name),
      !builtIn.contains(name)
    {
      found.append(unknown(name, at: setting))
    }
    return found
  }

  private func unknown(_ name: String, at place: String) -> Finding {
    let mend =
      switch name {
      case "docmerge": "docmerge git setup"
      case "ours":
        tr("git config merge.ours.driver true, if ours is always right; git has none built in")
      default: tr("set merge.\(name).driver, or take the name out")
      }
    return Finding(
      kind: .unknownDriver, place: place,
      problem: tr("no driver is called \(name), so git merges as text and says nothing"), mend: mend
    )
  }

  private func problems(ofDriver name: String, _ line: String) -> [Finding] {
    var found: [Finding] = []
    let driver = Self.middle(of: name)
    let hasFallback = line.contains("git merge-file")
    if let program = ShellLine.program(of: line), OwnProgram.path(of: program) == nil {
      found.append(
        Finding(
          kind: .missingProgram, place: name,
          problem: hasFallback
            ? tr("\(program) is missing, so git merges as text")
            : tr("\(program) is missing, so git takes ours for the merge, without markers"),
          mend: tr("install it, or take the driver out")))
    }
    if driver == "docmerge", !hasFallback {
      found.append(
        Finding(
          kind: .noFallback, place: name,
          problem: tr(
            "where docmerge is missing, git takes ours for the merge, without markers"),
          mend: "docmerge git setup"))
    }
    let labels = ["%S", "%X", "%Y"].filter(line.contains)
    if driver != "docmerge", !labels.isEmpty, let version = Git.version, version < (2, 44) {
      let number = "\(version.0).\(version.1)"
      let known = labels.joined(separator: ", ")
      found.append(
        Finding(
          kind: .labels, place: name,
          problem: tr(
            "git \(number) does not know \(known) and hands the very letters to the driver"),
          mend: tr("take them out, or use git 2.44 or later")))
    }
    return found
  }

  // MARK: Tools

  private func tools() -> [Finding] {
    var found: [Finding] = []
    for (setting, line) in Git.settings("^mergetool\\..*\\.cmd$") {
      let tool = Self.middle(of: setting)
      let trust = "mergetool.\(tool).trustExitCode"
      let isTrusted = Git.answer(["config", "--type=bool", "--get", trust]) == "true"
      if let program = ShellLine.program(of: line), OwnProgram.path(of: program) == nil {
        found.append(
          Finding(
            kind: .missingProgram, place: setting, problem: tr("\(program) is missing"),
            mend: tr("install it, or take the tool out")))
      }
      if tool == "docmerge", !isTrusted {
        found.append(
          Finding(
            kind: .untrustedTool, place: trust,
            problem: tr(
              "it is not true, so git asks whether a merge was successful, or looks at dates"),
            mend: "git config \(trust) true"))
      } else if tool != "docmerge", isTrusted {
        found.append(
          Finding(
            kind: .trustedTool, place: trust,
            problem: tr(
              """
              git takes what \(tool) leaves for resolved when it ends with 0, even with markers in it
              """),
            mend: tr(
              """
              make sure that \(tool) ends with 0 only when nothing is left, or set it to false
              """)))
      }
    }
    return found
  }

  // MARK: Output

  /// The findings for programs; docmerge-git(1) describes the fields.
  static func json(_ findings: [Finding]) throws -> String {
    try JSONText.text(Report(findings: findings))
  }

  private struct Report: Encodable {
    var format = "docmerge-git-doctor"
    var version = 1
    var findings: [Finding]
  }

  /// The part of a setting's name between the first and the last dot.
  static func middle(of name: String) -> String {
    name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().dropLast()
      .joined(separator: ".")
  }
}
