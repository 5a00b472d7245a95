import DocMergeDocuments
import Foundation

/// A value on either side of a comparison.
enum PredicateValue: Sendable {
  case nothing
  case text(String)
  case integer(Int64)
  case real(Double)
  case date(Date)
  case url(URL)
  case bytes(Data)
  case list([PredicateValue])
  case object(PredicateObject)

  /// Converts a value of a program; an optional becomes its content.
  init(_ value: Any?) {
    guard let value = value.flatMap(PredicateObject.unwrapped) else {
      self = .nothing
      return
    }
    switch value {
    case let value as PredicateValue: self = value
    case is NSNull: self = .nothing
    case let text as String: self = .text(text)
    case let text as Substring: self = .text(String(text))
    case let character as Character: self = .text(String(character))
    case let flag as Bool: self = .integer(flag ? 1 : 0)
    case let integer as any BinaryInteger: self = .init(integer)
    case let real as any BinaryFloatingPoint: self = .real(Double(real))
    case let number as NSNumber: self = .init(number)
    case let date as Date: self = .date(date)
    case let url as URL: self = .url(url)
    case let data as Data: self = .bytes(data)
    case let object as NSObject where PredicateValue.bridged(object) != nil:
      self = PredicateValue.bridged(object) ?? .nothing
    case let set as Set<AnyHashable>: self = .list(set.map { PredicateValue($0.base) })
    case let list as [Any]: self = .list(list.map { PredicateValue($0) })
    default: self = .object(PredicateObject(value))
    }
  }

  private init(_ integer: any BinaryInteger) {
    self = Int64(exactly: integer).map { .integer($0) } ?? .real(Double(integer))
  }

  private init(_ number: NSNumber) {
    let isWhole = number.doubleValue == Double(number.int64Value)
    self = isWhole ? .integer(number.int64Value) : .real(number.doubleValue)
  }

  /// The values of objects of Foundation's classes.
  private static func bridged(_ object: NSObject) -> PredicateValue? {
    switch object {
    case let text as NSString: .text(String(describing: text))
    case let date as NSDate: .date(date as Date)
    case let url as NSURL: .url(url as URL)
    case let data as NSData: .bytes(data as Data)
    case let list as NSArray: .list(list.map { PredicateValue($0) })
    case let set as NSSet: .list(set.map { PredicateValue($0) })
    default: nil
    }
  }

  /// The text of a string; `nil` for other values.
  var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  var members: [PredicateValue]? {
    if case .list(let members) = self { members } else { nil }
  }

  private var real: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .real(let real): real
    default: nil
    }
  }

  // MARK: Comparing

  /// The order of the two; `nil` if they cannot be ordered.
  func compared(to other: PredicateValue) -> ComparisonResult? {
    switch (self, other) {
    case (.text(let one), .text(let two)): order(one, two)
    case (.integer(let one), .integer(let two)): order(one, two)
    case (.date(let one), .date(let two)): order(one, two)
    case (.url(let one), .url(let two)): order(one.absoluteString, two.absoluteString)
    default: real.flatMap { one in other.real.flatMap { order(one, $0) } }
    }
  }

  private func order<Value: Comparable>(_ one: Value, _ two: Value) -> ComparisonResult? {
    if one < two { return .orderedAscending }
    if one == two { return .orderedSame }
    return one > two ? .orderedDescending : nil
  }

  /// Whether both have the same meaning.
  func isEqual(to other: PredicateValue) -> Bool {
    switch (self, other) {
    case (.nothing, .nothing): true
    case (.url(let one), .url(let two)) where one.isFileURL && two.isFileURL:
      // A slash at the end does not make it another file.
      one.standardizedFileURL.path == two.standardizedFileURL.path
    case (.bytes(let one), .bytes(let two)): one == two
    case (.list(let one), .list(let two)):
      one.count == two.count && zip(one, two).allSatisfy { $0.isEqual(to: $1) }
    case (.object(let one), .object(let two)): one.isEqual(to: two)
    default: compared(to: other) == .orderedSame
    }
  }
}

/// An object that a predicate only compares and reads values of.
///
/// Proof of `@unchecked`: a caller that passes an object to a predicate on another thread allows its use there; nothing
/// here changes it.
struct PredicateObject: @unchecked Sendable {
  let value: Any

  init(_ value: Any) { self.value = value }

  func isEqual(to other: PredicateObject) -> Bool {
    if let one = value as? NSObject, let two = other.value as? NSObject { return one.isEqual(two) }
    if let one = value as? AnyHashable, let two = other.value as? AnyHashable { return one == two }
    guard type(of: value) is AnyClass, type(of: other.value) is AnyClass else { return false }
    return (value as AnyObject) === (other.value as AnyObject)
  }

  /// The content of an optional, at any depth.
  static func unwrapped(_ value: Any) -> Any? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return value }
    return mirror.children.first.flatMap { unwrapped($0.value) }
  }

  // MARK: Values by key

  /// The value of a key path such as `owner.name`.
  static func value(of object: Any?, path: String) -> PredicateValue {
    guard let object = object.flatMap(unwrapped) else { return .nothing }
    if let item = object as? MetadataItem { return PredicateValue(item.value(forAttribute: path)) }
    var value: Any? = object
    for key in path.split(separator: ".") where key != "SELF" && key != "self" {
      value = value.flatMap { member(String(key), of: $0) }
    }
    return PredicateValue(value)
  }

  private static func member(_ key: String, of value: Any) -> Any? {
    guard let value = unwrapped(value) else { return nil }
    switch value {
    case let item as MetadataItem: return item.value(forAttribute: key)
    case let values as [String: Any]: return values[key]
    case let values as [AnyHashable: Any]: return values[key]
    case let values as NSDictionary: return values[key]
    case let url as URL: return member(key, of: url)
    case let text as String: return member(key, of: text)
    case let list as [Any]:
      return key == "@count" || key == "count"
        ? list.count : list.map { member(key, of: $0).map(PredicateValue.init) ?? .nothing }
    default: return stored(key, of: Mirror(reflecting: value))
    }
  }

  private static func member(_ key: String, of url: URL) -> Any? {
    switch key {
    case "path": url.path
    case "lastPathComponent": url.lastPathComponent
    case "pathExtension": url.pathExtension
    case "absoluteString": url.absoluteString
    default: nil
    }
  }

  private static func member(_ key: String, of text: String) -> Any? {
    switch key {
    case "length": text.utf16.count
    case "lastPathComponent": (text as NSString).lastPathComponent
    case "pathExtension": (text as NSString).pathExtension
    case "lowercaseString": text.lowercased()
    case "uppercaseString": text.uppercased()
    default: nil
    }
  }

  /// A stored property, including those of superclasses.
  private static func stored(_ key: String, of mirror: Mirror) -> Any? {
    if let child = mirror.children.first(where: { $0.label == key }) { return child.value }
    return mirror.superclassMirror.flatMap { stored(key, of: $0) }
  }
}
