extension LanguageProfile {
  /// The known languages, by name.
  package static let all: [LanguageProfile] = [
    bash, c, cpp, csharp, css, d, dart, devicetree, elixir, elm, erlang, fish, fortran, fsharp,
    gleam, glsl, go, graphql, haskell, hcl, java, javascript, jsonnet, julia, kotlin, lua, meson,
    nim,
    nix, objectiveC, ocaml, ocamlInterface, perl, php, powershell, prisma, protobuf, python, r,
    ruby, rust, scala, scss, solidity, sql, starlark, swift, thrift, tsx, typescript, verilog,
    zig,
  ]

  /// The language with a name, such as `python` or `c_sharp`.
  package static func named(_ name: String) -> LanguageProfile? {
    all.first { $0.name == name || $0.grammars.contains(name) }
  }

  /// The language of a file, by its name.
  package static func named(byPath path: String) -> LanguageProfile? {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    if let found = all.first(where: { $0.fileNames.contains(file) }) { return found }
    guard let dot = file.lastIndex(of: ".") else { return nil }
    let ending = file[file.index(after: dot)...].lowercased()
    return all.first { $0.endings.contains(ending) }
  }
}
