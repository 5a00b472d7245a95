import DocMergeLanguage
import DocMergeSystem

/// The checked address of a git repository where replicas meet.
///
///     /media/backup/notes.git             a path on this computer
///     anna@example.org:notes.git          ssh, in git's short form
///     ssh://anna@example.org:2222/srv/notes.git
///     git://example.org/notes.git
///     https://example.org/anna/notes.git
///     gcrypt::anna@example.org:notes.git      any of these but file://, encrypted by git-remote-gcrypt
///
/// Nothing else is accepted: git's other forms (`ext::…`, `scheme::address`) run programs, and a text that begins
/// with a dash would be an option of the program that gets it.
public struct RemoteAddress: Sendable, Hashable {
  /// The means of transport.
  public enum Scheme: String, Sendable, Hashable, CaseIterable {
    /// Files of this computer.
    case path
    /// OpenSSH, or what `core.sshCommand` names.
    case ssh
    /// The git daemon, which asks for no password and encrypts nothing.
    case git
    /// A web server, unencrypted.
    case http
    /// A web server.
    case https
  }

  /// The address as it was given.
  public let text: String
  /// The means of transport.
  public let scheme: Scheme
  /// Whether git-remote-gcrypt encrypts all contents, so that the host of the repository cannot read them.
  public let isEncrypted: Bool
  /// The name of the computer; empty for a path.
  public let host: String

  /// The prefix of the address of an encrypted repository.
  package static let encryption = "gcrypt::"

