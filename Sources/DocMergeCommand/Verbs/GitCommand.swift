import ArgumentParser
import DocMerge
import DocMergeGit
import DocMergeLanguage
import DocMergeSystem

/// The verb `docmerge git`.
struct GitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "git",
    abstract: tr("Use docmerge in plain git repositories."),
    discussion: tr(
      """
      Examples:
        docmerge git setup --global
        docmerge git doctor
      """),
    subcommands: [Setup.self, Unsetup.self, Doctor.self])

  /// The scope of the settings.
  enum SettingScope: String, EnumerableFlag {
    case local, global

    static func help(for value: SettingScope) -> ArgumentHelp? {
      ArgumentHelp(
        value == .local
          ? tr("This repository; the usual.") : tr("All repositories of this person."))
    }

    var scope: GitScope { self == .local ? .local : .global }
  }

  /// The verb `docmerge git setup`.
  struct Setup: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "setup",
      abstract: tr("Make docmerge the merge driver and a mergetool of git."),
      discussion: tr(
        """
        Adds marked lines to git's settings and attributes, and keeps all that is there. Files that \
        attributes give to another driver, or say are not to be merged (binary), stay with it; a \
        --pattern that would take such files is refused unless --force is given. Where the driver is missing or is \
        killed, git merges as it does without it.

        Examples:
          docmerge git setup --global
          docmerge git setup --pattern '*.md' --pattern '*.txt' --dry-run
          docmerge git setup --shared
          docmerge git setup --global --textconv
        """))

    @Flag(exclusivity: .exclusive) var whose: SettingScope = .local
    @Flag(help: ArgumentHelp(tr("Put the attributes into .gitattributes, which others get too.")))
    var shared = false
    @Option(
      name: .long,
      help: ArgumentHelp(tr("Which files docmerge merges; all if left out."), valueName: "pattern"))
    var pattern: [String] = []
    @Option(help: ArgumentHelp(tr("How far merges go by themselves: strict, balanced or eager.")))
    var policy: Merge.Policy?
    @Flag(help: ArgumentHelp(tr("Have git diff show office documents as text.")))
    var textconv = false
    @Flag(help: ArgumentHelp(tr("Take files that another driver owns."))) var force = false
    @Flag(help: ArgumentHelp(tr("Show what would be written, and write nothing.")))
    var dryRun = false

    func validate() throws {
      guard !shared || whose == .local else {
        throw ValidationError(tr("--shared is about this repository, not --global."))
      }
      for pattern in pattern {
        let isPattern = pattern.first.map { !"#![".contains($0) } ?? false
        guard isPattern, !pattern.utf8.contains(where: { $0 < 0x20 }) else {
          throw ValidationError(tr("--pattern cannot be \(pattern)."))
        }
      }
    }

    func run() throws {
      let places = try GitPlaces(whose.scope)
      let target = try shared ? places.sharedAttributes : places.attributes
      // All files, unless an attribute gives them to another driver.
      let isModest = pattern.isEmpty && !force
      let lines = GitSettingLines(
        program: OwnProgram.call, policy: policy?.rawValue,
        isDefault: isModest && whose == .local && !shared,
        removesBackup: try !places.saysWhetherToolsKeepBackups, showsOffice: textconv)
      if !force { try refuseOwned(places, target, lines) }
      var setup = GitSetup()
      try setup.put(lines.config, into: places.config)
      let rules =
        (lines.isDefault ? [] : GitSettingLines.attributes(pattern.isEmpty ? ["*"] : pattern))
        + (textconv ? GitSettingLines.officeAttributes : [])
      if rules.isEmpty {
        try setup.remove(from: target)
      } else {
        try setup.put(rules, into: target, at: isModest ? .start : .end)
      }
      try GitCommand.finish(setup, dryRun: dryRun)
      if setup.changes.isEmpty { return }
      let top = Git.answer(["rev-parse", "--show-toplevel"])
      if let message = FoundTools(in: top).message { Console.message(message) }
    }

    /// Fails if the new lines give files to docmerge that other lines give to another driver.
    private func refuseOwned(
      _ places: GitPlaces, _ target: String, _ lines: GitSettingLines
    ) throws {
      let setting = "merge.default"
      if lines.isDefault, let owner = Git.answer(["config", "--get", setting]), owner != "docmerge"
      {
        throw CommandError(
          description: tr(
            """
            \(setting) gives files to the driver \(PrintableText.escape(owner)). Choose \
            other files with --pattern, or take them with --force.
            """))
      }
      guard !pattern.isEmpty else { return }
      let rules = try places.rules { MarkedBlock.blanked(try GitSetup.contents(of: $0) ?? []) }
      let last = try places.attributes
      for rule in rules where rule.value != .driver("docmerge") {
        // Files in deeper folders, and those of the repository alone, override shared ones.
        let isOverruling =
          shared && rule.file != target
          && (rule.file == last || rule.file.hasSuffix("/.gitattributes"))
        guard !isOverruling, let pattern = pattern.first(where: rule.overlaps) else { continue }
        let place = tr("\(PrintableText.escape(rule.file)), line \(rule.line)")
        throw CommandError(
          description: tr(
            """
            \(place): \(rule.words); a line for \(PrintableText.escape(pattern)) would take them. \
            Choose other files with --pattern, or take them with --force.
            """))
      }
    }
  }

  /// The verb `docmerge git unsetup`.
  struct Unsetup: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "unsetup",
      abstract: tr("Take back what setup has written."),
      discussion: tr(
        """
        Everything else in the files stays as it is, byte for byte.

        Example: docmerge git unsetup --global
        """))

    @Flag(exclusivity: .exclusive) var whose: SettingScope = .local
    @Flag(help: ArgumentHelp(tr("Show what would be removed, and remove nothing.")))
    var dryRun = false

    func run() throws {
      let places = try GitPlaces(whose.scope)
      var setup = GitSetup()
      // Attributes first: the settings that they name must not be missing in between.
      try setup.remove(from: places.attributes)
      // A bare repository has no worktree, and no shared attributes.
      if whose == .local, let shared = try? places.sharedAttributes {
        try setup.remove(from: shared)
      }
      try setup.remove(from: places.config)
      try GitCommand.finish(setup, dryRun: dryRun)
    }
  }

  /// Reports the changes, and makes them.
  static func finish(_ setup: GitSetup, dryRun: Bool) throws {
    for change in setup.changes {
      let path = PrintableText.escape(change.path)
      switch (change.new, change.lines.isEmpty) {
      case (.nothing, _):
        Console.print(dryRun ? tr("Would remove \(path)") : tr("Removing \(path)"))
      case (.file, true):
        Console.print(
          dryRun
            ? tr("Would take the lines of docmerge out of \(path)")
            : tr("Taking the lines of docmerge out of \(path)"))
      case (.file, false):
        Console.print(dryRun ? tr("Would write into \(path):") : tr("Writing into \(path):"))
        for line in change.lines {
          Console.print("  " + PrintableText.words(line.replacing("\t", with: "  ")))
        }
      }
    }
    if setup.changes.isEmpty { Console.message(tr("Nothing to change.")) }
    if !dryRun { try setup.apply() }
  }

  /// The verb `docmerge git doctor`.
  struct Doctor: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "doctor",
      abstract: tr("Look for settings of git that lose work in merges."),
      discussion: tr(
        """
        Finds drivers that attributes name but that are not set up (git then merges as text, without \
        a warning), programs that are missing, mergetools that git trusts too much or too little, and \
        markers that were committed; says how to mend each. Exit status: 0 nothing was found, 1 \
        something was, 2 it could not run.

        Examples:
          docmerge git doctor
          docmerge git doctor --global --json
        """))

    @Flag(exclusivity: .exclusive) var whose: SettingScope?
    @Flag(help: ArgumentHelp(tr("Print JSON (see docmerge-git(1))."))) var json = false

    func run() throws {
      let scope = try whose?.scope ?? (GitRepository.isAround() ? .local : .global)
      let findings = try GitDoctor(places: GitPlaces(scope)).findings()
      if json {
        Console.print(try GitDoctor.json(findings))
      } else {
        for finding in findings {
          let place = PrintableText.words(finding.place)
          Console.print("\(Style.bold(place)): \(PrintableText.words(finding.problem))")
          Console.print(tr("  Fix: \(PrintableText.words(finding.mend))"))
        }
        if findings.isEmpty { Console.message(tr("Nothing was found.")) }
      }
      if !findings.isEmpty { throw ExitStatus.conflictsRemain }
    }
  }
}

extension AttributeRule {
  /// The effect of the line, for people.
  var words: String {
    switch value {
    case .driver(let name):
      tr("gives \(PrintableText.escape(pattern)) to the driver \(PrintableText.escape(name))")
    case .unmergeable: tr("says that \(PrintableText.escape(pattern)) is not to be merged")
    }
  }
}
