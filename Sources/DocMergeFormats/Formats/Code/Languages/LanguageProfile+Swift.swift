extension LanguageProfile {
  static let swift: LanguageProfile = {
    var swift = grammar
    swift.visibilities.append("open")
    return swift
  }()

  private static let grammar = LanguageProfile(
    "swift", endings: ["swift"],
    members: ["class_body", "protocol_body", "enum_class_body"],
    sets: ["modifiers"],
    imports: ["import_declaration"],
    runs: [
      Run("class_declaration", "inheritance_specifier", isSet: true),
      Run("protocol_declaration", "inheritance_specifier", isSet: true),
      Run("enum_entry", "name"),
    ],
    bodies: ["source_file", "statements"],
    leaves: ["line_string_literal", "multi_line_string_literal", "raw_string_literal"],
    names: ["import_declaration": []],
    hasOverloads: true, finalMarks: "([", cases: ["switch_entry"])
}
