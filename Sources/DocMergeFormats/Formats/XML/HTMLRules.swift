/// Rules of pages that XML does not have: elements without an end tag, and text in which tags do not count.
enum HTMLRules {
  /// Whether elements of a name are empty and have no end tag.
  static func isVoid(_ name: [UInt8]) -> Bool { void.contains(name) }

  /// Whether tags in elements of a name are text.
  static func isRaw(_ name: [UInt8]) -> Bool { raw.contains(name) }

  /// Whether elements of a name contain XML.
  static func isForeign(_ name: [UInt8]) -> Bool { foreign.contains(name) }

  /// Whether the end tag of elements of a name can be left out.
  static func isClosedByParent(_ name: [UInt8]) -> Bool { ends[name] != nil }

  /// Whether an element ends at the start of one with another name.
  static func ends(_ name: [UInt8], before next: [UInt8]) -> Bool {
    ends[name]?.contains(next) ?? false
  }

  private static let void = names(
    "area base br col embed hr img input link meta param source track wbr")
  private static let raw = names("script style textarea title xmp iframe noembed noframes")
  private static let foreign = names("svg math")

  private static let blocks = """
    address article aside blockquote details dialog div dl fieldset figcaption figure footer form h1 h2 h3 \
    h4 h5 h6 header hgroup hr main menu nav ol p pre section search table ul
    """

  /// For elements whose end tag can be left out, the elements before which they end.
  private static let ends: [[UInt8]: Set<[UInt8]>] = [
    ("li", "li"), ("dt", "dt dd"), ("dd", "dt dd"), ("p", blocks), ("rt", "rt rp"), ("rp", "rt rp"),
    ("option", "option optgroup hr"), ("optgroup", "optgroup hr"), ("tr", "tr tbody tfoot"),
    ("td", "td th tr tbody tfoot"), ("th", "td th tr tbody tfoot"), ("thead", "tbody tfoot"),
    ("tbody", "tbody tfoot"), ("tfoot", ""), ("body", ""), ("html", ""),
  ].reduce(into: [:]) { all, rule in all[Array(rule.0.utf8)] = names(rule.1) }

  private static func names(_ words: String) -> Set<[UInt8]> {
    Set(words.split(separator: " ").map { Array($0.utf8) })
  }
}
