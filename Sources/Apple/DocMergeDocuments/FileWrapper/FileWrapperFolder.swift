/// The members of a wrapped folder, each under a unique key.
final class FileWrapperFolder {
  private(set) var children: [String: FileWrapper] = [:]
  private var keys: [ObjectIdentifier: String] = [:]
  /// The number from which the search for a free key of a name continues.
  private var nextNumbers: [String: Int] = [:]
  /// Whether it was read from disk and its members were not used since.
  var isUnseen = false

  /// Adds a member under a key made from its name, and returns the key.
  func add(_ child: FileWrapper, name: String) -> String {
    if let key = keys[ObjectIdentifier(child)] { return key }
    let key = children[name] == nil ? name : freeKey(for: name)
    put(child, key: key)
    return key
  }

  /// Adds a member under a free key.
  func put(_ child: FileWrapper, key: String) {
    children[key] = child
    keys[ObjectIdentifier(child)] = key
  }

  func remove(_ child: FileWrapper) -> Bool {
    guard let key = keys.removeValue(forKey: ObjectIdentifier(child)) else { return false }
    children[key] = nil
    return true
  }

  func key(of child: FileWrapper) -> String? { keys[ObjectIdentifier(child)] }

  /// `Notes 2.txt` for a second `Notes.txt`, and so on.
  private func freeKey(for name: String) -> String {
    let dot = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 } ?? name.endIndex
    var number = nextNumbers[name, default: 2]
    while children["\(name[..<dot]) \(number)\(name[dot...])"] != nil { number += 1 }
    nextNumbers[name] = number + 1
    return "\(name[..<dot]) \(number)\(name[dot...])"
  }
}
