import DocMergeSystem
import Glibc

/// A public ssh key, as raw bytes.
struct SigningKey: Equatable {
  package let bytes: [UInt8]

  /// Reads the key of a line such as `ssh-ed25519 AAAA… anna`.
  init?(line: some StringProtocol) {
    let words = line.split(separator: " ")
    guard words.count > 1, let bytes = SigningKey.decode(words[1].utf8), !bytes.isEmpty else {
      return nil
    }
    self.bytes = bytes
  }

  /// The key that made an ssh signature, as the signature says.
  ///
  /// A signature holds `SSHSIG`, a number of 4 bytes, and the key behind its length.
  init?(signature: String) {
    let lines = signature.split(separator: "\n").filter { !$0.hasPrefix("-----") }
    guard let all = SigningKey.decode(lines.joined().utf8), all.starts(with: "SSHSIG".utf8),
      all.count > 14
    else { return nil }
    let length = all[10..<14].reduce(0) { $0 << 8 | Int($1) }
    guard length > 0, length <= all.count - 14 else { return nil }
    bytes = Array(all[14..<14 + length])
  }

  /// The key that `user.signingKey` of git's settings names; `nil` where that cannot be told.
  ///
  /// - Parameter setting: the public key, or the path of a file with the public or the private key.
  init?(setting: String) {
    if setting.hasPrefix("key::") || setting.hasPrefix("ssh-") {
      self.init(line: setting.hasPrefix("key::") ? setting.dropFirst(5) : setting[...])
      return
    }
    var path = setting
    if path.hasPrefix("~/"), let home = getenv("HOME") {
      path = String(cString: home) + path.dropFirst()
    }
    // The public key is first: a private key is not read without need.
    for file in ["\(path).pub", path] {
      guard let bytes = try? Files.readUnsized(file) else { continue }
      let text = String(decoding: bytes, as: UTF8.self)
      guard !text.hasPrefix("-----"), let line = text.split(separator: "\n").first else { continue }
      self.init(line: line)
      return
    }
    return nil
  }

  /// The bytes that a base-64 text encodes.
  private static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var result: [UInt8] = []
    var (bits, count) = (0, 0)
    for character in text where character != UInt8(ascii: "=") {
      guard let digit = digits[character] else { return nil }
      bits = (bits << 6 | digit) & 0xFFFF
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      result.append(UInt8(truncatingIfNeeded: bits >> count))
    }
    return result
  }

  private static let digits = Dictionary(
    uniqueKeysWithValues: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
      .enumerated().map { ($1, $0) })
}
