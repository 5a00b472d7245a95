extension LanguageProfile {
  static let java = LanguageProfile(
    "java", endings: ["java"],
    members: [
      "class_body", "interface_body", "annotation_type_body", "enum_body_declarations",
      "annotation_argument_list",
    ],
    sets: ["modifiers"],
    lists: [
      "enum_body", "array_initializer", "element_value_array_initializer",
      "annotation_argument_list",
    ],
    imports: ["import_declaration"],
    runs: [
      Run("throws", isSet: true), Run("type_list", isSet: true),
      Run("catch_type", mark: "|", isSet: true),
      Run("field_declaration", "declarator"), Run("local_variable_declaration", "declarator"),
    ],
    bodies: ["program", "switch_block_statement_group"],
    leaves: ["string_literal", "scoped_identifier", "package_declaration"],
    names: [
      "package_declaration": [], "static_initializer": [], "element_value_pair": ["key"],
    ],
    hasOverloads: true, finalMarks: "{", cases: ["switch_block_statement_group", "switch_rule"],
    jumps: usualJumps)
}
