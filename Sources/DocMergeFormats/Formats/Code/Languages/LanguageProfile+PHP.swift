extension LanguageProfile {
  static let php = LanguageProfile(
    "php", endings: ["php", "phtml", "php5"],
    members: ["enum_declaration_list"],
    imports: ["namespace_use_declaration"],
    runs: [
      Run("class_interface_clause", isSet: true), Run("use_declaration", isSet: true),
      Run(
        "",
        "visibility_modifier|static_modifier|abstract_modifier|final_modifier|readonly_modifier",
        mark: "", isSet: true),
    ],
    bodies: ["program"],
    attributes: [],
    leaves: ["string", "encapsed_string", "heredoc", "text"],
    names: [
      "property_declaration": ["property_element"], "const_declaration": ["const_element"],
      "const_element": ["name"], "property_element": ["variable_name"], "use_declaration": [],
    ],
    finalMarks: "[(",
    cases: [
      "case_statement", "default_statement", "match_conditional_expression",
      "match_default_expression",
    ],
    jumps: usualJumps)
}
