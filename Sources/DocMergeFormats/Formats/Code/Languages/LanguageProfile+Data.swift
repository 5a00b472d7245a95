extension LanguageProfile {
  static let hcl = LanguageProfile(
    "hcl", endings: ["hcl", "tf", "tfvars", "nomad"], grammars: ["hcl", "terraform"],
    isData: true, bodies: ["config_file", "body"], leaves: ["string_lit", "heredoc_template"],
    names: ["attribute": ["identifier"], "block": [words]], finalMarks: "[{")

  static let css = LanguageProfile(
    "css", endings: ["css"], members: ["block"], isData: true, imports: ["import_statement"],
    bodies: ["stylesheet"],
    leaves: ["string_value"], names: styleNames)

  static let scss = LanguageProfile(
    "scss", endings: ["scss"], members: ["block"], isData: true,
    imports: ["import_statement", "use_statement", "forward_statement"], bodies: ["stylesheet"],
    leaves: ["string_value"], names: styleNames)

  private static let styleNames: KeyValuePairs<String, [String]> = [
    "declaration": ["property_name"], "rule_set": ["selectors"],
  ]

  static let sql = LanguageProfile(
    "sql", endings: ["sql"], bodies: ["program"], leaves: ["literal"],
    names: ["create_table": ["object_reference"]])

  static let graphql = LanguageProfile(
    "graphql", endings: ["graphql", "gql", "graphqls"],
    members: ["fields_definition", "input_fields_definition", "enum_values_definition"],
    sets: ["union_member_types", "implements_interfaces"],
    chains: ["union_member_types", "implements_interfaces"],
    isData: true, bodies: ["source_file", "document"], leaves: ["string_value", "description"],
    names: ["enum_value_definition": ["enum_value"], "field_definition": ["name"]])

  static let protobuf = LanguageProfile(
    "protobuf", endings: ["proto"], grammars: ["proto", "protobuf"],
    isData: true, imports: ["import"],
    bodies: ["source_file"], leaves: ["string", "field_number"],
    names: [
      "message": ["message_name"], "enum": ["enum_name"], "service": ["service_name"],
      "rpc": ["rpc_name"], "field": ["identifier"], "enum_field": ["identifier"],
    ])
}
