import DocMergeArchive

/// The random names of rules for formats, which some programs make anew at each save.
///
/// A rule that says the same as one of the base gets its name, so that it counts as the same rule.
enum RuleNames {
  /// A workbook whose rules have the names that the base has for them.
  static func renamed(_ workbook: Workbook, like base: Workbook) -> Workbook {
    var workbook = workbook
    for (index, sheet) in workbook.sheets.enumerated() {
      guard let old = base.sheets.first(where: { $0.name == sheet.name }) else { continue }
      let names = partners(rules(sheet), rules(old))
      guard !names.isEmpty else { continue }
      for property in sheet.properties.list where properties.contains(property.name) {
        workbook.sheets[index].properties[property.name] = renamed(property.value, names)
      }
    }
    return workbook
  }

  private static let properties: Set = ["conditionalFormatting", "extLst"]

  /// The rules with names, in order: their names, and what they say.
  private static func rules(_ sheet: Sheet) -> [(name: String, said: XMLElement)] {
    var rules: [(String, XMLElement)] = []
    sheet.properties["extLst"]?.forEach { element in
      guard element.name == "x14:cfRule", let name = element["id"] else { return }
      var said = element
      said["id"] = nil
      rules.append((name, said))
    }
    return rules
  }

  /// For each name that only the side has the one that the base has for such a rule.
  private static func partners(
    _ side: [(name: String, said: XMLElement)], _ base: [(name: String, said: XMLElement)]
  ) -> [String: String] {
    let (known, own) = (Set(base.map(\.name)), Set(side.map(\.name)))
    var free = base.filter { !own.contains($0.name) }
    return side.reduce(into: [:]) { names, rule in
      guard !known.contains(rule.name),
        let place = free.firstIndex(where: { $0.said == rule.said })
      else { return }
      names[rule.name] = free.remove(at: place).name
    }
  }

  private static func renamed(_ element: XMLElement, _ names: [String: String]) -> XMLElement {
    element.mapping { inner in
      var inner = inner
      if inner.name == "x14:cfRule", let name = inner["id"].flatMap({ names[$0] }) {
        inner["id"] = name
      }
      if inner.name == "x14:id", let name = names[inner.text] { inner.children = [.text(name)] }
      return inner
    } ?? element
  }
}
