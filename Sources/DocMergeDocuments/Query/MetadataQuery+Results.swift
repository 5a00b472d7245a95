public import Foundation
import Synchronization

extension MetadataQuery {
  /// The documents that were found, in order.
  public var items: [MetadataItem] { state.withLock(\.run.results) }

  /// The results: ``MetadataItem``s, or what the delegate made of them.
  public var results: [Any] { objects(for: items) }

  /// How many results there are.
  public var resultCount: Int { state.withLock { $0.run.results.count } }

  /// The result at an index below ``resultCount``.
  public func result(at index: Int) -> Any { objects(for: [items[index]])[0] }

  /// Where a result is; `NSNotFound` when it is none.
  public func index(ofResult result: Any) -> Int {
    let object = result as AnyObject
    return results.firstIndex { ($0 as AnyObject) === object } ?? NSNotFound
  }

  /// The value of an attribute of the result at an index.
  public func value(ofAttribute attrName: String, forResultAt index: Int) -> Any? {
    items[index].value(forAttribute: attrName)
  }

  /// Hands out the results one by one while they are held still.
  ///
  /// - Parameter block: gets a result, its index, and a flag that ends it when it is set.
  public func enumerateResults(_ block: (Any, Int, UnsafeMutablePointer<ObjCBool>) -> Void) {
    enumerateResults(options: [], using: block)
  }

  /// Hands out the results one by one while they are held still.
  ///
  /// - Parameters:
  ///   - opts: whether to go backwards.
  ///   - block: gets a result, its index, and a flag that ends it when it is set.
  public func enumerateResults(
    options opts: NSEnumerationOptions,
    using block: (Any, Int, UnsafeMutablePointer<ObjCBool>) -> Void
  ) {
    disableUpdates()
    defer { enableUpdates() }
    let numbered = Array(results.enumerated())
    var isOver = ObjCBool(false)
    for (index, result) in opts.contains(.reverse) ? numbered.reversed() : numbered {
      block(result, index, &isOver)
      if isOver.boolValue { return }
    }
  }

  /// How often each value of ``valueListAttributes`` occurs, the most frequent first.
  public var valueLists: [String: [MetadataQueryAttributeValueTuple]] {
    let items = items
    var lists: [String: [MetadataQueryAttributeValueTuple]] = [:]
    for attribute in valueListAttributes {
      lists[attribute] = grouped(items, by: attribute).map { value, members in
        MetadataQueryAttributeValueTuple(
          attribute: attribute, value: replacement(of: value, attribute), count: members.count)
      }.sorted { ($1.count, $0.words) < ($0.count, $1.words) }
    }
    return lists
  }

  /// The results in groups by the first of ``groupingAttributes``, and those in groups by the next.
  public var groupedResults: [MetadataQueryResultGroup] {
    groups(of: items, by: (groupingAttributes ?? [])[...])
  }

  private func groups(
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
  private func grouped(
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

  private func replacement(of value: Any, _ attribute: String) -> Any {
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
