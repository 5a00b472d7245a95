extension CodeBuilder {
  /// Words in the names of nodes whose children are declarations.
  private static let typeWords = [
    "class", "interface", "trait", "impl", "struct", "enum", "module", "namespace", "object",
    "protocol", "extension", "record", "union", "service", "message",
  ]

  /// Words in the names of nodes that declare something even inside functions.
  private static let functionWords = ["function", "method", "constructor", "class", "interface"]

  /// Whether the parts of a node are declarations: it is a type, a module or the like.
  func isType(_ index: Int) -> Bool {
    let type = code.type(index)
    if type == "decorated_definition" || type.hasPrefix("export_") { return true }
    if starts(code.nodes[index].range, with: profile.typeWords) { return true }
    guard
      type.hasSuffix("declaration") || type.hasSuffix("definition") || type.hasSuffix("item")
        || type.hasSuffix("specifier") || type.hasSuffix("class") || type.hasSuffix("module")
    else { return false }
    return Self.typeWords.contains { type.contains($0) }
  }

  /// Whether a container holds declarations that are visible to the rest of the text.
  func isDeclarative(_ type: String, _ scope: Scope) -> Bool {
    scope.isDeclarative || profile.isData || profile.members.contains(type)
  }

  /// The key of a child of a container; `nil` when only its text identifies it.
  func key(of index: Int, isDeclarative: Bool) -> Node.Key? {
    if profile.imports.contains(code.type(index)) { return nil }
    if starts(code.nodes[index].range, with: profile.importWords) { return nil }
    if profile.nameless.contains(code.type(index)) { return nil }
    guard let name = name(of: index) else { return exportKey(of: index) }
    let type = code.type(index)
    let isFunction =
      Self.functionWords.contains(where: type.contains) && !type.contains("parameter")
    guard isDeclarative || isFunction || profile.isData else { return nil }
    var meaning: [UInt8] = [0x01]
    meaning += kind(of: index).utf8
    meaning.append(0x00)
    meaning += text[name].filter { !$0.isWhite }
    var loose = ContentHash()
    for byte in meaning { loose.add(byte) }
    if profile.hasOverloads, let types = parameterTypes(of: index) {
      meaning.append(0x28)
      meaning += types
    }
    var key = Node.Key(meaning: meaning, at: name)
    key.name = loose.value
    return key
  }

  /// The key of a statement that exports a list of names: its text around the list.
  private func exportKey(of index: Int) -> Node.Key? {
    guard code.type(index) == "export_statement", let list = exportedNames(of: index) else {
      return nil
    }
    let (whole, names) = (body(index), body(list))
    let around =
      text[whole.lowerBound..<names.lowerBound] + text[names.upperBound..<whole.upperBound]
    return Node.Key(meaning: around.filter { !$0.isWhite }, at: whole)
  }

  /// The list of the names that a statement exports.
  private func exportedNames(of statement: Int) -> Int? {
    code.children(statement).first { code.type($0) == "export_clause" }
  }

  /// The kind that tells declarations of one name apart: `get`, `set` and the like, and their wrappers.
  private func kind(of index: Int) -> String {
    var words = selectorParts(of: index)
    var last: Int?
    for child in code.children(index) {
      let word = code.type(child)
      // The type that an extension belongs to.
      if let last, word == ".", code.isToken(child) {
        words += String(decoding: text[body(last)].filter { !$0.isWhite }, as: UTF8.self) + " "
      }
      last = child
      if ["get", "set", "impl", "extension", "test"].contains(word) { words += word + " " }
      // What a type implements, and the type that a method belongs to.
      if code.field(child) == "trait" {
        words += String(decoding: text[body(child)].filter { !$0.isWhite }, as: UTF8.self) + " "
      } else if code.field(child) == "receiver" {
        let type = text[body(child)].prefix { $0 != UInt8(ascii: "[") }
        let name = type.split { !$0.isPartOfName }.last ?? []
        words += String(decoding: name, as: UTF8.self) + " "
      }
      if word == "decorator" {
        let says = String(decoding: text[body(child)], as: UTF8.self)
        for suffix in [".setter", ".getter", ".deleter", "overload", ".register"]
        where says.hasSuffix(suffix) || says.contains(".register(") { words += says + " " }
      }
    }
    return words
  }

  /// The sign of a method of Objective-C, and the parts of its selector.
  private func selectorParts(of index: Int) -> String {
    var children = code.children(index)
    if children.count == 1 { children = code.children(children[0]) }
    guard let sign = children.first, ["+", "-"].contains(code.type(sign)) else { return "" }
    return children.filter { code.type($0) == "identifier" || $0 == sign }
      .map { String(decoding: text[body($0)], as: UTF8.self) + " " }.joined()
  }

  /// The place of the name of a declaration.
  func name(of index: Int, depth: Int = 0) -> Range<Int>? {
    guard depth < 6 else { return nil }
    let children = code.children(index)
    func child(_ field: String) -> Int? { children.first { code.field($0) == field } }
    let type = code.type(index)
    if let listed = profile.names.first(where: { $0.key == type })?.value {
      if listed == [LanguageProfile.words] { return words(children) }
      if listed == [LanguageProfile.head] { return head(children) }
      if listed == [LanguageProfile.argument] { return nameArgument(of: index) }
      for type in listed {
        guard let found = children.first(where: { code.type($0) == type || code.field($0) == type })
        else { continue }
        return name(of: found, depth: depth + 1) ?? body(found)
      }
      return nil
    }
    // A statement that exports names declares none, even if it is only one.
    if type == "export_statement", isOnlyExport, exportedNames(of: index) != nil { return nil }
    if let name = child("name") { return body(name) }
    for field in ["declarator", "definition", "declaration", "left", "property"] {
      guard let inner = child(field) else { continue }
      if let name = name(of: inner, depth: depth + 1) { return name }
      return roles[inner] == .leaf ? body(inner) : nil
    }
    let named = children.filter { !code.isToken($0) && !code.isComment($0) }
    let isWrapper = code.type(index).hasSuffix("declaration") || named.count == 1
    guard isWrapper, let only = named.last, code.nodes[only].next > only + 1,
      !code.type(only).contains("call")
    else { return nil }
    return name(of: only, depth: depth + 1)
  }

  /// The words that a declaration starts with, such as `resource "a" "b"`.
  private func words(_ children: [Int]) -> Range<Int>? {
    let words = children.prefix { roles[$0] != .container && !code.type($0).hasSuffix("_start") }
    guard let first = words.first, let last = words.last else { return nil }
    return body(first).lowerBound..<body(last).upperBound
  }

  /// The value of the argument `name` of a statement that is a call.
  private func nameArgument(of index: Int) -> Range<Int>? {
    guard let call = code.children(index).first,
      let list = code.children(call).first(where: { code.field($0) == "arguments" })
    else { return nil }
    for argument in code.children(list) {
      let parts = code.children(argument)
      guard let name = parts.first(where: { code.field($0) == "name" }),
        text[body(name)].elementsEqual("name".utf8)
      else { continue }
      return parts.first { code.field($0) == "value" }.map(body)
    }
    return nil
  }

  /// The text of a declaration before its body.
  private func head(_ children: [Int]) -> Range<Int>? {
    let head = children.prefix { code.field($0) != "body" }
    guard let first = head.first, let last = head.last else { return nil }
    return body(first).lowerBound..<body(last).upperBound
  }

  /// The types of the parameters of a function; `nil` for a node without any.
  private func parameterTypes(of index: Int, depth: Int = 0) -> [UInt8]? {
    guard depth < 4 else { return nil }
    let children = code.children(index)
    for child in children where code.type(child).contains("parameter") {
      guard !code.type(child).contains("type_param") else { continue }
      let isList = code.type(child).hasSuffix("parameters") || code.type(child).hasSuffix("list")
      let found =
        isList ? code.children(child) : children.filter { code.type($0) == code.type(child) }
      var types: [UInt8] = []
      for parameter in found where !code.isToken(parameter) && !code.isComment(parameter) {
        let parts = code.children(parameter)
        let label = parts.filter { code.field($0) == "external_name" }
        let type = parts.filter { code.field($0) == "type" }
        for part in type.isEmpty && label.isEmpty ? [parameter] : label + type {
          types += text[body(part)].filter { !$0.isWhite }
        }
        types.append(0x2C)
      }
      return types
    }
    for child in children
    where ["declarator", "definition", "declaration"].contains(code.field(child)) {
      if let types = parameterTypes(of: child, depth: depth + 1) { return types }
    }
    return nil
  }

  // MARK: - Imports

  /// Combines adjacent imports into one node, a set.
  func groupImports(_ children: inout [Node]) {
    guard !profile.imports.isEmpty || !profile.importWords.isEmpty else { return }
    children = children.joiningImports(in: text, where: isImport, key: importKey)
  }

  private func isImport(_ node: Node) -> Bool {
    importStarts.contains(node.body.lowerBound) || starts(node.body, with: profile.importWords)
  }

  /// Whether bytes start with one of some words.
  private func starts(_ range: Range<Int>, with words: [String]) -> Bool {
    words.contains { word in
      let end = range.lowerBound + word.utf8.count
      return end < range.upperBound && text[range.lowerBound..<end].elementsEqual(word.utf8)
        && !text[end].isPartOfName
    }
  }

  /// The key of an import: its text, or its text around its list.
  private func importKey(of node: Node) -> Node.Key {
    guard let list = node.firstList else { return Node.Key(node.body, in: text) }
    let around =
      text[node.body.lowerBound..<list.inner.lowerBound]
      + text[list.inner.upperBound..<node.body.upperBound]
    // Where the list begins and ends a line does not matter, unless each of its lines starts with a mark.
    let startsWithMark = list.children.contains { child in
      text[child.body.upperBound..<max(child.body.upperBound, child.separator.lowerBound)].contains(
        0x0A)
    }
    let meaning = startsWithMark ? Array(around) : around.filter { !$0.isWhite }
    return Node.Key(meaning: meaning, at: node.body)
  }
}

extension Node {
  /// The first list in a node.
  fileprivate var firstList: Node? {
    for child in children {
      if child.kind == .set || child.kind == .items { return child }
      if let list = child.firstList { return list }
    }
    return nil
  }
}
