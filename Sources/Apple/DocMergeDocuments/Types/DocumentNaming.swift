public import Foundation

/// How new documents get their file names without a question to the user.
public enum DocumentNaming: Sendable, Hashable {
  /// A random UUID, after a prefix.
  case uuid(prefix: String = "")
  /// The date and time of creation, after a prefix: `2026-11-21 14.05.09`.
  case timestamp(prefix: String = "")
  /// A word with a number: `Notes 1`, `Notes 2`, …
  case sequence(String)
  /// A chosen name, with a number when it is taken: `Notes`, `Notes 2`, …
  case named(String)

  /// A name, without extension, that no other document has.
  ///
  /// Names that differ only in case, or in the form of accents, count as the same: other systems could not hold both.
  /// Linear in the number of names.
  ///
  /// - Parameters:
  ///   - taken: the names, without extensions, that are in use.
  ///   - date: the moment of creation.
  ///   - timeZone: the time zone of dates in names.
  /// - Returns: the name.
  public func name(
    avoiding taken: some Sequence<String>, date: Date = Date(), timeZone: TimeZone = .current
  ) -> String {
    let taken = Set(taken.map(DocumentNaming.folded))
    func firstFree(_ names: some Sequence<String>) -> String {
      names.first { !taken.contains(DocumentNaming.folded($0)) } ?? UUID().uuidString
    }
    switch self {
    case .uuid(let prefix):
      return firstFree((0...taken.count).lazy.map { _ in prefix + UUID().uuidString })
    case .timestamp(let prefix):
      let moment = prefix + DocumentNaming.text(of: date, in: timeZone)
      return firstFree(DocumentNaming.numbered(moment, upTo: taken.count + 2))
    case .sequence(let word):
      return firstFree((1...taken.count + 1).lazy.map { "\(word) \($0)" })
    case .named(let name):
      return firstFree(DocumentNaming.numbered(name, upTo: taken.count + 2))
    }
  }

  /// The URL of a new document: the folder, a free name, and the extension of the type.
  ///
  /// The extension is the one that the shared ``TypeRegistry`` has for the type; a name that already has an extension
  /// of the type gets no second one.
  ///
  /// - Parameters:
  ///   - folder: the folder; it need not exist yet.
  ///   - type: the type.
  ///   - date: the moment of creation.
  /// - Returns: a free URL.
  /// - Throws: `CocoaError` when the folder cannot be listed.
  public func url(in folder: URL, type: UniformType, date: Date = Date()) throws -> URL {
    var names: [String] = []
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    } catch CocoaError.fileReadNoSuchFile, CocoaError.fileNoSuchFile {
      // A folder that does not exist yet has no names.
    }
    let registry = TypeRegistry.shared
    let isPackage = type.isPackage
    func url(_ name: String) -> URL {
      registry.url(
        folder.appendingPathComponent(name, isDirectory: isPackage), withExtensionFor: type)
    }
    // A document of another type with the same name would confuse people, if not the system.
    let taken = names.map { name in String(name[..<DocumentNaming.stem(of: name)]) }
    return url(name(avoiding: taken + names, date: date))
  }

  private static func numbered(_ name: String, upTo count: Int) -> some Sequence<String> {
    (1...count).lazy.map { $0 == 1 ? name : "\(name) \($0)" }
  }

  static func stem(of name: String) -> String.Index {
    name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 } ?? name.endIndex
  }

  private static func folded(_ name: String) -> String {
    name.precomposedStringWithCanonicalMapping.uppercased().lowercased()
  }

  /// From years to seconds, so that names sort by date; without colons, which other systems do not allow.
  private static func text(of date: Date, in timeZone: TimeZone) -> String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    let parts = calendar.dateComponents(
      [.year, .month, .day, .hour, .minute, .second], from: date)
    func digits(_ number: Int?, _ count: Int) -> String {
      let text = String(number ?? 0)
      return String(repeating: "0", count: max(count - text.count, 0)) + text
    }
    let day = [digits(parts.year, 4), digits(parts.month, 2), digits(parts.day, 2)]
    let time = [digits(parts.hour, 2), digits(parts.minute, 2), digits(parts.second, 2)]
    return day.joined(separator: "-") + " " + time.joined(separator: ".")
  }
}
