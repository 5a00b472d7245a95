public import Foundation

extension KeyValueStore {
  /// The text of a key; `nil` when it has none.
  public func string(forKey aKey: String) -> String? { object(forKey: aKey) as? String }

  /// The list of a key; `nil` when it has none.
  public func array(forKey aKey: String) -> [Any]? { object(forKey: aKey) as? [Any] }

  /// The dictionary of a key; `nil` when it has none.
  public func dictionary(forKey aKey: String) -> [String: Any]? {
    object(forKey: aKey) as? [String: Any]
  }

  /// The data of a key; `nil` when it has none.
  public func data(forKey aKey: String) -> Data? { object(forKey: aKey) as? Data }

  /// The whole number of a key; 0 when it has none.
  public func longLong(forKey aKey: String) -> Int64 { number(aKey)?.int64Value ?? 0 }

  /// The number of a key; 0 when it has none.
  public func double(forKey aKey: String) -> Double { number(aKey)?.doubleValue ?? 0 }

  /// The Boolean of a key; false when it has none.
  public func bool(forKey aKey: String) -> Bool { number(aKey)?.boolValue ?? false }

  private func number(_ key: String) -> NSNumber? {
    switch object(forKey: key) {
    case let number as NSNumber: number
    case let truth as Bool: NSNumber(value: truth)
    case let number as Int: NSNumber(value: number)
    case let number as Double: NSNumber(value: number)
    default: nil
    }
  }

  /// Sets the value of a key to a text; `nil` removes it.
  public func set(_ aString: String?, forKey aKey: String) { set(aString as Any?, forKey: aKey) }

  /// Sets the value of a key to data; `nil` removes it.
  public func set(_ aData: Data?, forKey aKey: String) { set(aData as Any?, forKey: aKey) }

  /// Sets the value of a key to a list; `nil` removes it.
  public func set(_ anArray: [Any]?, forKey aKey: String) { set(anArray as Any?, forKey: aKey) }

  /// Sets the value of a key to a dictionary; `nil` removes it.
  public func set(_ aDictionary: [String: Any]?, forKey aKey: String) {
    set(aDictionary as Any?, forKey: aKey)
  }

  /// Sets the value of a key to a whole number.
  public func set(_ value: Int64, forKey aKey: String) {
    set(NSNumber(value: value) as Any?, forKey: aKey)
  }

  /// Sets the value of a key to a number.
  public func set(_ value: Double, forKey aKey: String) {
    set(NSNumber(value: value) as Any?, forKey: aKey)
  }

  /// Sets the value of a key to a Boolean.
  public func set(_ value: Bool, forKey aKey: String) {
    set(NSNumber(value: value) as Any?, forKey: aKey)
  }
}
