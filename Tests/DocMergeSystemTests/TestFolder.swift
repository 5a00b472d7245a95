import DocMergeSystem
import Testing

/// An empty folder for one test, which is removed with the value.
final class TestFolder: Sendable {
  let path: SystemPath

  init() throws {
    let parent = SystemPath(Variable.value("TMPDIR") ?? "/tmp")
    path = try SystemPath.makeFolder(named: parent.appending("docmerge-system-")).real()
  }

  deinit { try? Disk.system.remove(path) }

  /// The path of a name in it.
  func callAsFunction(_ name: String) -> SystemPath { path.appending(name) }

  /// The names in it, sorted.
  var names: [String] {
    get throws { try path.names().map { String(decoding: $0, as: UTF8.self) }.sorted() }
  }

  /// Makes a file.
  @discardableResult
  func make(_ name: String, _ bytes: [UInt8] = [], permissions: UInt32 = 0o644) throws -> SystemPath
  {
    let place = path.appending(name)
    try OpenFile(place, for: .writing, .makesNew, permissions: permissions).write(bytes)
    try place.setPermissions(permissions)
    return place
  }
}

/// What an open file says, as values that `#expect` can hold.
extension SystemPath {
  /// All bytes; `hint` says how many are expected.
  func read(hint: Int = 0xFFFF) throws -> [UInt8] { try OpenFile(self).readAll(sizeHint: hint) }

  /// Opens, and closes at once.
  func open(_ access: OpenFile.Access = .reading, _ options: OpenFile.Options = []) throws {
    _ = try OpenFile(self, for: access, options)
  }
}

extension [UInt8] {
  /// Bytes that follow no pattern, the same each time.
  static func mixed(_ count: Int) -> [UInt8] {
    var state: UInt32 = 1
    return (0..<count).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(truncatingIfNeeded: state >> 24)
    }
  }
}
