extension LanguageProfile {
  static let objectiveC = LanguageProfile(
    "objc", endings: ["m", "mm"],
    members: ["class_interface", "class_implementation", "protocol_declaration"],
    sets: [
      "parameterized_arguments", "protocol_reference_list", "property_attributes_declaration",
    ],
    lists: ["enumerator_list", "initializer_list", "array_literal", "dictionary_literal"],
    imports: ["preproc_include", "module_import"],
    runs: [Run("declaration", "declarator"), Run("struct_declaration", "struct_declarator")],
    bodies: ["translation_unit"],
    leaves: ["string_literal", "system_lib_string", "message_expression"],
    names: [
      "class_interface": ["identifier"], "class_implementation": ["identifier"],
      "protocol_declaration": ["identifier"], "method_declaration": ["identifier"],
      "method_definition": ["identifier"], "implementation_definition": ["method_definition"],
      "property_declaration": ["struct_declaration"], "struct_declaration": ["struct_declarator"],
      "struct_declarator": ["pointer_declarator", "identifier"],
      "pointer_declarator": ["declarator"],
      "field_declaration": ["declarator"], "dictionary_pair": ["string_literal"],
    ],
    finalMarks: "{[", cases: ["case_statement"], jumps: usualJumps,
    ended: ["class_interface", "class_implementation", "protocol_declaration"])
}
