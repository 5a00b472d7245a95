public import Foundation

/// Selects the documents of a query.
///
///     query.filter = .name("*.txt") && ItemFilter { $0.fileSize > 0 }
public struct ItemFilter: Sendable {
  private let test: @Sendable (MetadataItem) -> Bool

  /// Selects the documents that pass a test; it is called on the query's queue, for every change.
  public init(_ test: @escaping @Sendable (MetadataItem) -> Bool) {
    self.test = test
  }

  /// Selects the documents for which a predicate is true; one that throws is false.
  ///
  ///     ItemFilter(#Predicate<MetadataItem> { $0.fileSize > 1000 })
  public init(_ predicate: Predicate<MetadataItem>) {
    self.init { item in (try? predicate.evaluate(item)) ?? false }
  }

  /// Selects the documents whose name in the folder matches a pattern such as `*.txt`.
  public static func name(_ pattern: String, ignoresCase: Bool = false) -> ItemFilter {
    let wildcard = Wildcard(pattern, ignoresCase: ignoresCase)
    return ItemFilter { wildcard.matches($0.fileSystemName) }
  }

  /// Selects the documents of this type or a kind of it.
  public static func type(_ type: UniformType) -> ItemFilter {
    ItemFilter { UniformType(unchecked: $0.contentType).conforms(to: type) }
  }

  /// Selects all documents.
  public static var all: ItemFilter { ItemFilter { _ in true } }

  /// Whether a document passes.
  public func matches(_ item: MetadataItem) -> Bool { test(item) }

  /// Selects documents that pass both.
  public static func && (one: ItemFilter, other: ItemFilter) -> ItemFilter {
    ItemFilter { one.matches($0) && other.matches($0) }
  }

  /// Selects documents that pass at least one.
  public static func || (one: ItemFilter, other: ItemFilter) -> ItemFilter {
    ItemFilter { one.matches($0) || other.matches($0) }
  }

  /// Selects documents that do not pass.
  public static prefix func ! (filter: ItemFilter) -> ItemFilter {
    ItemFilter { !filter.matches($0) }
  }
}
