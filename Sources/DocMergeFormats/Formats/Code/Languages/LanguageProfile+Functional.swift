/// Languages whose programs are expressions.
extension LanguageProfile {
  static let ocaml = LanguageProfile(
    "ocaml", endings: ["ml"],
    imports: ["open_module"],
    runs: [
      Run("variant_declaration", "constructor_declaration", mark: "|"),
      Run("match_expression", "match_case", mark: "|"),
      Run("function_expression", "match_case", mark: "|"),
    ],
    bodies: ["compilation_unit"],
    leaves: ["string", "quoted_string", "character"],
    names: [
      "value_definition": ["let_binding"], "let_binding": ["pattern"],
      "type_definition": ["type_binding"], "module_definition": ["module_binding"],
      "module_binding": ["module_name"], "exception_definition": ["constructor_declaration"],
      "constructor_declaration": ["constructor_name"], "field_declaration": ["field_name"],
      "field_expression": ["field_path"], "external": ["value_name"],
      "value_specification": ["value_name"],
    ],
    semicolonLists: [
      "list_expression", "array_expression", "record_declaration", "record_expression",
    ])

  static let ocamlInterface: LanguageProfile = {
    var profile = ocaml
    (profile.name, profile.endings) = ("ocaml_interface", ["mli"])
    profile.grammars = [profile.name]
    return profile
  }()

  static let fsharp = LanguageProfile(
    "fsharp", endings: ["fs", "fsx"],
    imports: ["import_decl"],
    runs: [
      Run("union_type_cases", "union_type_case", mark: "|"),
      Run("enum_type_cases", "enum_type_case", mark: "|"),
      Run("rules", "rule", mark: "|"),
      Run("anon_type_defn", "type_extension_elements", mark: "", isSet: true),
    ],
    bodies: ["file", "named_module", "module_defn", "record_fields", "namespace"],
    attributes: ["attributes"],
    leaves: ["string", "triple_quoted_string", "verbatim_string"],
    names: [
      "declaration_expression": ["function_or_value_defn"],
      "function_or_value_defn": ["function_declaration_left", "value_declaration_left"],
      "function_declaration_left": ["identifier"], "value_declaration_left": ["identifier_pattern"],
      "type_definition": [
        "union_type_defn", "record_type_defn", "anon_type_defn", "enum_type_defn",
      ],
      "union_type_defn": ["type_name"], "record_type_defn": ["type_name"],
      "anon_type_defn": ["type_name"], "enum_type_defn": ["type_name"],
      "union_type_case": ["identifier"], "record_field": ["identifier"],
      "type_extension_elements": ["member_defn"], "member_defn": ["method_or_prop_defn"],
    ],
    semicolonLists: ["list_expression", "array_expression"])

  static let elm = LanguageProfile(
    "elm", endings: ["elm"],
    sets: ["exposing_list("],
    imports: ["import_clause"],
    runs: [
      Run("type_declaration", "union_variant", mark: "|"),
      Run("let_in_expr", "valueDeclaration", mark: ""),
      Run("case_of_expr", "case_of_branch", mark: ""),
    ],
    bodies: ["file"],
    attributes: ["type_annotation"],
    leaves: ["string_constant_expr"],
    names: [
      "value_declaration": ["functionDeclarationLeft"],
      "function_declaration_left": ["lower_case_identifier"],
      "exposed_value": ["lower_case_identifier"], "exposed_type": ["upper_case_identifier"],
    ],
    tokenLists: ["record_expr"])

  static let gleam = LanguageProfile(
    "gleam", endings: ["gleam"],
    sets: ["unqualified_imports"],
    imports: ["import"],
    bodies: ["source_file", "data_constructors", "case_clauses"],
    attributes: ["attribute"],
    leaves: ["string", "module"],
    names: [
      "type_definition": ["type_name"], "type_alias": ["type_name"], "type_name": ["name"],
      "unqualified_import": ["name"],
    ],
    finalMarks: "([", cases: ["case_clause"], pipes: ["|>"])

  static let erlang = LanguageProfile(
    "erlang", endings: ["erl", "hrl"],
    chains: ["pipe"],
    imports: ["pp_include", "pp_include_lib", "import_attribute"],
    runs: [
      Run("clause_body", "exprs")
    ],
    bodies: ["source_file"],
    leaves: ["string", "pp_include", "pp_include_lib"],
    names: [
      "fun_decl": [], "spec": [], "record_field": ["name"],
      "fa": [words], "record_decl": ["name"], "map_field": ["key"],
    ])
}
