extension LanguageProfile {
  static let solidity = LanguageProfile(
    "solidity", endings: ["sol"],
    members: ["contract_body"],
    lists: ["enum_body"],
    imports: ["import_directive"],
    runs: [
      Run("contract_declaration", "inheritance_specifier"),
      Run(
        "function_definition",
        "visibility|state_mutability|virtual|override_specifier|modifier_invocation",
        mark: "", isSet: true),
    ],
    bodies: ["source_file"],
    leaves: ["string", "pragma_directive"],
    names: [
      "constructor_definition": ["constructor"], "fallback_receive_definition": [words],
      "using_directive": [], "enum_value": [],
    ],
    hasOverloads: true,
    positional: [
      "function_definition(", "event_definition(", "error_declaration(", "modifier_definition(",
      "constructor_definition(", "call_expression(", "return_type_definition(",
      "modifier_invocation(",
    ])
}
