import DocMergeCore
import Testing

/// Names in notations that few languages have, which one side deleted or renamed while the other one put in a use.
struct DeletedReferenceTests {
  private static let trip =
    "case class Trip(from: String, km: Double)\n\nobject Trip {\n  def far(t: Trip): Boolean =\n"
    + "    t.km > 9\n\n  def label(t: Trip): String =\n    s\"${t.from}\"\n}\n"

  private static let left: [EditedCase] = [
    // An array of C.
    EditedCase(
      "led.c",
      "static const int gamma[4] = { 0, 12, 80, 255 };\n\nvoid on(int v)\n{\n\twrite_pin(v);\n}\n\n"
        + "void off(void)\n{\n\twrite_pin(0);\n}\n",
      [.cut("static const int gamma[4] = { 0, 12, 80, 255 };\n\n")],
      [.swap("write_pin(v)", "write_pin(gamma[v])")]),
    // A command of PowerShell.
    EditedCase(
      "Report.ps1",
      "function Get-Stamp {\n    Get-Date\n}\n\nfunction Show-Report {\n    Get-Content a.txt\n}\n",
      [.cut("function Get-Stamp {\n    Get-Date\n}\n\n")],
      [.add("    \"Report of $(Get-Stamp)\"\n", behind: "Show-Report {\n")]),
    // A loop of Lua on one line.
    EditedCase(
      "store.lua",
      "local tbl = {}\n\nlocal function put(k, v)\n  tbl[k] = v\nend\n\nlocal function size()\n"
        + "  return 0\nend\n",
      [.swap("local tbl", "local cache"), .swap("tbl[k]", "cache[k]")],
      [
        .swap(
          "  return 0\n", "  local n = 0\n  for _ in pairs(tbl) do n = n + 1 end\n  return n\n")
      ]),
    // A member that a string puts in.
    EditedCase(
      "Trip.scala", trip, [.swap("km: Double", "length: Double"), .swap("t.km", "t.length")],
      [.swap("s\"${t.from}\"", "s\"${t.from}, ${t.km} km\"")]),
    EditedCase(
      "Badge.ts",
      "export interface Badge {\n  text: string;\n  tone: string;\n}\n\n"
        + "export const badge = (p: Badge) =>\n  h(\"b\", {}, p.text);\n\n"
        + "export const dot = (p: Badge) =>\n  h(\"i\", { class: \"dot\" });\n",
      [.cut("  tone: string;\n")], [.swap("\"dot\" }", "`dot ${p.tone}` }")]),
    // Short identifiers of a project.
    EditedCase(
      "p.pbxproj",
      "{\n\tobjects = {\n\t\tA1 = {isa = PBXFileReference; path = a.swift; };\n"
        + "\t\tA2 /* b.swift */ = {isa = PBXFileReference; path = b.swift; };\n"
        + "\t\tG1 = {\n\t\t\tisa = PBXGroup;\n\t\t\tchildren = (\n\t\t\t\tA1,\n\t\t\t);\n\t\t};\n"
        + "\t};\n}\n",
      [.cut("\t\tA2 /* b.swift */ = {isa = PBXFileReference; path = b.swift; };\n")],
      [.add("\t\t\t\tA2 /* b.swift */,\n", behind: "\t\t\t\tA1,\n")]),
    // One function of Haskell with two types.
    EditedCase(
      "Util.hs",
      "module Util where\n\nhalf :: Int -> Int\nhalf n = n `div` 2\n\ntwice :: Int -> Int\ntwice n = n + n\n",
      [.add("square :: Int -> Int\nsquare n = n * n\n\n", before: "half ::")],
      [.add("\nsquare :: Num a => a -> a\nsquare x = x * x\n", behind: "n + n\n")]),
    // Statements of R that set and use one value.
    EditedCase(
      "eggs.R", "d <- read.csv(\"eggs.csv\")\nd <- d[d$mass > 0, ]\nplot(d$mass, d$length)\n",
      [.add("d$mass <- d$mass / 1000\n", behind: "> 0, ]\n")],
      [.add("d <- subset(d, mass < 90)\n", behind: "> 0, ]\n")]),
  ]

  @Test(arguments: left.indices, [MergePolicy.strict, .balanced])
  func `such a use is left to a person`(_ index: Int, _ policy: MergePolicy) throws {
    try Self.left[index].checkLeft(policy)
  }

  @Test(arguments: [
    // A field of that name in another type.
    EditedCase(
      "Trip.scala", trip, [.swap("km: Double", "length: Double"), .swap("t.km", "t.length")],
      [.add("\n  def text(c: Car): String =\n    s\"${c.km} km\"\n", behind: "s\"${t.from}\"\n")],
      [
        .swap("km: Double", "length: Double"), .swap("t.km", "t.length"),
        .add("\n  def text(c: Car): String =\n    s\"${c.km} km\"\n", behind: "s\"${t.from}\"\n"),
      ]),
    // A command of another program.
    EditedCase(
      "Report.ps1",
      "function Get-Stamp {\n    Get-Date\n}\n\nfunction Show-Report {\n    Get-Content a.txt\n}\n",
      [.cut("function Get-Stamp {\n    Get-Date\n}\n\n")],
      [.add("    Get-Random\n", behind: "Show-Report {\n")],
      [
        .cut("function Get-Stamp {\n    Get-Date\n}\n\n"),
        .add("    Get-Random\n", behind: "Show-Report {\n"),
      ]),
  ])
  func `a use of something else is merged`(edits: EditedCase) throws { try edits.check() }
}
