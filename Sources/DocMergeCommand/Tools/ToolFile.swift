import DocMerge

/// A file that another program passes.
struct ToolFile {
  let path: String

  init(_ path: String) { self.path = path }

  /// Whether the name means no file.
  var isAbsent: Bool { path == "/dev/null" }

  /// The file as a side of a conflict.
  ///
  /// - Parameter second: its place in the order of age among all sides.
  /// - Returns: its kind, and its contents if it is a file.
  /// - Throws: ``CommandError`` if it cannot be read.
  func side(second: Int64) throws -> Conflict.Side {
    let date = Timestamp(seconds: second, nanoseconds: 0)
    if isAbsent { return Conflict.Side(id: path, kind: .deleted, date: date) { [] } }
    if isLink { return Conflict.Side(id: path, kind: .symlink, date: date) { [] } }
    let bytes = try InputFile.read(path)
    return Conflict.Side(id: path, kind: .file(isExecutable: false), date: date) { bytes }
  }

  /// Whether it is a link to a file; the file of the shell's `<(…)` is not.
  private var isLink: Bool {
    let place = Place(path)
    guard place.ownKind == .link else { return false }
    return place.kind == nil || place.kind == .file
  }
}
