/// The author of a version: a name and a mail address, as git stores them.
public struct Person: Sendable, Hashable {
  /// The name, such as `Anna Berg`.
  public let name: String
  /// The address, such as `anna@example.org`.
  public let email: String

  /// Makes a person; characters that git's format cannot hold (`<`, `>`, line ends) are removed, and everything beyond
  /// ``Limits/personName``.
  ///
  /// An empty name becomes `unknown`, since git refuses commits without one.
  public init(name: String, email: String) {
    let name = Person.clean(name)
    self.name = name.isEmpty ? "unknown" : name
    self.email = Person.clean(email)
  }

  /// The name of a computer, fit for names of documents: one line of at most 64 bytes, without slashes.
  ///
  /// It is set on other people's computers, and becomes a part of names (`Notes (conflict, laptop …)`).
  package static func computer(_ name: String) -> String {
    var result = ""
    for scalar in clean(name).unicodeScalars where result.utf8.count <= 60 {
      result.unicodeScalars.append(scalar == "/" ? "-" : scalar)
    }
    return result.isEmpty ? "computer" : result
  }

  private static func clean(_ text: String) -> String {
    if isClean(text.utf8) { return text }
    var size = 0
    let kept = text.unicodeScalars.filter {
      $0.value >= 0x20 && $0 != "<" && $0 != ">" && $0.value != 0x7F
    }.prefix {
      size += UTF8.width($0)
      return size <= Limits.personName
    }
    var result = Substring(String(String.UnicodeScalarView(kept)))
    while result.first == " " { result.removeFirst() }
    while result.last == " " { result.removeLast() }
    return String(result)
  }

  /// Whether nothing has to be removed, as in most names.
  private static func isClean(_ text: String.UTF8View) -> Bool {
    let blank = UInt8(ascii: " ")
    guard text.count <= Limits.personName, text.first != blank, text.last != blank else {
      return false
    }
    return text.allSatisfy {
      $0 >= 0x20 && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">") && $0 != 0x7F
    }
  }
}
