extension LanguageProfile {
  static let javascript = LanguageProfile(
    "javascript", endings: ["js", "mjs", "cjs", "jsx"],
    members: ["class_body", "object"],
    sets: ["named_imports", "export_clause"],
    lists: ["object", "object_pattern", "named_imports", "export_clause"],
    imports: ["import_statement"],
    runs: javaScriptRuns,
    bodies: ["program"],
    attributes: ["decorator"],
    leaves: ["string", "regex"],
    names: javaScriptNames, finalMarks: "([{", cases: javaScriptCases,
    jumps: usualJumps)

  static let typescript = typeScript("typescript", endings: ["ts", "mts", "cts"])
  static let tsx = typeScript("tsx", endings: ["tsx"])

  private static func typeScript(_ name: String, endings: [String]) -> LanguageProfile {
    LanguageProfile(
      name, endings: endings,
      members: ["class_body", "object", "interface_body", "object_type"],
      sets: ["named_imports", "export_clause", "union_type", "intersection_type"],
      lists: ["object", "enum_body", "object_pattern", "named_imports", "export_clause"],
      chains: ["union_type", "intersection_type"],
      imports: ["import_statement"],
      runs: javaScriptRuns + [
        Run("implements_clause", isSet: true), Run("extends_type_clause", "type", isSet: true),
        Run(
          "public_field_definition", "accessibility_modifier|static|readonly|abstract|declare",
          mark: "", isSet: true),
        Run(
          "method_definition", "accessibility_modifier|static|async|override_modifier",
          mark: "", isSet: true),
      ],
      bodies: ["program"],
      attributes: ["decorator"],
      leaves: ["string", "regex"],
      names: javaScriptNames, hasOverloads: true, finalMarks: "([{", cases: javaScriptCases,
      jumps: usualJumps)
  }

  private static let javaScriptCases: NodeNames = ["switch_case", "switch_default"]

  private static let javaScriptRuns = [
    Run("lexical_declaration", "variable_declarator"),
    Run("variable_declaration", "variable_declarator"),
    Run("jsx_opening_element", "jsx_attribute", mark: "", isSet: true),
    Run("jsx_self_closing_element", "jsx_attribute", mark: "", isSet: true),
  ]

  private static let javaScriptNames: KeyValuePairs<String, [String]> = [
    "pair": ["key"], "expression_statement": ["assignment_expression"],
    "shorthand_property_identifier": [], "spread_element": [],
    "class_static_block": [], "call_signature": [], "index_signature": [],
    "jsx_attribute": ["property_identifier"],
  ]
}
