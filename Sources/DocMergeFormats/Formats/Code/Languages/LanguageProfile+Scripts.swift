/// Languages of scripts and of calculations.
extension LanguageProfile {
  static let r = LanguageProfile(
    "r", endings: ["r"], fileNames: [".Rprofile"],
    importWords: ["library", "require", "source"],
    bodies: ["program"],
    leaves: ["string"],
    names: ["binary_operator": ["lhs"], "argument": ["name"], "parameter": ["name"]],
    collections: ["c", "list", "data.frame"],
    pipes: ["special", "|>", "+"])

  static let julia = LanguageProfile(
    "julia", endings: ["jl"],
    imports: ["using_statement", "import_statement"],
    runs: [
      Run("export_statement", "identifier", isSet: true)
    ],
    bodies: ["source_file"],
    leaves: ["string_literal", "command_literal", "prefixed_string_literal", "matrix_expression"],
    names: [
      "function_definition": ["signature"], "macro_definition": ["signature"], "signature": [],
      "struct_definition": ["type_head"], "abstract_definition": ["type_head"],
      "const_statement": ["assignment"], "typed_expression": ["identifier"],
      "assignment": ["identifier", "call_expression"], "call_expression": [],
    ],
    finalMarks: "([",
    ended: [
      "module_definition", "struct_definition", "function_definition", "macro_definition",
      "if_statement",
      "for_statement", "while_statement", "let_statement",
    ])

  static let perl = LanguageProfile(
    "perl", endings: ["pl", "pm", "t", "psgi"], fileNames: ["cpanfile", "Makefile.PL", "Build.PL"],
    imports: ["use_statement"],
    bodies: ["source_file"],
    leaves: [
      "string_literal", "interpolated_string_literal", "heredoc_content", "quoted_word_list",
    ],
    finalMarks: "([{", tokenLists: ["list_expression"], positional: ["variable_declaration("])

  static let powershell = LanguageProfile(
    "powershell", endings: ["ps1", "psm1", "psd1"],
    members: ["hash_literal_expression", "enum_statement{", "class_statement{"],
    importWords: ["using", "Import-Module"],
    runs: [Run("array_literal_expression", "unary_expression")],
    bodies: [
      "program", "statement_list", "script_block", "script_block_body", "hash_literal_body",
      "parameter_list",
    ],
    leaves: [
      "expandable_string_literal", "verbatim_string_characters", "string_literal", "command",
    ],
    nameless: ["command"],
    names: [
      "function_statement": ["function_name"], "class_statement": ["simple_name"],
      "enum_statement": ["simple_name"], "enum_member": ["simple_name"],
      "class_property_definition": ["variable"], "class_method_definition": ["simple_name"],
      "script_parameter": ["variable"], "hash_entry": ["key_expression"],
    ],
    semicolonLists: ["enum_statement"], hasNamedParameters: true)

  static let fish = LanguageProfile(
    "fish", endings: ["fish"],
    bodies: ["program"],
    leaves: ["double_quote_string", "single_quote_string", "command"],
    nameless: ["command"],
    hasMarks: false,
    ended: [
      "function_definition", "if_statement", "while_statement", "for_statement", "switch_statement",
    ])
}
