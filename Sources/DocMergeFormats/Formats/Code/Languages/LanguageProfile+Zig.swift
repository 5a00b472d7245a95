extension LanguageProfile {
  static let zig = LanguageProfile(
    "zig", endings: ["zig", "zon"],
    members: ["ContainerDecl{"],
    bodies: ["source_file"],
    attributes: ["pub", "export", "extern", "inline"],
    leaves: ["STRINGLITERALSINGLE", "LINESTRING"],
    names: [
      "Decl": ["VarDecl", "FnProto"], "VarDecl": ["variable_type_function"],
      "FnProto": ["function"],
      "ContainerField": ["field_member"], "FieldInit": ["field_member"],
      "TestDecl": ["STRINGLITERALSINGLE", "IDENTIFIER"],
    ],
    finalMarks: "([{", cases: ["SwitchProng"],
    positional: ["ParamDeclList", "FnCallArguments"], markless: ["Decl", "TestDecl"])
}
