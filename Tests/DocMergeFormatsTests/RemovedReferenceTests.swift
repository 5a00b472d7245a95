import DocMergeCore
import DocMergeFormats
import Testing

/// References to items, blocks, jobs and imports that one side removed or gave another number.
struct RemovedReferenceTests {
  private static let list =
    "# Opening\n\n1. Unlock the door.\n2. Switch on the ovens.\n3. Count the till.\n\n## Sundays\n\nStart at nine.\n"
  private static let alarm: [Edit] = [
    .swap("1. Unlock", "1. Turn off the alarm.\n2. Unlock"), .swap("2. Switch", "3. Switch"),
    .swap("3. Count", "4. Count"),
  ]

  private static let items: [EditedCase] = [
    EditedCase("a.md", list, alarm, [.add("Item 3 can wait.\n", behind: "nine.\n")]),
    EditedCase("a.txt", list, alarm, [.add("Do steps 2 and 3 only.\n", behind: "nine.\n")]),
    EditedCase(
      "a.md", list, [.cut("2. Switch on the ovens.\n"), .swap("3. Count", "2. Count")],
      [.add("Skip step 2.\n", behind: "nine.\n")]),
    EditedCase(
      "a.md",
      "# A\n\n§ 6 Kaution\n\nDrei Mieten.\n\n§ 7 Haustiere\n\nErlaubt.\n\n§ 8 Ende\n\nIm Mai.\n",
      [
        .swap("§ 6 Kaution", "§ 6 Kosten\n\nKeine.\n\n§ 7 Kaution"),
        .swap("§ 7 Haustiere", "§ 8 Haustiere"), .swap("§ 8 Ende", "§ 9 Ende"),
      ],
      [.add("§ 7 gilt bis zum Auszug.\n", behind: "Im Mai.\n")]),
    EditedCase(
      "a.txt", "Intro.\n\nFigure 1: The lake\n\nOne.\n\nFigure 2: The hill\n\nTwo.\n",
      [.swap("Figure 2: The hill", "Figure 2: The road\n\nText.\n\nFigure 3: The hill")],
      [.swap("Intro.\n", "Intro. The hill is in Fig. 2.\n")]),
    EditedCase(
      "a.py",
      "def run():\n    # 1. Read it\n    read()\n    # 2. Check it\n    check()\n\n\ndef other():\n    run()\n",
      [.swap("# 2. Check it", "# 2. Lock it\n    lock()\n    # 3. Check it")],
      [.add("    # Same as step 2 above\n", before: "    run()\n")]),
  ]

  @Test(arguments: items.indices)
  func `a reference to an item with a new number is left to a person`(_ index: Int) throws {
    for policy in [MergePolicy.strict, .balanced, .eager] {
      try Self.items[index].checkLeft(policy)
    }
  }

  private static let otherNumbers: [EditedCase] = [
    EditedCase("a.md", list, alarm, [.add("It takes 3 hours.\n", behind: "nine.\n")]),
    EditedCase("a.md", list, alarm, [.add("See step 3 of the manual.\n", behind: "nine.\n")]),
    EditedCase("a.md", list, alarm, [.add("See RFC 5280, step 3.\n", behind: "nine.\n")]),
    EditedCase(
      "a.md", list, [.add("4. Turn on the lights.\n", behind: "till.\n")],
      [.add("Item 3 can wait.\n", behind: "nine.\n")]),
  ]

  private static let bucket =
    "resource \"bucket\" \"logs\" {\n  name = \"a\"\n}\n\nresource \"bucket\" \"site\" {\n  name = \"b\"\n}\n\noutput \"site\" {\n  value = bucket.site.url\n}\n"
  private static let pipeline =
    "stages: [test, deploy]\n\ntest:\n  stage: test\n  script:\n    - make test\n\ndeploy:\n  stage: deploy\n  needs: [test]\n  script:\n    - make deploy\n"
  private static let split: [Edit] = [
    .swap(
      "test:\n  stage: test\n  script:\n    - make test\n",
      "unit:\n  stage: test\n  script:\n    - make unit\n\nweb:\n  stage: test\n  script:\n    - make web\n"
    ),
    .swap("needs: [test]", "needs: [web]"),
  ]
  private static let playbook =
    "- hosts: all\n  tasks:\n    - name: Copy\n      copy: src=a dest=b\n      notify: restart web\n    - name: Link\n      file: path=c\n  handlers:\n    - name: restart web\n      service: name=web\n"

