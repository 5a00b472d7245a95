import DocMergeCore
import DocMergeFormats
import Testing

/// One thing that each side defined at another place.
struct DoubledDefinitionTests {
  private static let glossary = """
    .. glossary::

       Base
          The common ancestor.

       Merge
          The result.

    Notes
    -----

    Read them.

    """

  private static func project(_ id: Int) -> [Edit] {
    [
      .add(
        "\t\tBB00000000000000000000\(id) /* Model.swift */ = {isa = PBXFileReference; };\n",
        before: "/* End"),
      .add("\t\t\t\tBB00000000000000000000\(id) /* Model.swift */,\n", before: "\t\t\t);"),
    ]
  }

  private static let projectText = """
    {
    \tobjects = {
    /* Begin PBXFileReference section */
    \t\tBB0000000000000000000001 /* App.swift */ = {isa = PBXFileReference; };
    /* End PBXFileReference section */
    \t\tCC0000000000000000000001 = {
    \t\t\tchildren = (
    \t\t\t\tBB0000000000000000000001 /* App.swift */,
    \t\t\t);
    \t\t};
    \t};
    }

    """

  private static let left: [EditedCase] = [
    EditedCase(
      "a.rst", glossary, [.add("   Branch\n      A line of work.\n\n", before: "   Merge")],
      [.add("\n   Branch\n      A name for a commit.\n", behind: "      The result.\n")]),
    EditedCase(
      "pyproject.toml", "[project]\nname = \"a\"\nversion = \"1\"\n\n[tool.x]\ny = 1\n",
      [.add("scripts.a = \"a:main\"\n", behind: "name = \"a\"\n")],
      [.add("[project.scripts]\nb = \"b:main\"\n\n", before: "[tool.x]")]),
    EditedCase("project.pbxproj", projectText, project(13), project(14)),
  ]

  @Test(arguments: left, [MergePolicy.strict, .balanced])
  private func `leaves one thing with two definitions`(
    _ merge: EditedCase, _ policy: MergePolicy
  ) throws {
    try merge.checkLeft(policy)
  }

  @Test func `merges other terms of a glossary`() throws {
    try EditedCase(
      "a.rst", Self.glossary, [.add("   Branch\n      A line of work.\n\n", before: "   Merge")],
      [.add("\n   Path\n      A name for a file.\n", behind: "      The result.\n")],
      [
        .add("   Branch\n      A line of work.\n\n", before: "   Merge"),
        .add("\n   Path\n      A name for a file.\n", behind: "      The result.\n"),
      ]
    ).check()
  }
}
