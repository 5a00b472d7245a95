public import Foundation

// Foundation on Linux declares Apple's initializers, as unavailable; a file that imports this module gets these
// instead, even when it imports Foundation as well.
extension NSPredicate {
  /// Makes a predicate from Apple's format language.
  ///
  ///     NSPredicate(
  ///       format: "%K LIKE %@ AND NOT %K BEGINSWITH '.'", NSMetadataItemFSNameKey, "*.txt", NSMetadataItemFSNameKey)
  ///
  /// Supported are comparisons (`==`, `<`, `LIKE`, `BEGINSWITH`, `ENDSWITH`, `CONTAINS`, `MATCHES`, `IN`, `BETWEEN`,
  /// each with `[c]` and `[d]`), `AND`, `OR`, `NOT`, brackets, `ANY`, `ALL`, `NONE`, `TRUEPREDICATE`, `FALSEPREDICATE`,
  /// lists in braces and variables, but not arithmetic, functions and subqueries. Values are read from a
  /// ``MetadataItem`` by attribute, from a dictionary by key, from any other object by the name of a stored property.
  ///
  /// An invalid format is an error of the program and stops it, with a sentence that shows the place; use
  /// ``init(parsing:arguments:)`` for formats that people write.
  ///
  /// - Parameters:
  ///   - predicateFormat: the format.
  ///   - args: the values for the placeholders `%@`, `%K`, `%d` and so on.
  public convenience init(format predicateFormat: String, _ args: Any?...) {
    self.init(format: predicateFormat, argumentArray: args.map { $0 ?? NSNull() })
  }

  /// Makes a predicate from Apple's format language.
  ///
  /// - Parameters:
  ///   - predicateFormat: the format.
  ///   - arguments: the values for the placeholders `%@`, `%K`, `%d` and so on.
  public convenience init(format predicateFormat: String, argumentArray arguments: [Any]?) {
    let node: PredicateNode
    do {
      node = try PredicateParser.parse(predicateFormat, arguments ?? [])
    } catch {
      preconditionFailure(error.description)
    }
    self.init(node)
  }

  /// Makes a predicate from a format that a person wrote.
  ///
  /// - Parameters:
  ///   - format: the format.
  ///   - arguments: the values for its placeholders.
  /// - Throws: ``PredicateFormatError``.
  public convenience init(parsing format: String, arguments: [Any] = []) throws {
    self.init(try PredicateParser.parse(format, arguments))
  }

  private convenience init(_ node: PredicateNode) {
    self.init(block: { object, variables in
      node.matches(object, variables: variables ?? [:])
    })
  }
}

extension NSSortDescriptor {
  /// Sorts by the values of a key, as predicates read them.
  ///
  /// Objects without a value are first.
  ///
  /// - Parameters:
  ///   - key: an attribute of a ``MetadataItem``, a key of a dictionary, or the name of a property;
  ///     `nil` for the objects themselves.
  ///   - ascending: whether the smallest is first.
  public convenience init(key: String?, ascending: Bool) {
    // The comparator does not reverse the order: the descriptor does.
    self.init(keyPath: \NSObject.self, ascending: ascending) { one, other in
      let one = PredicateObject.value(of: one, path: key ?? "SELF")
      let other = PredicateObject.value(of: other, path: key ?? "SELF")
      return one.compared(to: other) ?? one.orderOfAbsence(other)
    }
  }
}

extension PredicateValue {
  /// The order of two values that cannot be compared.
  fileprivate func orderOfAbsence(_ other: PredicateValue) -> ComparisonResult {
    switch (self, other) {
    case (.nothing, .nothing): .orderedSame
    case (.nothing, _): .orderedAscending
    case (_, .nothing): .orderedDescending
    default: .orderedSame
    }
  }
}
