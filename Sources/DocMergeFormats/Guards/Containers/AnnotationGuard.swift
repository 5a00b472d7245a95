import DocMergeCore
import DocMergeLanguage

/// Finds an annotation that stands twice above one declaration.
///
///     ours    [Obsolete("Use SendAsync.")]       added
///     theirs  [Obsolete("Use Queue.Add.")]       added
///     fault   the compiler allows one of them
struct AnnotationGuard {
  private let inputs: [[UInt8]]

  /// Annotations of common languages that a declaration can have once.
  private static let unique: WordList =
    """
    Obsolete Deprecated deprecated SuppressWarnings JsonProperty JsonPropertyName SerializedName Column Table \
    DisplayName StringLength Range MaxLength MinLength Size Timeout Order RequestMapping GetMapping \
    PostMapping PutMapping DeleteMapping PatchMapping Path Qualifier Scope Transactional Cacheable repr \
    inline must_use DataMember XmlElement XmlAttribute Entity Named Value Retention Target Guid DataContract
    """

  /// Prepares for the base, ours and theirs.
  init(_ inputs: [[UInt8]]) { self.inputs = inputs }

  /// The annotations with a name twice; none of a name that an input has twice.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  func faults(in result: [UInt8]) -> [StructureFault] {
    let doubled = Self.doubled(in: result)
    guard !doubled.isEmpty else { return [] }
    let known = Set(inputs.flatMap { Self.doubled(in: $0).keys })
    return doubled.filter { !known.contains($0.key) }.map { name, places in
      .doubled(name, at: places)
    }.sorted { $0.stands(before: $1) }
  }

  /// The names that stand twice in a run of annotations, with their lines.
  private static func doubled(in text: [UInt8]) -> [String: [Range<Int>]] {
    var found: [String: [Range<Int>]] = [:]
    var run: [String: [Range<Int>]] = [:]
    for line in Lines(text).places {
      if let name = name(of: text[line].trimmed) {
        run[name, default: []].append(line)
        continue
      }
      for (name, places) in run where places.count > 1 { found[name, default: []] += places }
      run = [:]
    }
    return found
  }

  /// The name of the annotation that is alone on a line: `@Name(…)`, `[Name(…)]`, `#[name(…)]`.
  private static func name(of line: ArraySlice<UInt8>) -> String? {
    let marks = ["@", "#[", "[", "@[", "[["]
    guard let mark = marks.first(where: { line.starts(with: $0.utf8) }) else { return nil }
    let name = line.dropFirst(mark.utf8.count).prefix(while: \.isPartOfName)
    let word = String(decoding: name, as: UTF8.self)
    // What the annotation belongs to can stand behind it, such as a parameter.
    let isAlone =
      line.last.map { ")]".utf8.contains($0) } ?? false || name.endIndex == line.endIndex
    return isAlone && unique.contains(word) ? word : nil
  }
}
