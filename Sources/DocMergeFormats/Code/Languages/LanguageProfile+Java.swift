extension LanguageProfile {
  static let java = LanguageProfile(
    "java", endings: ["java"],
    members: ["class_body", "interface_body", "annotation_type_body", "enum_body_declarations"],
    sets: ["modifiers"],
    lists: ["enum_body", "array_initializer", "element_value_array_initializer"],
    imports: ["import_declaration"],
    runs: [
      Run("throws", isSet: true), Run("type_list", isSet: true),
      Run("field_declaration", "declarator"), Run("local_variable_declaration", "declarator"),
    ],
    bodies: ["program", "switch_block_statement_group"],
    leaves: ["string_literal", "scoped_identifier", "package_declaration"],
    names: ["package_declaration": [], "static_initializer": []],
    hasOverloads: true, finalMarks: "{")
}
