import Glibc

/// The account of a person on this computer.
///
///     Account(line: Array("anna:x:1000:1000:Anna Muster,,,:/home/anna:/bin/sh".utf8))?.name  // "Anna Muster"
///
/// A statically linked program cannot load the modules of the C library that find accounts on servers: `getpwuid`
/// would end it where no file names the account. `getent` asks them instead.
package struct Account: Sendable, Hashable {
  /// The login.
  package let user: String
  /// The full name, or the login where the account has none.
  package let name: String

  /// Parses a line of passwd(5): seven fields, separated by colons; `nil` for anything else.
  init?(line: some Sequence<UInt8>) {
    let fields = Array(line).split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard fields.count == 7, let user = fields.first, !user.isEmpty else { return nil }
    let full = fields[4].prefix { $0 != "," }
    (self.user, name) = (user, full.isEmpty ? user : String(full))
  }

  /// The account in which this process runs; `nil` where the computer does not know it.
  ///
  /// Reads `/etc/passwd`, and asks `getent` where that does not name the account.
  package static var current: Account? {
    let number = getuid()
    let known = (try? Files.readUnsized("/etc/passwd")) ?? []
    if let line = line(of: number, in: known) { return Account(line: line) }
    return line(of: number, in: answer(to: ["getent", "passwd", "\(number)"])).flatMap(Account.init)
  }

  /// The line of the account with a number.
  static func line(of number: UInt32, in list: [UInt8]) -> ArraySlice<UInt8>? {
    let wanted = Array("\(number)".utf8)
    return list.split(separator: 0x0A).first { line in
      let fields = line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      return fields.count == 7 && fields[2].elementsEqual(wanted)
    }
  }

  /// What a program writes; nothing where it fails or is missing.
  private static func answer(to words: [String]) -> [UInt8] {
    guard let output = try? OpenFile.inMemory(),
      let nothing = try? OpenFile(SystemPath("/dev/null")),
      (try? ChildProcess.run(
        words.map { Array($0.utf8) }, input: nothing.number, output: output.number,
        error: nothing.number)) == .exited(0),
      (try? output.rewind()) != nil
    else { return [] }
    return (try? output.readAll()) ?? []
  }
}
