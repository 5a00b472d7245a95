extension LanguageProfile {
  static let rust = LanguageProfile(
    "rust", endings: ["rs"],
    members: [
      "field_declaration_list", "field_initializer_list",
    ],
    sets: ["use_list"],
    lists: [
      "field_declaration_list", "enum_variant_list", "field_initializer_list", "use_list",
      "match_block", "struct_pattern",
    ],
    imports: ["use_declaration", "extern_crate_declaration"],
    runs: [
      Run("trait_bounds", mark: "+", isSet: true),
      Run("where_clause", "where_predicate", isSet: true),
    ],
    bodies: ["source_file"],
    attributes: ["attribute_item"],
    leaves: ["string_literal", "raw_string_literal", "scoped_identifier"],
    names: [
      "attribute_item": ["attribute"], "attribute": ["identifier", "scoped_identifier"],
      "where_predicate": ["left"], "impl_item": ["type"], "field_initializer": ["field"],
      "shorthand_field_initializer": ["identifier"],
      "base_field_initializer": [], "inner_attribute_item": [],
    ],
    finalMarks: "([{<", cases: ["match_arm"], tokenLists: ["token_tree"])
}