  private static let names: [EditedCase] = [
    EditedCase(
      "a.tf", bucket, [.cut("resource \"bucket\" \"logs\" {\n  name = \"a\"\n}\n\n")],
      [.add("\noutput \"logs\" {\n  value = bucket.logs.url\n}\n", behind: "bucket.site.url\n}\n")]),
    EditedCase(
      "a.tf", "locals {\n  team = \"a\"\n  tier = \"b\"\n}\n\noutput \"x\" {\n  value = 1\n}\n",
      [.cut("  team = \"a\"\n")],
      [.add("\noutput \"y\" {\n  value = local.team\n}\n", behind: "value = 1\n}\n")]),
    EditedCase(
      "a.yml", pipeline, split,
      [
        .add(
          "\ndocs:\n  stage: deploy\n  needs: [test]\n  script:\n    - make docs\n",
          behind: "make deploy\n")
      ]),
    EditedCase(
      "a.yml", playbook,
      [.swap("notify: restart web", "notify: reload"), .swap("name: restart web", "name: reload")],
      [.add("      notify: restart web\n", behind: "path=c\n")]),
    EditedCase(
      "a.java",
      "import java.util.List;\nimport java.util.Map;\n\nclass A {\n    Map<String, Integer> b;\n\n    int sum() {\n        return 0;\n    }\n}\n",
      [.cut("import java.util.List;\n")], [.add("    List<String> names;\n", behind: "b;\n")]),
    EditedCase(
      "a.py",
      "import json\nimport os\n\n\ndef run():\n    os.remove('a')\n\n\ndef stop():\n    pass\n",
      [.cut("import json\n")], [.swap("    pass\n", "    print(json.dumps({}))\n")]),
    EditedCase(
      "a.cpp",
      "#include <vector>\n#include <string>\n\nstd::string run() {\n    return \"\";\n}\n\nint stop() {\n    return 1;\n}\n",
      [.cut("#include <vector>\n")],
      [.swap("    return 1;\n", "    std::vector<int> a;\n    return 1;\n")]),
  ]

  @Test(arguments: names.indices)
  func `a use of a removed name is left to a person`(_ index: Int) throws {
    for policy in [MergePolicy.strict, .balanced, .eager] {
      try Self.names[index].checkLeft(policy)
    }
  }

  private static let otherNames: [EditedCase] = [
    EditedCase(
      "a.tf", bucket, [.cut("resource \"bucket\" \"logs\" {\n  name = \"a\"\n}\n\n")],
      [.add("\noutput \"name\" {\n  value = bucket.site.name\n}\n", behind: "bucket.site.url\n}\n")]
    ),
    EditedCase(
      "a.yml", pipeline, split,
      [
        .add(
          "\ndocs:\n  stage: deploy\n  needs: [deploy]\n  script:\n    - make docs\n",
          behind: "make deploy\n")
      ]),
    // A variable of that name.
    EditedCase(
      "a.py",
      "import json\nimport os\n\n\ndef run():\n    os.remove('a')\n\n\ndef stop():\n    pass\n",
      [.cut("import json\n")],
      [.swap("    pass\n", "    json = load()\n    print(json.a)\n")]),
    // Another header may include it.
    EditedCase(
      "a.cpp",
      "#include <vector>\n#include <string>\n\nstd::string run() {\n    return \"\";\n}\n\nint stop() {\n    return 1;\n}\n",
      [.swap("#include <vector>\n", "#include \"common.h\"\n")],
      [.swap("    return 1;\n", "    std::vector<int> a;\n    return 1;\n")]),
  ]

  @Test(arguments: (otherNumbers + otherNames).indices)
  func `other numbers and names are merged`(_ index: Int) throws {
    var edited = (Self.otherNumbers + Self.otherNames)[index]
    edited.result = edited.ours + edited.theirs
    try edited.check()
  }
}
