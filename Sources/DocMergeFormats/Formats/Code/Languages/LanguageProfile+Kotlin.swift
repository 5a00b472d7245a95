extension LanguageProfile {
  static let kotlin = LanguageProfile(
    "kotlin", endings: ["kt", "kts"],
    members: ["class_body", "enum_class_body"],
    sets: ["modifiers"],
    imports: ["import_header"],
    runs: [Run("class_declaration", "delegation_specifier", isSet: true)],
    bodies: ["source_file", "statements", "import_list"],
    leaves: ["string_literal"],
    names: [
      "class_declaration": ["type_identifier"], "object_declaration": ["type_identifier"],
      "function_declaration": ["simple_identifier"], "type_alias": ["type_identifier"],
      "property_declaration": ["variable_declaration"],
      "variable_declaration": ["simple_identifier"],
      "enum_entry": ["simple_identifier"], "companion_object": ["companion"],
      "package_header": [], "import_header": [],
    ],
    hasOverloads: true, finalMarks: "([{", cases: ["when_entry"])
}
