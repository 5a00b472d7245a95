/// Compiled languages, and those for hardware and graphics.
extension LanguageProfile {
  static let fortran = LanguageProfile(
    "fortran", endings: ["f90", "f95", "f03", "f08", "f", "for", "ftn"],
    imports: ["use_statement"], typeWords: ["type", "interface"],
    runs: [
      Run("variable_declaration", "declarator"),
      Run("variable_declaration", "attribute", isSet: true),
      Run("included_items", "identifier|use_alias", isSet: true),
      Run("public_statement", "identifier", isSet: true),
      Run("private_statement", "identifier", isSet: true),
    ],
    bodies: ["translation_unit", "internal_procedures", "derived_type_procedures"],
    leaves: ["string_literal"],
    names: [
      "module": ["module_statement"], "module_statement": ["name"],
      "submodule": ["submodule_statement"], "submodule_statement": ["name"],
      "program": ["program_statement"], "program_statement": ["name"],
      "function": ["function_statement"], "subroutine": ["subroutine_statement"],
      "derived_type_definition": ["derived_type_statement"],
      "derived_type_statement": ["type_name"],
      "interface": ["interface_statement"], "interface_statement": ["name"],
      "procedure_statement": ["declarator"], "binding": ["binding_name"],
      "implicit_statement": [],
    ],
    cases: ["case_statement"],
    ended: [
      "module", "submodule", "program", "function", "subroutine", "derived_type_definition",
      "interface", "if_statement", "do_loop_statement", "select_case_statement",
      "where_statement", "block_construct", "associate_statement",
    ])

  static let d = LanguageProfile(
    "d", endings: ["d", "di"],
    members: ["aggregate_body"],
    lists: ["enum_declaration{", "array_literal"],
    imports: ["import_declaration"],
    runs: [
      Run("class_declaration", "base_class", isSet: true),
      Run("interface_declaration", "base_class", isSet: true),
      Run("import_declaration", "import_bind", isSet: true),
      Run("function_declaration", "member_function_attribute", mark: "", isSet: true),
    ],
    bodies: ["source_file", "module_def"],
    leaves: ["quoted_string", "raw_string", "module_declaration"],
    names: [
      "struct_declaration": ["identifier"], "class_declaration": ["identifier"],
      "interface_declaration": ["identifier"], "enum_declaration": ["identifier"],
      "enum_member": ["identifier"], "function_declaration": ["identifier"],
      "variable_declaration": ["declarator"], "declarator": ["identifier"],
      "import_bind": ["identifier"],
      "constructor": ["this"], "destructor": ["this"], "alias_declaration": ["alias_initializer"],
      "alias_initializer": ["identifier"],
    ],
    hasOverloads: true, finalMarks: "{[", cases: ["case_statement"], jumps: usualJumps)

  static let nim = LanguageProfile(
    "nim", endings: ["nim", "nims", "nimble"],
    sets: ["pragma_list"],
    imports: ["import_statement", "import_from_statement", "include_statement"],
    runs: [
      Run("enum_declaration", "enum_field_declaration"),
      Run("enum_declaration", "enum_field_declaration", mark: "", isSet: true),
      Run("case", "of_branch|else_branch", mark: ""),
    ],
    bodies: [
      "source_file", "statement_list", "type_section", "const_section", "var_section",
      "let_section",
      "field_declaration_list",
    ],
    leaves: ["interpreted_string_literal", "raw_string_literal", "long_string_literal"],
    names: [
      "type_declaration": ["type_symbol_declaration"],
      "field_declaration": ["symbol_declaration_list"],
      "variable_declaration": ["symbol_declaration_list"],
      "enum_field_declaration": ["symbol_declaration"],
    ],
    hasOverloads: true, finalMarks: "([{", cases: ["of_branch", "else_branch"])

  static let glsl = LanguageProfile(
    "glsl", endings: ["glsl", "vert", "frag", "geom", "comp", "tesc", "tese"],
    lists: ["initializer_list"],
    imports: ["preproc_include"],
    runs: [Run("declaration", "declarator"), Run("field_declaration", "declarator")],
    bodies: ["translation_unit"],
    leaves: ["string_literal"],
    names: ["field_declaration": ["declarator"]],
    hasOverloads: true, cases: ["case_statement"], jumps: usualJumps)

  static let verilog = LanguageProfile(
    "verilog", endings: ["v", "vh", "sv", "svh"],
    imports: ["include_compiler_directive"],
    bodies: [
      "source_file", "list_of_port_connections", "list_of_parameter_assignments",
      "list_of_arguments",
      "tf_port_list",
    ],
    leaves: ["string_literal", "double_quoted_string"],
    names: [
      "package_declaration": ["package_identifier"],
      "interface_declaration": ["interface_identifier"],
      "class_declaration": ["class_identifier"],
      "module_declaration": ["module_header", "module_ansi_header"],
      "module_header": ["simple_identifier"],
      "module_ansi_header": ["simple_identifier"], "ansi_port_declaration": ["port_identifier"],
      "enum_name_declaration": ["enum_identifier"],
      "module_or_generate_item": ["package_or_generate_item_declaration", "module_instantiation"],
      "package_or_generate_item_declaration": ["function_declaration", "task_declaration"],
      "function_declaration": ["function_body_declaration"],
      "function_body_declaration": ["function_identifier"],
      "task_declaration": ["task_body_declaration"], "task_body_declaration": ["task_identifier"],
      "module_instantiation": ["hierarchical_instance"],
      "hierarchical_instance": ["name_of_instance"],
      "class_item": ["class_method", "class_property"],
      "class_method": ["function_declaration", "task_declaration"],
      "class_property": ["data_declaration"],
      "data_declaration": ["list_of_variable_decl_assignments"],
      "list_of_variable_decl_assignments": ["variable_decl_assignment"],
      "variable_decl_assignment": ["simple_identifier"],
    ],
    cases: ["case_item"],
    ended: [
      "module_declaration", "package_declaration", "interface_declaration", "class_declaration",
      "function_body_declaration", "task_body_declaration", "case_statement",
    ])
}
