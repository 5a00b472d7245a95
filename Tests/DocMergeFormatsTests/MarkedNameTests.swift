import DocMergeCore
import DocMergeFormats
import Testing

/// Names with marks, parameters and calls that one side took away, and the other side wrote again.
struct MarkedNameTests {
  private static let left: [EditedCase] = [
    EditedCase(
      "a.rb",
      "class Order\n  def initialize(total)\n    @total = total\n  end\n\n  def pay\n    charge\n  end\nend\n",
      [.swap("@total = total", "@amount = total")],
      [.add("  def tax\n    @total * 0.19\n  end\n\n", before: "  def pay")]),
    EditedCase(
      "a.less", "@dark: #333;\n\n.box {\n  color: @dark;\n}\n\n.note {\n  margin: 0;\n}\n",
      [.cut("@dark: #333;\n\n"), .swap("color: @dark", "color: #333")],
      [.add("  color: @dark;\n", behind: "margin: 0;\n")]),
    EditedCase(
      "a.less",
      ".raised() {\n  top: 2px;\n}\n\n.box {\n  .raised();\n  left: 0;\n}\n\n.note {\n  margin: 0;\n}\n",
      [.cut(".raised() {\n  top: 2px;\n}\n\n"), .cut("  .raised();\n")],
      [.add("  .raised();\n", behind: "margin: 0;\n")]),
    EditedCase(
      "a.vim", "let g:width = 80\nlet g:theme = 1\n\nset list\nset number\nset wrap\n",
      [.cut("let g:width = 80\n")],
      [.add("autocmd VimResized * let &co = g:width\n", behind: "wrap\n")]),
    EditedCase(
      "a.hpp",
      "class Widget {\npublic:\n  void show();\n  void hide();\n\nprivate:\n  bool visible_ = false;\n};\n",
      [.swap("visible_", "shown_")],
      [.add("  bool isVisible() const { return visible_; }\n", behind: "hide();\n")]),
    EditedCase(
      "a.sh",
      "usage() {\n  echo use\n}\n\ncase $1 in\n  build)\n    make\n    ;;\n  *)\n    usage\n    exit 1\n    ;;\nesac\n",
      [.cut("usage() {\n  echo use\n}\n\n"), .swap("    usage\n", "    echo unknown\n")],
      [.add("  help)\n    usage\n    ;;\n", before: "  build)")]),
    // The new name stands elsewhere in the base.
    EditedCase(
      "a.py",
      "from shop.db import Session\n\n\ndef load(session):\n    return session.rows()\n\n\n"
        + "def pay(session, order):\n    check(order)\n    session.update(order)\n    log(order)\n",
      [
        .swap("def pay(session, order)", "def pay(db, order)"),
        .swap("session.update", "db.update"),
      ], [.add("    session.commit()\n", behind: "    log(order)\n")]),
    // A name of one letter.
    EditedCase(
      "a.go",
      "package a\n\nfunc (s *Store) Get(id int) *Item {\n\trow := s.db.Find(id)\n\tcheck(row)\n\treturn row\n}\n",
      [.swap("(s *Store)", "(st *Store)"), .swap("s.db.Find", "st.db.Find")],
      [.add("\ts.hits++\n", behind: "check(row)\n")]),
    // Calls of CMake, with and without a blank.
    EditedCase(
      "CMakeLists.txt",
      "function (tool name)\n  add_executable (${name} ${name}.c)\nendfunction ()\n\ntool (alpha)\n\nenable_testing ()\n",
      [
        .swap("(tool name)", "(tool name source)"), .swap("${name}.c", "${source}"),
        .swap("(alpha)", "(alpha a.c)"),
      ], [.add("\ntool (beta)\n", behind: "enable_testing ()\n")]),
    EditedCase(
      "CMakeLists.txt",
      "macro(tool name)\n  add_executable(${name} ${name}.c)\nendmacro()\n\ntool(alpha)\n\nenable_testing()\n",
      [
        .swap("(tool name)", "(tool name source)"), .swap("${name}.c", "${source}"),
        .swap("(alpha)", "(alpha a.c)"),
      ], [.add("\ntool(beta) # second\n", behind: "enable_testing()\n")]),
  ]

  @Test(arguments: left.indices)
  func `a use of what one side took away is left to a person`(_ index: Int) throws {
    for policy in [MergePolicy.strict, .balanced, .eager] {
      try Self.left[index].checkLeft(policy)
    }
  }

  private static let clean: [EditedCase] = [
    // The result still defines the name.
    EditedCase(
      "a.rb",
      "class A\n  def open\n    @path = 1\n  end\n\n  def shut\n    close\n  end\n\n  def stop\n    halt\n  end\nend\n",
      [.swap("    @path = 1\n", "    start\n")],
      [.add("    @path = 2\n    read(@path)\n", behind: "    halt\n")]),
    // A side deleted one of several uses.
    EditedCase(
      "a.less",
      "@dark: #333;\n\n.box {\n  color: @dark;\n  top: 0;\n}\n\n.tip {\n  left: 0;\n}\n\n.note {\n  margin: 0;\n}\n",
      [.cut("  color: @dark;\n")], [.add("  color: @dark;\n", behind: "margin: 0;\n")]),
    // Arguments in a list may be many.
    EditedCase(
      "CMakeLists.txt",
      "function(tool name)\n  build(${name})\nendfunction()\n\ntool(a)\n\nenable_testing()\n\nproject(x)\n",
      [.swap("tool(a)", "tool(a b)")], [.add("tool(${all})\n", behind: "project(x)\n")]),
  ]

  @Test(arguments: clean.indices)
  func `uses of names that are still defined are merged`(_ index: Int) throws {
    var edited = Self.clean[index]
    edited.result = edited.ours + edited.theirs
    try edited.check()
  }
}
