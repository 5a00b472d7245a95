import DocMergeCore
import Testing

@testable import DocMergeFormats

/// Lines of a result that hold text of two lines.
struct LayoutGuardTests {
  private func faults(_ inputs: [String], _ result: String) -> [String] {
    LayoutGuard(inputs.map { Array($0.utf8) }).faults(in: Array(result.utf8)).map { fault in
      fault.places.map { String(decoding: Array(result.utf8)[$0], as: UTF8.self) }.joined()
    }
  }

  @Test func `finds the indentation of a line in the middle of another one`() {
    let inputs = [
      "struct S { int a; int b; }\n", "struct S { int a; int b; int c; }\n",
      "struct S {\n    int a;\n    int b;\n}\n",
    ]
    let result = "struct S {\n    int a;\n    int b;     int c; }\n"
    #expect(faults(inputs, result) == ["    int b;     int c; }"])
  }

  @Test func `knows columns that are aligned, and lines of the inputs`() {
    let inputs = ["int   a    = 1;\n", "int   bc   = 2;\n"]
    #expect(faults(inputs, "int   a    = 1;\n").isEmpty)
    #expect(faults(inputs, "int   a    = 3;\n").isEmpty)
    #expect(faults(inputs, "        deep(1);\n\n").isEmpty)
    #expect(faults([], "").isEmpty)
  }
}
