import DocMergeTestSupport
import Testing

@testable import DocMergeOffice

/// Formulas, references and the values of cells.
@Suite struct FormulaTests {
  @Test(arguments: [
    ("=SUM(B2:B9)*$C$1", ["B2:B9", "$C$1"]), ("=Costs!B2+'My costs'!$A1", ["B2", "$A1"]),
    ("=SUM(B:B)+SUM(2:4)", ["B:B", "2:4"]), ("=\"B2 is \"\"C3\"\"\"&B2", ["B2"]),
    ("=LOG10(A1)+ATAN2(1,2)+1E3", ["A1"]), ("=Table1[Price]+[1]Other!B2+A1", ["A1"]),
    ("=TAXRATE*B2_x+B2", ["B2"]), ("='It''s'!C3", ["C3"]), ("=IF(A1>0,TRUE,FALSE)", ["A1"]),
    ("=B4′+C2″*B@", ["B4′", "C2″", "B@"]), ("=XFD1048576+XFE1", ["XFD1048576"]),
    ("=#REF!A1+B2", ["B2"]), ("=b5+'COSTS'!B5", ["B5", "B5"]), ("=INV2000000+A1", ["A1"]),
    ("=ที่!A1+हिन्दी!B1", ["A1", "B1"]), ("=SUM(Table1[a'[b])+B5", ["B5"]),
    ("=Costs!Total+'My costs'!Total+A1", ["A1"]), ("=Costs!#REF!+#N/A+A1", ["A1"]),
  ])
  func `finds the references of Excel`(formula: String, expected: [String]) {
    let text = FormulaText(formula, .excel)
    let found = text.references.map { reference in
      reference.first.text + (reference.last.map { ":" + $0.text } ?? "")
    }
    #expect(found == expected)
    #expect(text.mapping { $0 } == formula)
    #expect(!text.spansSheets)
  }

  @Test(arguments: [
    ("=SUM([.B2:.B9])*[.$C$1]", ["B2:B9", "$C$1"]),
    ("=[$Costs.B2]+['My costs'.A1:'My costs'.B3]", ["B2", "A1:B3"]),
    ("=[.#REF!]+[.A1]", ["A1"]), ("=\"[.B2]\"&[.B2]", ["B2"]),
  ])
  func `finds the references of OpenDocument`(formula: String, expected: [String]) {
    let text = FormulaText(formula, .openFormula)
    let found = text.references.map { reference in
      reference.first.text + (reference.last.map { ":" + $0.text } ?? "")
    }
    #expect(found == expected)
    #expect(text.mapping { $0 } == formula)
  }

  @Test(arguments: ["=SUM(One:Three!B2)", "=SUM('One:Two words'!B2:B3)"])
  func `knows formulas of several sheets at once`(formula: String) {
    let text = FormulaText(formula, .excel)
    #expect(text.spansSheets)
    #expect(text.mapping { $0 } == formula)
  }

  @Test func `reads any text of signs and writes it again`() {
    let signs = Array("AB1$:!'\"[](), .#′″@=+x2Ω").map(String.init)
    for seed in 0..<3000 {
      var generator = SeededGenerator(seed: seed)
      let formula = (0..<generator.number(0...14)).map { _ in
        signs[generator.number(0...(signs.count - 1))]
      }.joined()
      #expect(FormulaText(formula, .excel).mapping { $0 } == formula)
      #expect(FormulaText(formula, .openFormula).mapping { $0 } == formula)
    }
  }

  @Test func `moves a formula as a copy of it does`() {
    let formula = FormulaText("=B2*$C$1+$D2+E$3", .excel)
    #expect(formula.moved(rows: 2, columns: 1) == "=C4*$C$1+$D4+F$3")
    #expect(formula.moved(rows: -2, columns: 0) == nil)
  }

  @Test(arguments: [
    ("3", CellValue.number("3")), ("'3", .string("3")), ("-1.5E+3", .number("-1.5E+3")),
    ("TRUE", .boolean(true)), ("'TRUE", .string("TRUE")), ("#REF!", .error("#REF!")),
    ("2026-05-01", .date("2026-05-01")), ("2026-05-01T08:30:00", .date("2026-05-01T08:30:00")),
    ("08:30:00", .date("08:30:00")), ("'2026-05-01", .string("2026-05-01")),
    ("''x", .string("'x")), ("'", .string("")), ("Apples", .string("Apples")),
    ("'=B2", .string("=B2")), ("1-2", .string("1-2")), ("+3", .string("+3")),
  ])
  func `tells the kinds of values apart`(text: String, value: CellValue) {
    #expect(CellValue(text) == value)
    // A text without a sign is one too where it looks like nothing else.
    #expect(value.text == text || value == .string(""))
  }

  @Test func `counts days as Excel does`() {
    for (number, text) in [
      ("45413", "2024-05-01"), ("61", "1900-03-01"), ("45413.5", "2024-05-01T12:00:00"),
      ("0.25", "06:00:00"), ("2958465", "9999-12-31"), ("45351", "2024-02-29"),
    ] {
      #expect(ExcelDates.text(of: number) == text)
      #expect(ExcelDates.number(of: text) == number)
    }
    for day in stride(from: 61, through: 2_958_465, by: 97) {
      let text = ExcelDates.text(of: String(day)) ?? ""
      #expect(ExcelDates.number(of: text) == String(day), "\(day): \(text)")
    }
    for wrong in ["2024-02-30", "2023-02-29", "1900-02-28", "24:00:00", "2024-5-1"] {
      #expect(ExcelDates.number(of: wrong) == nil)
    }
    #expect(ExcelDates.text(of: "59") == nil)
  }

  @Test(arguments: [
    ("yyyy\\-mm\\-dd", true), ("General", false), ("0.00\" days\"", false), ("[h]:mm", true),
    ("[Red]0.00", false), ("#,##0 \\d", false), ("mm:ss", true), ("@", false),
  ])
  func `knows formats of dates`(code: String, isDate: Bool) {
    #expect(ExcelDates.isDate(code) == isDate)
  }

  @Test(arguments: [
    ["Apples", "3", "", "=B2*2"], ["a|b", "c\\d", "x↵y"], ["two\nlines", " spaced "], [], [""],
  ])
  func `shows rows as lines and reads them again`(cells: [String]) {
    let line = SheetLine(cells)
    #expect(SheetLine(line.line) == line)
  }

  @Test func `names columns by letters`() {
    for (column, letters) in [
      (0, "A"), (25, "Z"), (26, "AA"), (701, "ZZ"), (702, "AAA"), (16_383, "XFD"),
    ] {
      #expect(ColumnLetters.letters(of: column) == letters)
      #expect(ColumnLetters.column(of: letters) == column)
    }
    #expect(ColumnLetters.column(of: "XFE") == nil)
  }
}
