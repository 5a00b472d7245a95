import DocMergeOffice
import DocMergeSystem

/// The lines that `docmerge git setup` writes between its marks.
struct GitSettingLines {
  /// The command by which the shell calls docmerge.
  let program: String
  /// How far merges go; `nil` is the default.
  var policy: String?
  /// Whether docmerge merges all files that no attribute gives to another driver.
  var isDefault = false
  /// Whether git should remove the copy with markers that it makes for a tool, once the tool is done.
  var removesBackup = false
  /// Whether git should show office documents as text.
  var showsOffice = false

  /// The lines that are always the same.
  static let fixed: Set = [
    "[merge \"docmerge\"]", "\tname = docmerge, by layers and rules", "[mergetool \"docmerge\"]",
    "\ttrustExitCode = true", "[mergetool]", noBackup, "[difftool \"docmerge\"]", "[merge]",
    "\tdefault = docmerge", "[diff \"docmerge\"]",
  ]

  /// Prevents `.orig` files: git keeps the versions in conflict in its index, and `docmerge undo` has them too.
  ///
  /// The remark distinguishes the line from one that the user wrote.
  static let noBackup = "\tkeepBackup = false ; no .orig files"

  /// The lines of git's settings.
  var config: [String] {
    let option = policy.map { " --policy \($0)" } ?? ""
    var lines = [
      "[merge \"docmerge\"]", "\tname = docmerge, by layers and rules",
      "\tdriver = \(Self.quoted(driver + option + Self.fallback))",
      "[mergetool \"docmerge\"]",
      "\tcmd = "
        + Self.quoted(
          "\(program) mergetool --base \"$BASE\" --local \"$LOCAL\" --remote \"$REMOTE\" "
            + "--merged \"$MERGED\"\(option)"),
      "\ttrustExitCode = true",
    ]
    if removesBackup { lines += ["[mergetool]", Self.noBackup] }
    let tool = "\(program) difftool --path \"$MERGED\" -- \"$LOCAL\" \"$REMOTE\""
    lines += ["[difftool \"docmerge\"]", "\tcmd = \(Self.quoted(tool))"]
    if showsOffice {
      lines += ["[diff \"docmerge\"]", "\ttextconv = \(Self.quoted("\(program) text"))"]
    }
    return isDefault ? lines + ["[merge]", "\tdefault = docmerge"] : lines
  }

  private var driver: String {
    // A percent sign in a path must not start a placeholder of git.
    program.replacing("%", with: "%%") + " merge-driver %O %A %B --marker-size %L --path %P"
      + " --base-label %S --ours-label %X --theirs-label %Y"
  }

  /// The shell's fallback unless docmerge ended as it should: it is missing, or was killed.
  ///
  /// Without it git would silently use ours as the merged file; git before 2.42 would also do so after
  /// the status that stops the merge, which is therefore passed on only if git cannot merge either.
  static let fallback =
    "; status=$?; case $status in 0|1) exit $status;; esac"
    + "; git merge-file --marker-size=%L -L ours -L base -L theirs %A %O %B; merged=$?"
    + "; case $merged/$status in 0/*) exit 0;; 255/129) exit 129;; *) exit 1;; esac"

  /// The lines of attributes.
  ///
  /// - Parameter patterns: the files that docmerge merges.
  /// - Returns: one line for each.
  static func attributes(_ patterns: [String]) -> [String] {
    patterns.map { pattern in
      let isPlain = !pattern.contains { $0 == " " || $0 == "\t" || $0 == "\"" || $0 == "\\" }
      let escaped = pattern.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      return (isPlain ? pattern : "\"\(escaped)\"") + " merge=docmerge"
    }
  }

  /// The lines of attributes by which git shows office documents as text.
  static var officeAttributes: [String] { OfficeForm.nameEnds.map { "*.\($0) diff=docmerge" } }

  /// A value in the syntax of git's settings.
  private static func quoted(_ value: String) -> String {
    "\"" + value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}

/// The command by which other programs call this one.
enum OwnProgram {
  /// The name, if the search path leads to this program; its path otherwise, quoted for the shell.
  static var call: String {
    guard let own = program else { return "docmerge" }
    if let found = path(of: "docmerge"), Place(found).real == Place(own).real { return "docmerge" }
    let isPlain = own.utf8.allSatisfy { byte in
      (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
        || [0x2D, 0x2E, 0x2F, 0x5F].contains(byte)
    }
    return isPlain ? own : "'" + own.replacing("'", with: "'\\''") + "'"
  }

  /// The path where the shell finds a program.
  ///
  /// - Parameter name: its name, or its path.
  /// - Returns: `nil` if it is not found.
  static func path(of name: String) -> String? {
    if name.contains("/") { return isProgram(name) ? name : nil }
    let folders = Variable.value("PATH") ?? "/usr/bin:/bin"
    return folders.split(separator: ":").map { "\($0)/\(name)" }.first(where: isProgram)
  }

  /// The program `docmerge` that belongs to this one: in the same folder, or in its installed place.
  private static var program: String? {
    guard let own = Place("/proc/self/exe").realName else { return nil }
    let folder = own.split(separator: "/").dropLast().map(String.init)
    let installed = folder.dropLast(2) + ["bin"]
    return [folder, Array(installed)].map { "/" + ($0 + ["docmerge"]).joined(separator: "/") }
      .first(where: isProgram)
  }

  private static func isProgram(_ path: String) -> Bool {
    Place(path).isProgram
  }
}
