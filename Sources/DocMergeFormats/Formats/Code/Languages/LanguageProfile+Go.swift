extension LanguageProfile {
  static let go = LanguageProfile(
    "go", endings: ["go"],
    members: ["field_declaration_list"],
    sets: ["import_spec_list"], lists: ["literal_value"],
    unmarked: [
      "import_spec_list", "var_spec_list", "const_declaration(", "var_declaration(",
      "type_declaration(",
    ],
    imports: ["import_declaration"],
    bodies: ["source_file", "literal_element"],
    leaves: ["interpreted_string_literal", "raw_string_literal", "import_spec"],
    names: [
      "import_spec": [], "import_declaration": [], "package_clause": [],
      "method_declaration": ["name"],
    ],
    finalMarks: "({", cases: ["expression_case", "default_case"])
}
