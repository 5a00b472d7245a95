package import DocMergeFormats

/// A package of the Python Package Index that contains grammars, built for this kind of machine.
///
/// Each has a checksum: a file from the index is accepted only if it matches.
package struct GrammarPackage: Sendable, Hashable {
  /// The name of the package.
  package let name: String
  /// Its version.
  package let version: String
  /// Its path on the server of the index.
  package let path: String
  /// Its SHA-256, in hexadecimal digits.
  package let checksum: String
  /// Its size in bytes.
  package let size: Int

  /// The server of the index.
  package static let server = "https://files.pythonhosted.org/packages"

  /// The name of its file.
  package var fileName: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// The member of the package that is the grammar of a language.
  package func member(for language: LanguageProfile) -> String {
    if self == Self.pack {
      return
        "tree_sitter_language_pack/bindings/\(language.grammars.first ?? language.name).abi3.so"
    }
    return name.replacing("-", with: "_") + "/_binding.abi3.so"
  }

  /// The package with the grammar of a language.
  package static func of(_ language: LanguageProfile) -> GrammarPackage {
    switch language.name {
    case "csharp": cSharp
    case "devicetree": devicetree
    default: pack
    }
  }

  #if arch(arm64)
    /// Most languages; versions from 1 on contain no grammars.
    private static let pack = GrammarPackage(
      name: "tree-sitter-language-pack", version: "0.9.1",
      path: "46/bd/25b9ea7e581b8675b94d7679e4f7bb53c8af3d1f5c6b948fdfe57443b2b2/"
        + "tree_sitter_language_pack-0.9.1-cp39-abi3-manylinux2014_aarch64.whl",
      checksum: "2cf3110da7e14f9a8f566c0bd459fc6f83856fb1596fad9a4a011dcba66f3eea",
      size: 19_603_189)
    private static let cSharp = GrammarPackage(
      name: "tree-sitter-c-sharp", version: "0.23.1",
      path: "0f/21/13df29f8fcb9ba9f209b7b413a4764b673dfd58989a0dd67e9c7e19e9c2e/"
        + "tree_sitter_c_sharp-0.23.1-cp39-abi3-manylinux_2_17_aarch64.manylinux2014_aarch64.whl",
      checksum: "986e93d845a438ec3c4416401aa98e6a6f6631d644bbbc2e43fcb915c51d255d",
      size: 415_999)
    /// The last one for the runtime of Debian 12.
    private static let devicetree = GrammarPackage(
      name: "tree-sitter-devicetree", version: "0.14.1",
      path: "55/de/c460740f7b8e528be23097f299dbedbeed0a75d45fe5ddc8bc555e5c69eb/"
        + "tree_sitter_devicetree-0.14.1-cp310-abi3-manylinux_2_17_aarch64.manylinux2014_aarch64.whl",
      checksum: "0aa58f99aac92c63db926b565af5a3a2ee7207aebfb72456e3aadb62edae184b",
      size: 52_809)
  #else
    /// Most languages; versions from 1 on contain no grammars.
    private static let pack = GrammarPackage(
      name: "tree-sitter-language-pack", version: "0.9.1",
      path: "17/bf/94cf6dbc1dcc1d370522a1834b2f44817257f8e708abbc78c55a4b7c274e/"
        + "tree_sitter_language_pack-0.9.1-cp39-abi3-manylinux2014_x86_64.whl",
      checksum: "0bb102c8e6710b7a5c790255b3f7cd115deac37d913e31502d6d4b7496463f42",
      size: 19_458_695)
    /// The one for Python 3.9: the one for 3.10 was built for a newer tree-sitter.
    private static let cSharp = GrammarPackage(
      name: "tree-sitter-c-sharp", version: "0.23.1",
      path: "ca/72/fc6846795bcdae2f8aa94cc8b1d1af33d634e08be63e294ff0d6794b1efc/"
        + "tree_sitter_c_sharp-0.23.1-cp39-abi3-manylinux_2_5_x86_64.manylinux1_x86_64"
        + ".manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
      checksum: "a8024e466b2f5611c6dc90321f232d8584893c7fb88b75e4a831992f877616d2",
      size: 402_830)
    /// The last one for the runtime of Debian 12.
    private static let devicetree = GrammarPackage(
      name: "tree-sitter-devicetree", version: "0.14.1",
      path: "60/fc/7fa34d8a379aa126ab147b4337ca49561674a1203ac624993127a358d844/"
        + "tree_sitter_devicetree-0.14.1-cp310-abi3-manylinux_2_5_x86_64.manylinux1_x86_64"
        + ".manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
      checksum: "cd06f7f899fc38d4ebd9e816cc6798fd63df1a83a92cb96e5f97e77bbb489c28",
      size: 43_454)
  #endif
}
