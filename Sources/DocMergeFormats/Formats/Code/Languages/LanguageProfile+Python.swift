extension LanguageProfile {
  static let python = LanguageProfile(
    "python", endings: ["py", "pyi", "pyw"],
    fileNames: ["SConstruct", "SConscript", "wscript"],
    members: ["dictionary"], sets: ["set"], lists: ["dictionary", "set"],
    imports: ["import_statement", "import_from_statement", "future_import_statement"],
    runs: [Run("import_from_statement", "name", isSet: true)],
    bodies: ["module", "block"],
    leaves: ["string", "dotted_name"],
    names: ["global_statement": [], "call": [], "pair": ["key"], "dictionary_splat": []],
    finalMarks: "([{", cases: ["case_clause"])
}
