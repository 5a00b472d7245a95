extension SilentFaultTests {
  /// Names that one side deleted or renamed while the other side put in another use of them.
  static let deletedNames = [
    Case(
      path: "a.py",
      base:
        "def load(p):\n    return open(p)\n\n\ndef run():\n    x = load('a')\n    return x\n\n\ndef stop():\n    pass\n",
      ours:
        "def read(p):\n    return open(p)\n\n\ndef run():\n    x = read('a')\n    return x\n\n\ndef stop():\n    pass\n",
      theirs:
        "def load(p):\n    return open(p)\n\n\ndef run():\n    x = load('a')\n    return x\n\n\ndef stop():\n    y = load('b')\n    return y\n"
    ),
    Case(
      path: "a.proto",
      base:
        "message Tag {\n  string n = 1;\n}\n\nmessage A {\n  int32 x = 1;\n}\n\nmessage B {\n  int32 y = 1;\n}\n",
      ours: "message A {\n  int32 x = 1;\n}\n\nmessage B {\n  int32 y = 1;\n}\n",
      theirs:
        "message Tag {\n  string n = 1;\n}\n\nmessage A {\n  int32 x = 1;\n}\n\nmessage B {\n  int32 y = 1;\n  Tag t = 2;\n}\n"
    ),
    Case(
      path: "a.tf",
      base:
        "variable \"zone\" {\n  type = string\n}\n\nresource \"a\" \"b\" {\n  x = 1\n}\n\nresource \"a\" \"c\" {\n  x = 1\n}\n",
      ours: "resource \"a\" \"b\" {\n  x = 1\n}\n\nresource \"a\" \"c\" {\n  x = 1\n}\n",
      theirs:
        "variable \"zone\" {\n  type = string\n}\n\nresource \"a\" \"b\" {\n  x = 1\n}\n\nresource \"a\" \"c\" {\n  x = 1\n  z = var.zone\n}\n"
    ),
    Case(
      path: "a.bib",
      base:
        "@book{knuth,\n  title = {A}\n}\n\n@book{wirth,\n  title = {B}\n}\n\n@book{z,\n  title = {C}\n}\n",
      ours: "@book{wirth,\n  title = {B}\n}\n\n@book{z,\n  title = {C}\n}\n",
      theirs:
        "@book{knuth,\n  title = {A}\n}\n\n@book{wirth,\n  title = {B}\n}\n\n@book{z,\n  title = {C},\n  crossref = {knuth}\n}\n"
    ),
    Case(
      path: "a.c",
      base:
        "int helper(int a) {\n  return a;\n}\n\nint f(void) {\n  return 1;\n}\n\nint g(void) {\n  return 2;\n}\n",
      ours: "int f(void) {\n  return 1;\n}\n\nint g(void) {\n  return 2;\n}\n",
      theirs:
        "int helper(int a) {\n  return a;\n}\n\nint f(void) {\n  return 1;\n}\n\nint g(void) {\n  return helper(2);\n}\n"
    ),
  ]
}
