extension LanguageProfile {
  static let c = LanguageProfile(
    "c", endings: ["c"],
    lists: ["enumerator_list", "initializer_list"],
    imports: ["preproc_include"],
    runs: [Run("declaration", "declarator"), Run("field_declaration", "declarator")],
    bodies: ["translation_unit"],
    leaves: ["string_literal", "concatenated_string", "system_lib_string"],
    names: ["field_declaration": ["declarator"]], finalMarks: "{", cases: ["case_statement"],
    jumps: usualJumps)

  static let cpp = LanguageProfile(
    "cpp",
    endings: [
      "cc", "cpp", "cxx", "c++", "h", "hh", "hpp", "hxx", "h++", "ipp", "tpp", "tcc", "inl", "ino",
      "cu", "mpp", "cppm",
      "ixx",
    ],
    lists: ["enumerator_list", "initializer_list"],
    imports: ["preproc_include", "using_declaration"],
    runs: [
      Run("declaration", "declarator"), Run("field_declaration", "declarator"),
      Run("base_class_clause", isSet: true), Run("field_initializer_list"),
    ],
    bodies: ["translation_unit"],
    leaves: ["string_literal", "raw_string_literal", "concatenated_string", "system_lib_string"],
    hasOverloads: true, finalMarks: "{", ordered: ["field_declaration_list"],
    cases: ["case_statement"],
    jumps: usualJumps)
}
