extension LanguageProfile {
  static let csharp = LanguageProfile(
    "csharp", endings: ["cs"], grammars: ["csharp", "c_sharp"],
    lists: ["enum_member_declaration_list", "initializer_expression"],
    imports: ["using_directive"],
    runs: [
      Run("base_list", isSet: true), Run("variable_declaration", "variable_declarator"),
      Run("", "modifier", mark: "", isSet: true), Run("", "attribute_list", mark: "", isSet: true),
    ],
    bodies: ["compilation_unit"],
    attributes: [],
    leaves: ["string_literal", "verbatim_string_literal", "interpolated_string_expression"],
    hasOverloads: true, finalMarks: "{[", cases: ["switch_section", "switch_expression_arm"],
    jumps: usualJumps)
}