  /// Checks an address.
  ///
  /// - Parameter text: the text that a person wrote, or a settings file holds.
  /// - Throws: ``RemoteError`` with the reason ``RemoteError/Reason/badAddress``.
  public init(_ text: String) throws(RemoteError) {
    func refusal(_ why: String) -> RemoteError {
      RemoteError(.badAddress, address: RemoteAddress.withoutPassword(text), message: why)
    }
    guard !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
      throw refusal(tr("it has control characters in it"))
    }
    isEncrypted = text.hasPrefix(RemoteAddress.encryption)
    let inner = text.dropFirst(isEncrypted ? RemoteAddress.encryption.count : 0)
    guard !inner.isEmpty else { throw refusal(tr("it is empty")) }
    guard !inner.hasPrefix("-") else { throw refusal(tr("it begins with a dash")) }
    if isEncrypted, let why = RemoteAddress.unfitForEncryption(inner) { throw refusal(why) }
    do {
      let parts = try RemoteAddress.parts(inner)
      (self.text, scheme, host) = (text, parts.scheme, parts.host)
    } catch {
      throw refusal(error.why)
    }
  }

  /// The address for people, without its password.
  public var display: String { PrintableText.words(RemoteAddress.withoutPassword(text)) }

  /// Makes the address of a path on this computer, which need not be text that a person could type.
  package init(path: String) {
    (text, scheme, isEncrypted, host) = (path, .path, false, "")
  }

  /// The address without `gcrypt::`.
  package var inner: String {
    isEncrypted ? String(text.dropFirst(RemoteAddress.encryption.count)) : text
  }

  /// The path of the plain repository on this computer; `nil` if a server has it, or if it is encrypted.
  package var path: String? {
    guard scheme == .path, !isEncrypted else { return nil }
    return text.hasPrefix("file://") ? String(text.dropFirst("file://".count)) : text
  }

  // MARK: Reading

  private struct Refusal: Error {
    var why: String
  }

  /// Why git-remote-gcrypt would take an address for something else; `nil` where it would not.
  private static func unfitForEncryption(_ inner: Substring) -> String? {
    if inner.hasPrefix("~") {
      return tr("behind `\(encryption)` the shell leaves ~ as it is: write the path from /")
    }
    if inner.hasPrefix("file://") {
      return tr("behind `\(encryption)` a path stands without file://")
    }
    if inner.contains("#") {
      return tr("git-remote-gcrypt would take the text after # for a branch")
    }
    return nil
  }

  private static func parts(
    _ text: Substring
  ) throws(Refusal) -> (scheme: Scheme, host: String) {
    if let colons = text.firstRange(of: "::"), text[..<colons.lowerBound].allSatisfy(isWord) {
      throw Refusal(why: tr("`\(text[..<colons.upperBound])` would run a program"))
    }
    if let mark = text.firstRange(of: "://") {
      return try url(String(text[..<mark.lowerBound]), text[mark.upperBound...])
    }
    // `host:path` is git's short form of an ssh address; behind a slash a colon belongs to a name.
    guard let colon = shortFormColon(text) else { return (.path, "") }
    let path = text[text.index(after: colon)...]
    guard !path.isEmpty else { throw Refusal(why: tr("it has no path behind the colon")) }
    guard !path.hasPrefix("-") else { throw Refusal(why: tr("its path begins with a dash")) }
    return (.ssh, try host(text[..<colon], hasPort: false))
  }

  private static func url(
    _ scheme: String, _ rest: Substring
  ) throws(Refusal) -> (scheme: Scheme, host: String) {
    let slash = rest.firstIndex(of: "/") ?? rest.endIndex
    let path = rest[slash...]
    if scheme == "file" {
      guard slash == rest.startIndex, path.count > 1 else {
        throw Refusal(why: tr("file:// wants a path from the root, as in file:///srv/notes.git"))
      }
      return (.path, "")
    }
    guard let scheme = Scheme(rawValue: scheme), scheme != .path else {
      throw Refusal(why: tr("\(scheme):// is not one of ssh, git, https, http and file"))
    }
    guard path.count > 1 else { throw Refusal(why: tr("it has no path behind the host")) }
    guard !path.hasPrefix("/-") else { throw Refusal(why: tr("its path begins with a dash")) }
    return (scheme, try host(rest[..<slash], hasPort: true))
  }

  /// The host of `person:password@host:port`.
  private static func host(_ text: Substring, hasPort: Bool) throws(Refusal) -> String {
    guard !text.hasPrefix("-") else { throw Refusal(why: tr("its host begins with a dash")) }
    var name = text.lastIndex(of: "@").map { text[text.index(after: $0)...] } ?? text
    if hasPort, let colon = name.lastIndex(of: ":"), !name[colon...].contains("]") {
      let port = name[name.index(after: colon)...]
      guard port.isEmpty || UInt16(port).map({ $0 > 0 }) == true else {
        throw Refusal(why: tr("its port is not a number from 1 to 65535"))
      }
      name = name[..<colon]
    }
    if name.hasPrefix("["), name.hasSuffix("]") { name = name.dropFirst().dropLast() }
    guard !name.isEmpty else { throw Refusal(why: tr("it has no host")) }
    guard !name.hasPrefix("-") else { throw Refusal(why: tr("its host begins with a dash")) }
    guard !name.contains(where: { " '\"\\$`;|&<>()".contains($0) }) else {
      throw Refusal(why: tr("its host has characters that no host has"))
    }
    return String(name)
  }

  /// The colon of `host:path`, not one inside `[::1]:path`.
  private static func shortFormColon(_ text: Substring) -> Substring.Index? {
    let host = text.prefix { $0 != "/" }
    let start = host.lastIndex(of: "]") ?? host.startIndex
    return host[start...].firstIndex(of: ":")
  }

  private static func isWord(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "+-._".contains(character))
  }

  /// The address without its password, which must not appear in a message or a report.
  static func withoutPassword(_ text: String) -> String {
    guard let mark = text.firstRange(of: "://") else { return text }
    let rest = text[mark.upperBound...]
    let authority = rest.prefix { $0 != "/" }
    guard let at = authority.lastIndex(of: "@"),
      let colon = authority[..<at].firstIndex(of: ":")
    else { return text }
    return text[..<colon] + ":***" + text[at...]
  }
}
