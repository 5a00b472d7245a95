public import Foundation

extension MetadataQuery {
  func groups(
    of items: [MetadataItem], by attributes: ArraySlice<String>
  ) -> [MetadataQueryResultGroup] {
    guard let attribute = attributes.first else { return [] }
    return grouped(items, by: attribute).map { value, members in
      MetadataQueryResultGroup(
        attribute: attribute, value: replacement(of: value, attribute),
        results: objects(for: members),
        subgroups: attributes.count > 1 ? groups(of: members, by: attributes.dropFirst()) : nil)
    }.sorted { "\($0.value)" < "\($1.value)" }
  }

  /// The items by the value of an attribute; those without one are left out.
  func grouped(
    _ items: [MetadataItem], by attribute: String
  ) -> [(value: Any, items: [MetadataItem])] {
    var groups: [AnyHashable: (value: Any, items: [MetadataItem])] = [:]
    for item in items {
      guard let value = item.value(forAttribute: attribute), let key = value as? AnyHashable else {
        continue
      }
      groups[key, default: (value, [])].items.append(item)
    }
    return Array(groups.values)
  }

  func replacement(of value: Any, _ attribute: String) -> Any {
    delegate?.metadataQuery(self, replacementValueForAttribute: attribute, value: value) ?? value
  }
}

/// How often a value of an attribute occurs among the results of a query.
public final class MetadataQueryAttributeValueTuple: NSObject {
  /// The attribute.
  public let attribute: String
  /// The value.
  public let value: Any?
  /// How many results have it.
  public let count: Int

  var words: String { value.map { "\($0)" } ?? "" }

  init(attribute: String, value: Any?, count: Int) {
    self.attribute = attribute
    self.value = value
    self.count = count
  }
}

/// The results of a query that have the same value of an attribute.
public final class MetadataQueryResultGroup: NSObject {
  /// The attribute.
  public let attribute: String
  /// The value.
  public let value: Any
  /// The results.
  public let results: [Any]
  /// The results in groups by the next attribute; `nil` without one.
  public let subgroups: [MetadataQueryResultGroup]?

  /// How many results there are.
  public var resultCount: Int { results.count }

  /// The result at an index below ``resultCount``.
  public func result(at idx: Int) -> Any { results[idx] }

  init(attribute: String, value: Any, results: [Any], subgroups: [MetadataQueryResultGroup]?) {
    self.attribute = attribute
    self.value = value
    self.results = results
    self.subgroups = subgroups
  }
}
