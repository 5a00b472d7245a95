/// Languages of settings and of what builds programs.
extension LanguageProfile {
  static let devicetree = LanguageProfile(
    "devicetree", endings: ["dts", "dtsi", "dtso", "overlay", "keymap"],
    members: ["node{"], isData: true,
    imports: ["preproc_include", "dtsi_include"],
    runs: [Run("property", "value")],
    bodies: ["document"],
    leaves: ["string_literal", "byte_string_literal", "integer_cells"])

  static let nix = LanguageProfile(
    "nix", endings: ["nix"],
    members: [
      "attrset_expression", "rec_attrset_expression", "let_attrset_expression", "binding_set",
    ],
    sets: ["formals", "inherited_attrs", "list_expression"],
    unmarked: ["list_expression"],
    isData: true,
    bodies: ["source_code", "binding_set"],
    leaves: ["string_expression", "indented_string_expression", "path_expression"],
    names: ["binding": ["attrpath"], "inherit": [], "inherit_from": [], "formal": ["name"]])

  static let starlark = LanguageProfile(
    "starlark", endings: ["bzl", "star", "bazel", "sky"],
    fileNames: ["BUILD", "WORKSPACE", "BUCK", "Tiltfile"],
    members: ["dictionary"], lists: ["dictionary"], isData: true,
    importWords: ["load"],
    bodies: ["module", "block"],
    leaves: ["string"],
    names: [
      "expression_statement": [argument], "call": [], "pair": ["key"], "dictionary_splat": [],
      "keyword_argument": ["name"],
    ],
    finalMarks: "([{", collections: ["load"])

  static let meson = LanguageProfile(
    "meson", endings: ["meson"], fileNames: ["meson.build", "meson.options", "meson_options.txt"],
    bodies: ["source_file", "if_command", "foreach_command"],
    leaves: ["string"],
    names: ["pair": ["key"], "operatorunit": ["identifier"]], finalMarks: "([{")

  static let jsonnet = LanguageProfile(
    "jsonnet", endings: ["jsonnet", "libsonnet"],
    members: ["object"], isData: true, leaves: ["string"],
    names: ["member": ["field"], "field": ["fieldname"], "param": ["identifier"]],
    finalMarks: "([{",
    positional: ["bind(", "functioncall(", "anonymous_function(", "field("])

  static let thrift = LanguageProfile(
    "thrift", endings: ["thrift"],
    isData: true, imports: ["include_statement"],
    bodies: ["document"], leaves: ["string"],
    names: [
      "enum_definition": ["type"], "struct_definition": ["type"], "union_definition": ["type"],
      "exception_definition": ["type"], "service_definition": ["type"], "field": ["identifier"],
      "function_definition": ["identifier"], "parameter": ["identifier"],
      "const_definition": ["identifier"], "namespace_declaration": ["namespace_scope"],
    ],
    tokenLists: ["enum_definition{"])

  static let prisma = LanguageProfile(
    "prisma", endings: ["prisma"],
    members: ["model_block{"], sets: ["enum_block{"], unmarked: ["enum_block{"],
    isData: true,
    bodies: ["source_file"], leaves: ["string"],
    names: [
      "key_value_block": ["identifier"], "model_block": ["identifier"],
      "enum_block": ["identifier"],
      "model_field": ["field_name"], "key_value": ["key"], "model_multi_attribute": [words],
    ],
    hasMarks: false)
}
