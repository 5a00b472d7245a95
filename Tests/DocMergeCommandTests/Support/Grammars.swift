import Glibc

/// The grammars of programming languages that the tests use, as `docmerge grammars install` puts them.
enum Grammars {
  /// The folder that stands for `~/.local/share`.
  ///
  /// `test.sh` fills it; the tests that need grammars are left out where it could not.
  static let data: String = {
    let tests = #filePath.ranges(of: "/Tests/").last
    return "\(#filePath[..<(tests?.lowerBound ?? #filePath.endIndex)])/.build/grammars"
  }()

  /// Whether they are there.
  static let areInstalled = access("\(data)/docmerge/grammars/java.so", R_OK) == 0
}
