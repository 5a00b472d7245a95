import DocMergeCore
import DocMergeFormats
import Testing

/// Names that one side deleted, and the other put in a use of.
struct LostNameTests {
  private static let lost: [EditedCase] = [
    EditedCase(
      "B.vue",
      "<script>\nexport default {\n  methods: {\n    open() { this.shown = true; },\n    shut() { this.shown = false; },\n  },\n};\n</script>\n\n<template>\n  <p v-if=\"shown\">Hello</p>\n</template>\n",
      [.swap("    shut() { this.shown = false; },\n", "")],
      [
        .add(
          "  <button @click=\"shut\">Close</button>\n", behind: "  <p v-if=\"shown\">Hello</p>\n")
      ]),
    EditedCase(
      "K.php",
      "<?php\nclass Kiosk\n{\n    const TIMEOUT = 30;\n    const RETRIES = 3;\n\n    public function fetch()\n    {\n        return $this->get(self::RETRIES);\n    }\n\n    public function label()\n    {\n        return 'kiosk';\n    }\n}\n",
      [.swap("    const TIMEOUT = 30;\n", "")],
      [.swap("        return 'kiosk';\n", "        return 'kiosk, ' . self::TIMEOUT . 's';\n")]),
    EditedCase(
      "B.vue",
      "<script>\nexport default {\n  methods: {\n    open() { this.shown = true; },\n    shut() { this.shown = false; },\n  },\n};\n</script>\n\n<template>\n  <p v-if=\"shown\">Hello</p>\n</template>\n",
      [.swap("    shut() { this.shown = false; },\n", "")],
      [.add("  <button @click=\"shut\">x</button>\n", behind: "  <p v-if=\"shown\">Hello</p>\n")]),
    EditedCase(
      "B.vue",
      "<script setup>\nconst shown = ref(true);\nconst count = ref(1);\n</script>\n\n<template>\n  <p v-if=\"shown\">Hello</p>\n</template>\n",
      [.swap("const count = ref(1);\n", "")],
      [.add("  <b>{{ count }}</b>\n", behind: "  <p v-if=\"shown\">Hello</p>\n")]),
    EditedCase(
      "A.java",
      "class A {\n    private int depth = 3;\n    private int width = 2;\n\n    int f() {\n        return width;\n    }\n}\n",
      [.swap("    private int depth = 3;\n", "")],
      [.swap("        return width;\n", "        return width * depth;\n")]),
    EditedCase(
      "a.ps1", "$limit = 3\n$size = 4\n\nWrite-Host $size\n", [.swap("$limit = 3\n", "")],
      [.swap("Write-Host $size\n", "Write-Host $size $limit\n")]),
    EditedCase(
      "a.clj", "(def limit 3)\n\n(def size 4)\n", [.swap("(def limit 3)\n\n", "")],
      [.swap("(def size 4)\n", "(def size (+ 4 limit))\n")]),
    EditedCase(
      "p.yml",
      "- hosts: web\n  vars:\n    dir: /srv\n    log: /var\n  tasks:\n    - name: a\n      file: path={{ log }}\n",
      [.swap("    dir: /srv\n", "")],
      [.add("    - name: b\n      file: path={{ dir }}\n", behind: "      file: path={{ log }}\n")]),
    EditedCase(
      "t.yaml",
      "{{- define \"a.name\" -}}x{{- end }}\n{{- define \"a.label\" -}}y{{- end }}\nkind: A\nname: {{ include \"a.label\" . }}\n",
      [.swap("{{- define \"a.name\" -}}x{{- end }}\n", "")],
      [.add("full: {{ include \"a.name\" . }}\n", behind: "name: {{ include \"a.label\" . }}\n")]),
    EditedCase(
      "a.sh", "DIR=/srv\nLOG=/var\n\necho \"$LOG\"\n", [.swap("DIR=/srv\n", "")],
      [.add("echo \"$DIR/a\"\n", behind: "echo \"$LOG\"\n")]),
    EditedCase(
      "a.scss", "$pad: 2px;\n$gap: 3px;\n\n.a {\n  margin: $gap;\n}\n", [.swap("$pad: 2px;\n", "")],
      [.add("  padding: $pad;\n", behind: "  margin: $gap;\n")]),
    EditedCase(
      "a.kt", "val limit = 3\nval size = 4\n\nfun f(): Int {\n    return size\n}\n",
      [.swap("val limit = 3\n", "")], [.swap("    return size\n", "    return size + limit\n")]),
  ]

  @Test(arguments: lost.indices, MergePolicy.allCases)
  func `a use of a name that a side deleted is left to a person`(index: Int, policy: MergePolicy)
    throws
  {
    try Self.lost[index].checkLeft(policy)
  }
}
