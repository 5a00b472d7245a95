/// The keys of the elements of some texts among their siblings; all texts together decide them.
///
/// They follow the vocabulary of the texts; otherwise they are an attribute such as `id`, or an element such as `<id>`,
/// that each of them has and that differs among siblings; otherwise their name, if no element of the
/// texts holds two of that name. All others are found by their text.
struct XMLKeys: Sendable {
  private enum Choice: Sendable {
    /// By its name.
    case name
    /// By a rule.
    case rule(XMLKeyRule)
    /// Only by its text.
    case likeness
  }

  private let vocabulary: XMLVocabulary?
  /// The choices for elements of a name in elements of a name.
  private let choices: [Choice]
  /// Their places, by the names of both.
  private let places: XMLPairPlaces
  /// The names of elements that hold others like the fields of a record.
  private let records: Set<UInt64>

  /// Examines some trees whose elements have their names as keys.
  ///
  /// - Complexity: O(*n*), *n* being the number of nodes.
  init(_ trees: [SyntaxTree], isPage: Bool) {
    let vocabulary = trees.lazy.compactMap { XMLVocabulary.of($0) }.first
    var survey = XMLSurvey(vocabulary)
    for tree in trees { survey.add(tree) }
    // The contents of a page are a sequence.
    let records = isPage ? [] : survey.records
    choices = survey.kinds.map { kind in
      if let rule = kind.declared, !kind.isDeclaredDoubled { return .rule(rule) }
      if let rule = kind.inferred { return .rule(rule) }
      // A field occurs once; of lists in lists that both sides began, there may be two.
      let isSingle = kind.isInBase || kind.hasText || records.contains(kind.parent)
      return isSingle && !kind.isRepeated ? .name : .likeness
    }
    self.records = records
    places = survey.places
    self.vocabulary = vocabulary
  }

  /// Gives the elements of a tree their keys.
  func apply(to tree: inout SyntaxTree) {
    tree.mendKeys { root, text in
      guard let name = root.key?.hash else { return }
      var places = places
      withUnsafeMutablePointer(to: &root) {
        apply(to: $0, named: name, text, &places)
        TranslationStates.mark($0, named: name, text)
      }
    }
  }

  private func apply(
    to element: UnsafeMutablePointer<Node>, named name: UInt64, _ text: [UInt8],
    _ places: inout XMLPairPlaces
  ) {
    if vocabulary?.isValue(name) == true {
      element.pointee.becomeLeaf()
      return
    }
    guard UnsafePointer(element).holdsElements else { return }
    if isUnordered(name) { element.pointee.children[1].kind = .members }
    element.pointee.children[1].children.changeInPlace { child in
      guard let key = child.pointee.key else { return }
      let ownKey = self.key(of: child, key, in: name, text, &places)
      if child.pointee.isContainer { apply(to: child, named: key.hash, text, &places) }
      child.pointee.key = ownKey
    }
  }

  private func isUnordered(_ name: UInt64) -> Bool {
    vocabulary?.isUnordered(name) == true || records.contains(name)
  }

  private func key(
    of element: UnsafePointer<Node>, _ name: Node.Key, in parent: UInt64, _ text: [UInt8],
    _ places: inout XMLPairPlaces
  ) -> Node.Key? {
    guard let place = places[Self.pair(parent, name.hash)] else { return nil }
    switch choices[place] {
    case .name: return name
    case .rule(let rule): return rule.key(of: element, in: text)
    case .likeness: return nil
    }
  }

  /// The hash of a name.
  static func hash(of name: some Sequence<UInt8>) -> UInt64 {
    var hash = ContentHash()
    for byte in name { hash.add(byte) }
    return hash.value
  }

  /// The hash of the names of an element and of one in it.
  static func pair(_ parent: UInt64, _ child: UInt64) -> UInt64 {
    (parent &* 0x9E37_79B9_7F4A_7C15) ^ child
  }
}

extension Node {
  /// Makes an element one value, whose parts have no meaning of their own.
  fileprivate mutating func becomeLeaf() {
    kind = .scalar
    children = []
    inner = body.upperBound..<body.upperBound
  }
}
