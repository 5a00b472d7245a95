"""A workbook of LibreOffice, and the edits that a person makes in it."""

import uno
from com.sun.star.awt import Rectangle
from com.sun.star.lang import Locale
from com.sun.star.sheet.ConditionOperator import BETWEEN, GREATER
from com.sun.star.sheet.ValidationType import WHOLE
from com.sun.star.table import CellAddress, CellRangeAddress
from writer import WORDS, value

HEADERS = ["Key", "Name", "Price", "Amount", "Sum", "Date", "Note"]
KEYS = [f"K{number:02}" for number in range(1, 15)]
# All formatting that the clearing of a range of cells takes away.
HARD_FORMATTING = 32


def letters(column):
    return (letters(column // 26 - 1) if column > 25 else "") + chr(65 + column % 26)


def name(column, row):
    return f"{letters(column)}{row + 1}"


class Calc:
    """A workbook, and the edits that a person makes in it."""

    def __init__(self, document, context):
        self.document, self.context = document, context

    @property
    def costs(self):
        return self.document.Sheets.getByIndex(0)

    @property
    def summary(self):
        return self.document.Sheets.getByIndex(1)

    def row(self, key):
        """The row that starts with a key."""
        return self.keys().index(key)

    def keys(self):
        return [row[0] for row in self.costs.getCellRangeByName("A1:A60").DataArray]

    def column(self, header):
        return self.costs.getCellRangeByName("A1:Z1").DataArray[0].index(header)

    def cell(self, header, key):
        return self.costs.getCellByPosition(self.column(header), self.row(key))

    def rows(self):
        """The first and the last row of the table, wherever lines were added or deleted."""
        found = [row for row, key in enumerate(self.keys()) if key in KEYS]
        return found[0], found[-1]

    def number_format(self, code):
        formats, locale = self.document.NumberFormats, Locale("en", "US", "")
        key = formats.queryKey(code, locale, False)
        return key if key >= 0 else formats.addNew(code, locale)

    def fill_row(self, row, key, seed):
        words = [key, f"{WORDS[seed % 29]} {seed}", seed % 97 + 0.5, seed % 13 + 1, None, 46000 + seed % 300]
        for header, content in zip(HEADERS, words):
            cell = self.costs.getCellByPosition(self.column(header), row)
            if content is None:
                price, amount = (name(self.column(of), row) for of in ("Price", "Amount"))
                cell.Formula = f"={price}*{amount}"
            elif isinstance(content, str):
                cell.String = content
            else:
                cell.Value = content

    # The edits. Each takes the key that its row is known by, and a number that makes it one of its kind.

    def number(self, key, seed):
        self.cell("Price", key).Value = seed + 0.25

    def amount(self, key, seed):
        self.cell("Amount", key).Value = seed % 900

    def words(self, key, seed):
        self.cell("Name", key).String = f"Renamed {seed}"

    def date(self, key, seed):
        self.cell("Date", key).Value = 46500 + seed % 400

    def note(self, key, seed):
        self.cell("Note", key).String = f"See {seed}"

    def formula(self, key, seed):
        cell = self.cell("Sum", key)
        cell.Formula += f"+{seed}"

    def bold(self, key, seed):
        self.cell("Name", key).CharWeight = 150.0

    def colour(self, key, seed):
        self.cell("Amount", key).CellBackColor = 0xFFFF00 + seed % 200

    def letter_colour(self, key, seed):
        self.cell("Date", key).CharColor = 0xC00000 + seed % 200

    def format(self, key, seed):
        code = ["0.000", "#,##0.00", "0%", '0.0" kg"', "[RED]0.00"][seed % 5]
        self.cell("Price", key).NumberFormat = self.number_format(code)

    def insert_row(self, key, seed):
        row = self.row(key) + 1
        self.costs.Rows.insertByIndex(row, 1)
        self.fill_row(row, f"N{seed}", seed)

    def delete_row(self, key, seed):
        self.costs.Rows.removeByIndex(self.row(key), 1)

    def last_row(self, key, seed):
        row = self.row("Total")
        self.costs.Rows.insertByIndex(row, 1)
        self.fill_row(row, f"L{seed}", seed)

    def insert_column(self, key, seed):
        column = self.column(["Key", "Name", "Sum"][seed % 3]) + 1
        self.costs.Columns.insertByIndex(column, 1)
        # LibreOffice formats it as its neighbour, which the other side may just have formatted.
        self.costs.Columns.getByIndex(column).clearContents(HARD_FORMATTING)
        self.costs.getCellByPosition(column, 0).String = f"Extra{seed}"
        for row, found in enumerate(self.keys()):
            if found not in KEYS:
                continue
            cell = self.costs.getCellByPosition(column, row)
            if seed % 2:
                cell.Formula = f"={name(self.column('Price'), row)}*{seed}"
            else:
                cell.String = f"{found} of {seed}"

    def delete_column(self, key, seed):
        self.costs.Columns.removeByIndex(self.column("Note"), 1)

    def rename_sheet(self, key, seed):
        self.summary.Name = f"Overview {seed}" if seed % 2 else f"Overview{seed}"

    def new_sheet(self, key, seed):
        sheets = self.document.Sheets
        sheets.insertNewByName(f"Plan{seed}", sheets.Count)
        sheet = sheets.getByIndex(sheets.Count - 1)
        sheet.getCellByPosition(0, 0).String = f"Plan {seed}"
        sheet.getCellByPosition(1, 0).Value = seed
        total = name(self.column("Sum"), self.row("Total"))
        sheet.getCellByPosition(0, 1).Formula = f"=$Costs.{total}/B1"
        (first, last), price = self.rows(), self.column("Price")
        sheet.getCellByPosition(1, 1).Formula = f"=MAX($Costs.{name(price, first)}:{name(price, last)})"
        sheet.getCellByPosition(1, 1).CharWeight = 150.0
        if seed % 3 == 0:
            sheet.Annotations.insertNew(CellAddress(sheets.Count - 1, 1, 0), f"Only {seed}?")

    def comment(self, key, seed):
        cell = self.cell("Amount", key)
        self.costs.Annotations.insertNew(cell.CellAddress, f"Is {seed} right?")

    def row_height(self, key, seed):
        self.costs.Rows.getByIndex(self.row(key)).Height = 1000 + seed % 1000

    def column_width(self, key, seed):
        # LibreOffice makes a new column as wide as the one behind it.
        header = ["Key", "Amount", "Sum"][seed % 3]
        self.costs.Columns.getByIndex(self.column(header)).Width = 3000 + seed % 3000

    def merge_cells(self, key, seed):
        row, column = self.row(f"Remark {1 + seed % 3}"), self.column("Price")
        self.costs.getCellRangeByPosition(column, row, column + 1, row).merge(True)

    def chart(self, key, seed):
        _, last = self.rows()
        ranges = tuple(
            CellRangeAddress(0, column, 0, column, last)
            for column in (self.column("Name"), self.column("Sum")))
        self.costs.Charts.addNewByName(f"Chart{seed}", Rectangle(26000, 1000, 9000, 6000), ranges, True, True)

    def named_range(self, key, seed):
        (first, last), column = self.rows(), letters(self.column("Amount"))
        self.document.NamedRanges.addNewByName(
            f"Amounts{seed}", f"$Costs.${column}${first + 1}:${column}${last + 1}", CellAddress(), 0)

    def summary_comment(self, key, seed):
        cell = self.summary.getCellByPosition(1, 2 + seed % 3)
        self.summary.Annotations.insertNew(cell.CellAddress, f"More than {seed}")

    def summary_chart(self, key, seed):
        _, last = self.rows()
        column = self.column("Price")
        ranges = (CellRangeAddress(0, column, 0, column, last),)
        self.summary.Charts.addNewByName(f"Prices{seed}", Rectangle(12000, 1000, 9000, 6000), ranges, True, False)

    def summary_words(self, key, seed):
        self.summary.getCellRangeByName("A10").String = f"Checked by {seed}"

    def summary_formula(self, key, seed):
        self.summary.getCellRangeByName("B4").Formula += f"*{seed}"


def fill(calc, chance):
    """Makes the workbook that people then edit."""
    sheets, costs = calc.document.Sheets, calc.costs
    costs.Name = "Costs"
    while sheets.Count > 1:
        sheets.removeByName(sheets.getByIndex(1).Name)
    sheets.insertNewByName("Summary", 1)
    for column, header in enumerate(HEADERS):
        costs.getCellByPosition(column, 0).String = header
    costs.getCellRangeByName("A1:G1").CharWeight = 150.0
    costs.Rows.getByIndex(0).Height = 900
    for row, key in enumerate(KEYS, 1):
        calc.fill_row(row, key, chance.randrange(10, 1000))
        costs.getCellByPosition(6, row).String = f"{chance.choice(WORDS)} and {chance.choice(WORDS)}"
    costs.getCellRangeByName("E2:E16").NumberFormat = calc.number_format("#,##0.00")
    costs.getCellRangeByName("F2:F15").NumberFormat = calc.number_format("YYYY-MM-DD")
    costs.getCellRangeByName("A16").String = "Total"
    costs.getCellRangeByName("E16").Formula = "=SUM(E2:E15)"
    costs.getCellRangeByName("A16:G16").CharWeight = 150.0
    costs.getCellRangeByName("A18").String = "Remarks on all of this"
    costs.getCellRangeByName("A18:C18").merge(True)
    for number in range(1, 4):
        costs.getCellByPosition(0, 17 + number).String = f"Remark {number}"
    costs.getCellRangeByName("B19").Formula = "=$C$5+$D$5*2"
    costs.getCellRangeByName("B20").Formula = "=$Summary.B4+C$4"
    costs.Columns.getByIndex(1).Width = 4500
    style = calc.document.createInstance("com.sun.star.style.CellStyle")
    calc.document.StyleFamilies.getByName("CellStyles").insertByName("Dear", style)
    style.CellBackColor = 0xFFC7CE
    prices = costs.getCellRangeByName("C2:C15")
    conditions = prices.ConditionalFormat
    conditions.addNew((value("Operator", GREATER), value("Formula1", "50"), value("StyleName", "Dear")))
    prices.ConditionalFormat = conditions
    amounts = costs.getCellRangeByName("D2:D15")
    validation = amounts.Validation
    validation.Type = WHOLE
    validation.setOperator(BETWEEN)
    validation.setFormula1("0")
    validation.setFormula2("1000")
    amounts.Validation = validation
    costs.Annotations.insertNew(costs.getCellRangeByName("B7").CellAddress, "Who knows more of this?")
    calc.document.NamedRanges.addNewByName("Prices", "$Costs.$C$2:$C$15", CellAddress(), 0)
    fill_summary(calc.summary)


def fill_summary(summary):
    summary.getCellRangeByName("A1").String = "What it comes to"
    summary.getCellRangeByName("A1:D1").merge(True)
    summary.getCellRangeByName("A1").CharWeight = 150.0
    lines = [
        ("All together", "=$Costs.E16"), ("Average", "=AVERAGE($Costs.C2:C15)"), ("Named", "=SUM(Prices)"),
        ("Third", "=$Costs.$B$4"), ("Verdict", '=IF(B3>1000;"high";"low")'),
        ("Dear ones", '=COUNTIF($Costs.C2:C15;">50")'), ("Found", '=VLOOKUP("K03";$Costs.A2:E15;3;0)'),
        ("Checked by nobody", ""), ("Whole", "=MAX($Costs.D1:D1048576)"),
    ]
    for row, (words, formula) in enumerate(lines, 2):
        summary.getCellByPosition(0, row).String = words
        if formula:
            summary.getCellByPosition(1, row).Formula = formula


EDITS = [
    "number", "amount", "words", "date", "note", "formula", "bold", "colour", "letter_colour", "format", "insert_row",
    "insert_row", "delete_row", "delete_row", "last_row", "insert_column", "insert_column", "delete_column",
    "rename_sheet", "new_sheet", "comment", "row_height", "column_width", "merge_cells", "chart", "named_range",
    "summary_words", "summary_formula", "summary_comment", "summary_chart",
]
# What reaches into one place from any row, so that only one side does it.
SHARED = {
    "note": "notes", "delete_column": "notes", "last_row": "end", "insert_column": "column", "rename_sheet": "rename",
    "new_sheet": "sheet", "column_width": "width", "merge_cells": "merge", "chart": "chart", "named_range": "name",
    "summary_comment": "summary comment", "summary_chart": "summary chart", "summary_words": "summary words",
    "summary_formula": "summary formula",
}
# Rows that single cells are read from elsewhere, by formulas that the other side may write.
READ = {"K03"}


def edits(chance):
    """Edits of both sides in rows of their own, so that their order makes no difference."""
    # New rows are formatted as the last one, and so it stays as it is.
    keys = KEYS[:-1]
    chance.shuffle(keys)
    sides, taken = ([], []), set()
    # Sometimes both work in one row.
    if chance.random() < 0.6:
        key = keys.pop()
        one = chance.choice(["number", "amount", "words", "date", "formula"])
        other = chance.choice(["bold", "colour", "format", "letter_colour", "comment", "row_height"])
        made = [(one, key, chance.randrange(10, 100000)), (other, key, chance.randrange(10, 100000))]
        chance.shuffle(made)
        for side, edit in zip(sides, made):
            side.append(edit)
    for side in sides:
        for _ in range(chance.choice([1, 2, 3])):
            kind = chance.choice(EDITS)
            if kind in SHARED and SHARED[kind] in taken:
                continue
            if kind in SHARED:
                taken.add(SHARED[kind])
            if kind == "delete_row" and keys[-1] in READ:
                kind = "words"
            side.append((kind, keys.pop(), chance.randrange(10, 100000)))
    # A row that one side deletes and in which the other fills a new column is in conflict.
    for side, other in (sides, sides[::-1]):
        if any(kind == "insert_column" for kind, _, _ in other):
            side[:] = [("words" if kind == "delete_row" else kind, key, seed) for kind, key, seed in side]
    return sides


# In alphabetical order, as LibreOffice wants them.
CELL = ("CellBackColor", "CharColor", "CharPosture", "CharWeight", "HoriJustify", "IsMerged", "NumberFormat")


def plain(content):
    if isinstance(content, float):
        return float(f"{content:.9g}")
    return getattr(content, "value", content)


class Reader:
    """What a workbook holds, as lines that are compared one by one."""

    def __init__(self, document):
        self.document = document
        self.formats = {}

    def lines(self):
        sheets = [self.document.Sheets.getByIndex(number) for number in range(self.document.Sheets.Count)]
        # What a reader sees who opens the file is what all cells say when they are computed anew.
        opened = [self.data(sheet) for sheet in sheets]
        self.document.calculateAll()
        lines = []
        for sheet, data in zip(sheets, opened):
            lines.append(["sheet", sheet.Name, sheet.IsVisible])
            if data != self.data(sheet):
                lines.append(["shows other values when it is opened", data])
            lines += self.cells(sheet) + self.sizes(sheet) + self.notes(sheet) + self.rules(sheet)
            lines += self.charts(sheet) + self.names(sheet.NamedRanges)
        return lines + self.names(self.document.NamedRanges)

    def end(self, sheet):
        cursor = sheet.createCursor()
        cursor.gotoEndOfUsedArea(False)
        return cursor.RangeAddress.EndColumn, cursor.RangeAddress.EndRow

    def data(self, sheet):
        column, row = self.end(sheet)
        return [[plain(content) for content in row]
                for row in sheet.getCellRangeByPosition(0, 0, column, row).DataArray]

    def format(self, key):
        if key not in self.formats:
            self.formats[key] = self.document.NumberFormats.getByKey(key).FormatString
        return self.formats[key]

    def cells(self, sheet):
        column_end, row_end = self.end(sheet)
        # A cell far away has the default properties.
        plain_cell = self.properties(sheet.getCellByPosition(200, 5000))
        lines = []
        for row in range(row_end + 1):
            for column in range(column_end + 1):
                cell = sheet.getCellByPosition(column, row)
                formula, properties = cell.Formula, self.properties(cell)
                if not formula and properties == plain_cell:
                    continue
                line = [name(column, row), formula, cell.Type.value, plain(cell.Value), cell.String, properties]
                if dict(zip(CELL, properties))["IsMerged"]:
                    cursor = sheet.createCursorByRange(cell)
                    cursor.collapseToMergedArea()
                    line.append(cursor.AbsoluteName)
                lines.append(line)
        return lines

    def properties(self, cell):
        found = [plain(content) for content in cell.getPropertyValues(CELL)]
        found[-1] = self.format(found[-1])
        return found

    def sizes(self, sheet):
        column_end, row_end = self.end(sheet)
        lines = []
        for number in range(row_end + 1):
            row = sheet.Rows.getByIndex(number)
            if not row.OptimalHeight or not row.IsVisible:
                lines.append(["row", number + 1, row.Height, row.IsVisible])
        for number in range(column_end + 1):
            column = sheet.Columns.getByIndex(number)
            lines.append(["column", letters(number), column.Width, column.IsVisible])
        return lines

    def notes(self, sheet):
        notes = [sheet.Annotations.getByIndex(number) for number in range(sheet.Annotations.Count)]
        return sorted(["note", name(note.Position.Column, note.Position.Row), note.String] for note in notes)

    def rules(self, sheet):
        """Conditional formats and validations."""
        lines = []
        styles = self.document.StyleFamilies.getByName("CellStyles")
        for conditional in sheet.ConditionalFormats.ConditionalFormats:
            entries = [conditional.getByIndex(number) for number in range(conditional.Count)]
            lines.append(["condition", conditional.Range.RangeAddressesAsString] + [
                [entry.Operator, entry.Formula1, styles.getByName(entry.StyleName).CellBackColor]
                for entry in entries])
        cells = {}
        for number in range(sheet.UniqueCellFormatRanges.Count):
            ranges = sheet.UniqueCellFormatRanges.getByIndex(number)
            validation = ranges.Validation
            rule = (validation.Type.value, validation.getOperator().value, validation.getFormula1(),
                    validation.getFormula2())
            if rule[0] == "ANY":
                continue
            for area in ranges.RangeAddresses:
                cells.setdefault(rule, []).extend(
                    (row, letters(column)) for column in range(area.StartColumn, area.EndColumn + 1)
                    for row in range(area.StartRow, min(area.EndRow, 200) + 1))
        for rule, found in sorted(cells.items()):
            lines.append(["validation", rule, [f"{column}{row + 1}" for row, column in sorted(found)]])
        return lines

    def charts(self, sheet):
        lines = []
        for number in range(sheet.Charts.Count):
            system = sheet.Charts.getByIndex(number).EmbeddedObject.FirstDiagram.CoordinateSystems[0]
            for kind in system.ChartTypes:
                for series in kind.DataSeries:
                    for sequence in series.DataSequences:
                        lines.append(["chart", self.area(sequence.Values), self.area(sequence.Label)])
        return lines

    def area(self, sequence):
        """The range of a sequence; LibreOffice writes one of a single cell in two ways."""
        if sequence is None:
            return None
        first, _, last = sequence.SourceRangeRepresentation.partition(":")
        return first if not last or first.endswith(f".{last}") else f"{first}:{last}"

    def names(self, ranges):
        return sorted(["name", found, ranges.getByName(found).Content] for found in ranges.ElementNames)


def dump(document):
    return {"lines": Reader(document).lines()}
