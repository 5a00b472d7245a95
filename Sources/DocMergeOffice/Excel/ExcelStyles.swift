import DocMergeArchive

/// The formats of cells, each as what it sets, beside what the first one does.
struct ExcelStyles {
  let root: XMLElement?
  /// What each index of a format stands for.
  private(set) var formats: [Properties] = []
  /// The formats of conditions, by their index.
  let conditions: [XMLElement]
  /// What each named style sets, by its name.
  private(set) var named: [String: Properties] = [:]
  /// What the first format sets.
  private(set) var first = Properties()

  init(_ root: XMLElement?) {
    self.root = root
    conditions = root?.first("dxfs")?.elements ?? []
    guard let root else { return }
    let parts = Parts(root)
    for style in root.first("cellStyles")?.elements ?? [] {
      guard let name = style["name"], let index = style["xfId"].flatMap({ Int($0) }),
        parts.styleFormats.indices.contains(index)
      else { continue }
      named[name] = parts.properties(of: parts.styleFormats[index])
    }
    let all = parts.cellFormats.map { parts.properties(of: $0) }
    first = all.first ?? Properties()
    formats = all.map { $0.without(first) }
  }

  subscript(index: String?) -> Properties {
    guard let index = index.flatMap({ Int($0) }), formats.indices.contains(index) else {
      return Properties()
    }
    return formats[index]
  }

  /// The number format of a cell.
  func numberFormat(_ format: Properties) -> String {
    let code = (format["numFmt"] ?? first["numFmt"])?["formatCode"] ?? "General"
    guard code.hasPrefix("builtin:") else { return code }
    return Int(code.dropFirst(8)).flatMap { Self.builtIn[$0] } ?? "General"
  }

  /// The codes of the number formats that have no element, by their ids.
  static let builtIn: [Int: String] = [
    0: "General", 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%",
    11: "0.00E+00", 12: "# ?/?", 13: "# ??/??", 14: "mm-dd-yy", 15: "d-mmm-yy", 16: "d-mmm",
    17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss",
    22: "m/d/yy h:mm", 37: "#,##0 ;(#,##0)", 38: "#,##0 ;[Red](#,##0)", 39: "#,##0.00;(#,##0.00)",
    40: "#,##0.00;[Red](#,##0.00)", 45: "mm:ss", 46: "[h]:mm:ss", 47: "mmss.0", 48: "##0.0E+0",
    49: "@",
  ]

  /// The lists that formats are put together from.
  struct Parts {
    let fonts: [XMLElement]
    let fills: [XMLElement]
    let borders: [XMLElement]
    let numberFormats: [String: String]
    let styleFormats: [XMLElement]
    let cellFormats: [XMLElement]
    private let styleNames: [String: String]

    init(_ root: XMLElement) {
      fonts = root.first("fonts")?.elements ?? []
      fills = root.first("fills")?.elements ?? []
      borders = root.first("borders")?.elements ?? []
      styleFormats = root.first("cellStyleXfs")?.elements ?? []
      cellFormats = root.first("cellXfs")?.elements ?? []
      numberFormats = Dictionary(
        (root.first("numFmts")?.elements ?? []).compactMap { element in
          element["numFmtId"].flatMap { id in element["formatCode"].map { (id, $0) } }
        }
      ) { first, _ in first }
      styleNames = Dictionary(
        (root.first("cellStyles")?.elements ?? []).compactMap { element in
          element["xfId"].flatMap { id in element["name"].map { (id, $0) } }
        }
      ) { first, _ in first }
    }

    func properties(of format: XMLElement) -> Properties {
      var properties = Properties()
      let id = format["numFmtId"] ?? "0"
      // Others look different in each language.
      let plain = [0, 1, 2, 3, 4, 9, 10, 11, 49]
      let code =
        numberFormats[id]
        ?? Int(id).flatMap { plain.contains($0) ? builtIn[$0] : nil } ?? "builtin:\(id)"
      properties["numFmt"] = XMLElement("numFmt", [.init("formatCode", code)])
      for (list, attribute, prefix) in [
        (fonts, "fontId", "font"), (borders, "borderId", "border"),
      ] {
        guard let index = format[attribute].flatMap({ Int($0) }), list.indices.contains(index)
        else { continue }
        for child in list[index].elements { properties["\(prefix):\(child.name)"] = child }
        for attribute in list[index].attributes where !["false", "0"].contains(attribute.value) {
          properties["\(prefix)@\(attribute.name)"] = XMLElement(
            attribute.name, [.init("val", attribute.value)])
        }
      }
      if let index = format["fillId"].flatMap({ Int($0) }), fills.indices.contains(index) {
        properties["fill"] = fills[index]
      }
      for name in ["alignment", "protection"] { properties[name] = format.first(name) }
      if format["quotePrefix"] == "1" || format["quotePrefix"] == "true" {
        properties["quotePrefix"] = XMLElement("quotePrefix")
      }
      if let style = format["xfId"].flatMap({ styleNames[$0] }) {
        properties["style"] = XMLElement("style", [.init("name", style)])
      }
      return properties
    }
  }
}

extension Properties {
  /// The properties beside those of another value; what only that one has is named as not set.
  func without(_ first: Properties) -> Properties {
    var properties = Properties()
    for property in list where first[property.name] != property.value {
      properties[property.name] = property.value
    }
    for property in first.list where self[property.name] == nil {
      properties[property.name] = XMLElement(Properties.unset)
    }
    return properties
  }

  /// The properties over those of another value.
  func over(_ first: Properties) -> Properties {
    var properties = first
    for property in list {
      properties[property.name] = property.value.name == Properties.unset ? nil : property.value
    }
    return properties
  }

  /// The name of an element that says that a property is not set.
  private static let unset = "unset"
}
