public import Foundation

/// Which documents a query is for.
///
///     query.filter = .name("*.txt") && ItemFilter { $0.fileSize > 0 }
public struct ItemFilter: Sendable {
  private let test: @Sendable (MetadataItem) -> Bool

  /// The documents that pass a test; it is called on the query's queue, for every change.
  public init(_ test: @escaping @Sendable (MetadataItem) -> Bool) {
    self.test = test
  }

  /// The documents that a predicate is true for; one that fails is false.
  ///
  ///     ItemFilter(#Predicate<MetadataItem> { $0.fileSize > 1000 })
  public init(_ predicate: Predicate<MetadataItem>) {
    self.init { item in (try? predicate.evaluate(item)) ?? false }
  }

  /// The documents whose name in the folder fits a pattern such as `*.txt`.
  public static func name(_ pattern: String, ignoresCase: Bool = false) -> ItemFilter {
    let wildcard = Wildcard(pattern, ignoresCase: ignoresCase)
    return ItemFilter { wildcard.matches($0.fileSystemName) }
  }

  /// The documents whose type is this one or a kind of it.
  public static func type(_ type: UniformType) -> ItemFilter {
    ItemFilter { UniformType(unchecked: $0.contentType).conforms(to: type) }
  }

  /// All documents.
  public static var all: ItemFilter { ItemFilter { _ in true } }

  /// Whether a document passes.
  public func matches(_ item: MetadataItem) -> Bool { test(item) }

  /// What passes both.
  public static func && (one: ItemFilter, other: ItemFilter) -> ItemFilter {
    ItemFilter { one.matches($0) && other.matches($0) }
  }

  /// What passes one of them.
  public static func || (one: ItemFilter, other: ItemFilter) -> ItemFilter {
    ItemFilter { one.matches($0) || other.matches($0) }
  }

  /// What does not pass.
  public static prefix func ! (filter: ItemFilter) -> ItemFilter {
    ItemFilter { !filter.matches($0) }
  }
}
