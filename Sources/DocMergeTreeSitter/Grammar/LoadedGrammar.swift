import DocMergeLanguage
import DocMergeLibTreeSitter
import Glibc

/// The grammar of a language in this process, from a shared library.
///
/// The library may be one for an editor, which exports the grammar itself, or the part of a Python
/// package, which hides it in a module. Both run code of their own when they are loaded, so only a process
/// that may crash loads one.
struct LoadedGrammar {
  let language: OpaquePointer

  /// Loads a grammar.
  ///
  /// Calls `dlopen`; the library stays loaded until the process ends.
  ///
  /// - Parameters:
  ///   - path: The library.
  ///   - names: The names of the grammar in it.
  /// - Throws: ``GrammarFailure`` for a library without such a grammar, or with one of another version.
  init(path: String, names: [String]) throws(GrammarFailure) {
    guard let library = dlopen(path, RTLD_LAZY | RTLD_LOCAL) else {
      throw GrammarFailure(dlerror().map { String(cString: $0) } ?? tr("it cannot be loaded"))
    }
    guard let language = Self.exported(library, names) ?? Self.ofModule(library, names) else {
      let wanted = names.joined(separator: tr(" or "))
      throw GrammarFailure(tr("it holds no grammar called \(wanted)"))
    }
    let version = ts_language_version(language)
    guard version >= TREE_SITTER_MIN_COMPATIBLE_LANGUAGE_VERSION,
      version <= TREE_SITTER_LANGUAGE_VERSION
    else {
      let (first, last) = (
        TREE_SITTER_MIN_COMPATIBLE_LANGUAGE_VERSION, TREE_SITTER_LANGUAGE_VERSION
      )
      throw GrammarFailure(
        tr(
          """
          it was built for version \(version) of tree-sitter's interface; the one here takes \
          \(first) to \(last)
          """))
    }
    self.language = language
  }

  private typealias Maker = @convention(c) () -> OpaquePointer?

  private static func exported(
    _ library: UnsafeMutableRawPointer, _ names: [String]
  ) -> OpaquePointer? {
    for name in names {
      if let symbol = dlsym(library, "tree_sitter_\(name)") {
        return unsafeBitCast(symbol, to: Maker.self)()
      }
    }
    return nil
  }

  // MARK: Python modules

  /// The offset of the methods in a `PyModuleDef` of CPython: after its base of five words, its name, its
  /// documentation and its size.
  private static let methodsOffset = 8 * MemoryLayout<UnsafeRawPointer>.size

  private typealias Method = @convention(c) (OpaquePointer?, OpaquePointer?) -> OpaquePointer?

  /// The grammar of a Python module: its only method `language` makes a capsule around it.
  private static func ofModule(
    _ library: UnsafeMutableRawPointer, _ names: [String]
  ) -> OpaquePointer? {
    let symbols = (names + ["_binding"]).lazy.compactMap { dlsym(library, "PyInit_\($0)") }
    guard let symbol = symbols.first,
      let module = unsafeBitCast(symbol, to: Maker.self)()
    else { return nil }
    let definition = UnsafeRawPointer(module)
    guard
      let methods = definition.load(fromByteOffset: methodsOffset, as: UnsafeRawPointer?.self),
      let name = methods.load(as: UnsafePointer<CChar>?.self), strcmp(name, "language") == 0,
      let method = methods.load(
        fromByteOffset: MemoryLayout<UnsafeRawPointer>.size, as: Method?.self)
    else { return nil }
    return method(nil, nil)
  }
}
