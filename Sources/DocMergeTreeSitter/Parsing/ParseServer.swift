import DocMergeFormats
import DocMergeLanguage
import DocMergeLibTreeSitter
import DocMergeSystem

/// The parsing side of the process: a crash or a hang affects nothing else.
package enum ParseServer {
  /// The verb that starts it, which is in no help text.
  package static let verb = "parse-code"

  /// Answers requests from standard input until it ends.
  ///
  /// - Parameter words: The paths of libraries, `--`, and the names that the grammar may have in them.
  /// - Returns: The exit status.
  package static func run(_ words: [String]) -> Int32 {
    let parts = words.split(separator: "--", maxSplits: 1)
    guard parts.count == 2 else { return 2 }
    let grammar: LoadedGrammar
    do {
      grammar = try load(from: parts[0], names: Array(parts[1]))
    } catch {
      return write(failure: error.reason) ? 0 : 2
    }
    guard let parser = ts_parser_new(), ts_parser_set_language(parser, grammar.language),
      write(vocabulary: grammar.language)
    else { return 2 }
    while let text = request() {
      guard let tree = ts_parser_parse_string(parser, nil, text, UInt32(text.count)) else {
        guard write(failure: tr("it gave up")) else { return 2 }
        continue
      }
      let nodes = TreeWriter(tree).numbers
      ts_tree_delete(tree)
      guard write([ParseMessage.good, UInt32(nodes.count / ParseMessage.nodeSize)] + nodes) else {
        return 2
      }
    }
    return 0
  }

  /// Loads the first grammar that this runtime accepts.
  private static func load(
    from libraries: ArraySlice<String>, names: [String]
  ) throws(GrammarFailure) -> LoadedGrammar {
    var reasons: [String] = []
    for library in libraries {
      do throws(GrammarFailure) {
        return try LoadedGrammar(path: library, names: names)
      } catch {
        reasons.append("\(library): \(error.reason)")
      }
    }
    throw GrammarFailure(reasons.joined(separator: "; "))
  }

  private static func request() -> [CChar]? {
    var count: UInt32 = 0
    guard withUnsafeMutableBytes(of: &count, StandardFile.input.fill),
      count <= ParseMessage.textLimit
    else {
      return nil
    }
    var text = [CChar](repeating: 0, count: Int(count))
    return text.withUnsafeMutableBytes(StandardFile.input.fill) ? text : nil
  }

  /// Writes numbers; returns whether this succeeded.
  private static func write(_ numbers: [UInt32]) -> Bool {
    let written: Void? = try? StandardFile.output.write { output in
      numbers.withUnsafeBytes { output.append($0) }
    }
    return written != nil
  }

  private static func write(failure reason: String) -> Bool {
    write([ParseMessage.bad] + numbers(of: reason))
  }

  /// The length of a text, and its bytes, padded to whole numbers.
  private static func numbers(of text: String) -> [UInt32] {
    let bytes = Array(text.utf8)
    var numbers = [UInt32(bytes.count)]
    for start in stride(from: 0, to: bytes.count, by: 4) {
      var number: UInt32 = 0
      for (place, byte) in bytes[start..<min(start + 4, bytes.count)].enumerated() {
        number |= UInt32(byte) << UInt32(8 * place)
      }
      numbers.append(number)
    }
    return numbers
  }

  private static func write(vocabulary language: OpaquePointer) -> Bool {
    let types = (0..<ts_language_symbol_count(language)).map { symbol in
      ts_language_symbol_name(language, TSSymbol(symbol)).map { String(cString: $0) } ?? ""
    }
    let fields = (0...ts_language_field_count(language)).map { field in
      field == 0
        ? ""
        : ts_language_field_name_for_id(language, TSFieldId(field)).map { String(cString: $0) }
          ?? ""
    }
    var message = [ParseMessage.good, UInt32(types.count), UInt32(fields.count)]
    for name in types + fields { message += numbers(of: name) }
    return write(message)
  }
}

/// Writes the nodes of a tree in sequence.
private struct TreeWriter {
  private(set) var numbers: [UInt32] = []
  /// The last symbol marks text that the parser does not understand.
  private static let unknown = TSSymbol.max

  init(_ tree: OpaquePointer) {
    var cursor = ts_tree_cursor_new(ts_tree_root_node(tree))
    defer { ts_tree_cursor_delete(&cursor) }
    var open: [Int] = []
    while true {
      open.append(numbers.count)
      append(ts_tree_cursor_current_node(&cursor), ts_tree_cursor_current_field_id(&cursor))
      if ts_tree_cursor_goto_first_child(&cursor) { continue }
      close(&open)
      while !ts_tree_cursor_goto_next_sibling(&cursor) {
        guard ts_tree_cursor_goto_parent(&cursor) else { return }
        close(&open)
      }
    }
  }

  private mutating func append(_ node: TSNode, _ field: TSFieldId) {
    let symbol = ts_node_symbol(node)
    var traits: CodeTree.Traits = []
    if ts_node_is_named(node) { traits.insert(.named) }
    if ts_node_is_extra(node) { traits.insert(.extra) }
    if ts_node_is_missing(node) { traits.insert(.missing) }
    if symbol == Self.unknown { traits.formUnion([.broken, .named]) }
    numbers += [
      symbol == Self.unknown ? 0 : UInt32(symbol), UInt32(field), UInt32(traits.rawValue),
      ts_node_start_byte(node), ts_node_end_byte(node), 0,
    ]
  }

  /// Records the end of the last open node.
  private mutating func close(_ open: inout [Int]) {
    guard let start = open.popLast() else { return }
    numbers[start + 5] = UInt32(numbers.count / ParseMessage.nodeSize)
  }
}
