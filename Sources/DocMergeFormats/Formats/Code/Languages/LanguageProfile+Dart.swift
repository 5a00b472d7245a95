extension LanguageProfile {
  static let dart = LanguageProfile(
    "dart", endings: ["dart"],
    members: ["class_body", "extension_body", "enum_body"],
    lists: ["enum_body", "set_or_map_literal"],
    imports: ["import_or_export", "part_directive"],
    runs: [
      Run("interfaces", isSet: true), Run("mixins"), Run("combinator", "identifier", isSet: true),
      Run("switch_block", "switch_statement_case|switch_statement_default", mark: ""),
    ],
    bodies: ["program"],
    attributes: ["annotation"],
    leaves: ["string_literal", "uri"],
    names: [
      "declaration": [
        "constructor_signature", "constant_constructor_signature",
        "redirecting_factory_constructor_signature",
        "function_signature", "initialized_identifier_list", "static_final_declaration_list",
      ],
      "method_signature": [
        "constructor_signature", "factory_constructor_signature", "function_signature",
        "getter_signature",
        "setter_signature", "operator_signature",
      ],
      "constructor_signature": [words], "factory_constructor_signature": [words],
      "constant_constructor_signature": [words], "getter_signature": [words],
      "setter_signature": [words], "operator_signature": [words],
      "initialized_identifier_list": ["initialized_identifier"],
      "initialized_identifier": ["identifier"],
      "static_final_declaration_list": ["static_final_declaration"],
      "static_final_declaration": ["identifier"], "pair": ["key"], "named_argument": ["label"],
      "annotation": ["name"],
    ],
    finalMarks: "([{",
    cases: ["switch_statement_case", "switch_statement_default", "switch_expression_case"],
    jumps: usualJumps, continuations: ["function_body"])
}
