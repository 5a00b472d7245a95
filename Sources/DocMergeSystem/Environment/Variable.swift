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

  /// Sets a variable, or removes it for `nil`; not while other threads read it.
  package static func set(_ name: String, to value: String?) {
    if let value { setenv(name, value, 1) } else { unsetenv(name) }
  }
}
