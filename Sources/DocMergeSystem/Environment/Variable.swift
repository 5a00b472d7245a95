import Glibc

/// The variables of the environment.
package enum Variable {
  /// The value of a variable; `nil` if it is not set.
  package static func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// The value, which need not be text.
  package static func bytes(_ name: String) -> [UInt8]? {
    getenv(name).map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
  }

  /// The values of all variables whose names begin with `start`.
  package static func values(startingWith start: String) -> [[UInt8]] {
    var found: [[UInt8]] = []
    var variable = environ
    while let entry = variable.pointee {
      variable += 1
      guard strncmp(entry, start, start.utf8.count) == 0, let sign = strchr(entry, 0x3D) else {
        continue
      }
      found.append(Array(UnsafeRawBufferPointer(start: sign + 1, count: strlen(sign + 1))))
    }
    return found
  }

  /// `NAME=value` for each variable; those of `given` replace others of their names.
  static func all(replacing given: [String: [UInt8]]) -> [[UInt8]] {
    var entries = given.map { Array("\($0.key)=".utf8) + $0.value }
    var variable = environ
    while let entry = variable.pointee {
      variable += 1
      let bytes = Array(UnsafeRawBufferPointer(start: entry, count: strlen(entry)))
      let name = String(decoding: bytes.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
      if given[name] == nil { entries.append(bytes) }
    }
    return entries
  }

  /// Sets a variable, or removes it for `nil`; not while other threads read it.
  package static func set(_ name: String, to value: String?) {
    if let value { setenv(name, value, 1) } else { unsetenv(name) }
  }
}
