extension LanguageProfile {
  static let scala = LanguageProfile(
    "scala", endings: ["scala", "sc", "sbt"],
    members: ["template_body"],
    sets: ["modifiers", "namespace_selectors"],
    imports: ["import_declaration"],
    bodies: ["compilation_unit", "indented_block"],
    leaves: ["string", "interpolated_string"],
    names: ["val_definition": ["pattern"], "var_definition": ["pattern"]],
    hasOverloads: true, finalMarks: "([")
}
