import DocMergeCore
import DocMergeFormats
import Testing

/// Merges of scenes, prefabs and materials of Unity.
struct UnityTests {
  private static let head = "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n"

  private static func object(_ id: Int, _ name: String, _ components: [Int]) -> String {
    "--- !u!1 &\(id)\nGameObject:\n  m_PrefabAsset: {fileID: 0}\n  m_Component:\n"
      + components.map { "  - component: {fileID: \($0)}\n" }.joined()
      + "  m_Layer: 0\n  m_Name: \(name)\n"
  }

  private static func place(_ id: Int, of object: Int, in father: Int, _ kids: [Int] = []) -> String
  {
    "--- !u!4 &\(id)\nTransform:\n  m_GameObject: {fileID: \(object)}\n"
      + "  m_LocalPosition: {x: 0, y: 1, z: 0}\n"
      + (kids.isEmpty
        ? "  m_Children: []\n"
        : "  m_Children:\n" + kids.map { "  - {fileID: \($0)}\n" }.joined())
      + "  m_Father: {fileID: \(father)}\n"
  }

  private static func script(_ id: Int, of object: Int, _ fields: String) -> String {
    "--- !u!114 &\(id)\nMonoBehaviour:\n  m_GameObject: {fileID: \(object)}\n"
      + "  m_Script: {fileID: 11500000, guid: 0123456789abcdef0123456789abcdef,\n    type: 3}\n"
      + fields
  }

  private static let kid = object(200, "Kid", [201]) + place(201, of: 200, in: 101)
  private static let scene =
    head + object(100, "Root", [101, 102]) + place(101, of: 100, in: 0, [201])
    + script(102, of: 100, "  speed: 1\n  label: \"hello: world\n\n    again\"\n") + kid

  private static func change(_ path: String, _ value: String) -> String {
    "    - target: {fileID: 400000, guid: aaaabbbbccccddddaaaabbbbccccdddd, type: 3}\n"
      + "      propertyPath: \(path)\n      value: \(value)\n      objectReference: {fileID: 0}\n"
  }

  private static let none = "    m_RemovedComponents: []\n"
  private static let prefab =
    scene + "--- !u!1001 &300\nPrefabInstance:\n  m_Modification:\n"
    + "    m_TransformParent: {fileID: 0}\n    m_Modifications:\n"
    + change("m_LocalPosition.x", "1") + change("m_LocalPosition.y", "2") + none
    + "--- !u!4 &301 stripped\nTransform:\n  m_PrefabInstance: {fileID: 300}\n"

  private static let material =
    head + "--- !u!21 &2100000\nMaterial:\n  m_Name: M\n  m_SavedProperties:\n    m_Floats:\n"
    + "    - _A: 1\n    - _C: 0.5\n    m_Colors:\n    - _Color: {r: 1, g: 1, b: 1, a: 1}\n"

  private static let component = "fileID: 102}\n"
  private static let child = "- {fileID: 201}\n"

  @Test func `objects have members and sets`() throws {
    let tree = try soundTree(Self.prefab, UnityFormat())
    #expect(tree.root.children.count == 7)
    #expect(
      tree.outline.contains(
        """
              set m_Component
                members {fileID: 101}
                  scalar component = component: {fileID: 101}\\n
        """))
    #expect(tree.outline.contains("scalar label =   label: \"hello: world\\n\\n    again\"\\n"))
    #expect(tree.outline.contains("  members 301\n"))
  }

  private static func listed(_ id: Int) -> String { "  - component: {fileID: \(id)}\n" }
  private static func ref(_ id: Int) -> String { "  - {fileID: \(id)}\n" }
  private static let (script3, script4) = (
    script(103, of: 100, "  a: 1\n"), script(104, of: 100, "  b: 1\n")
  )
  private static let four = [object(400, "O", [401]), place(401, of: 400, in: 101)].joined()
  private static let five = [object(500, "T", [501]), place(501, of: 500, in: 101)].joined()
  private static let meta = "fileFormatVersion: 2\nguid: a\nT:\n  a: 1\n  b: 2\n"
  private static let speed = script(
    102, of: 100, "  speed: 1\n  label: \"hello: world\n\n    again\"\n")
  private static let family: String = [
    scene, object(600, "P", [601]), place(601, of: 600, in: 0), object(700, "Q", [701]),
    place(701, of: 700, in: 0),
  ].joined()

  private static let clean: [EditedCase] = [
    EditedCase(
      "a.unity", scene, [.add(listed(103), behind: listed(102)), .add(script3, before: kid)],
      [.add(listed(104), behind: listed(102)), .add(script4, before: kid)],
      [
        .add(listed(104), behind: listed(102)), .add(listed(103), behind: listed(102)),
        .add(script3, before: kid), .add(script4, before: kid),
      ]),
    EditedCase(
      "a.unity", scene, [.add(ref(401), behind: ref(201)), .add(four, behind: kid)],
      [.add(ref(501), behind: ref(201)), .add(five, behind: kid)],
      [
        .add(ref(501), behind: ref(201)), .add(ref(401), behind: ref(201)),
        .add(five, behind: kid), .add(four, behind: kid),
      ]),
    EditedCase(
      "a.unity", family, adopting(601, of: 600, by: 701, of: 700), [.swap("speed: 1", "speed: 2")],
      adopting(601, of: 600, by: 701, of: 700) + [.swap("speed: 1", "speed: 2")]),
    EditedCase(
      "a.unity", scene, [.swap("speed: 1", "speed: 2")], [.swap("again", "once")],
      [.swap("speed: 1", "speed: 2"), .swap("again", "once")]),
    EditedCase(
      "a.prefab", prefab, [.add(change("m_Name", "O"), before: none)],
      [.add(change("m_IsActive", "0"), before: none), .swap("value: 1\n", "value: 5\n")],
      [
        .add(change("m_Name", "O"), before: none), .add(change("m_IsActive", "0"), before: none),
        .swap("value: 1\n", "value: 5\n"),
      ]),
    EditedCase(
      "a.mat", material, [.add("    - _B: 2\n", before: "    - _C:")],
      [.add("    - _BB: 3\n", before: "    - _C:"), .swap("_A: 1", "_A: 2")],
      [.add("    - _B: 2\n    - _BB: 3\n", before: "    - _C:"), .swap("_A: 1", "_A: 2")]),
    EditedCase(
      "a.meta", meta, [.swap("a: 1", "a: 3")], [.swap("b: 2", "b: 4")],
      [.swap("a: 1", "a: 3"), .swap("b: 2", "b: 4")]),
  ]

  @Test(arguments: clean.indices)
  func `changes of other objects and parts are merged`(_ index: Int) throws {
    try Self.clean[index].check()
  }

  /// What moves the child to another father.
  private static func moving(to father: Int, of object: Int) -> [Edit] {
    [
      .swap("  m_Children:\n  - {fileID: 201}\n", "  m_Children: []\n"),
      .swap(place(father, of: object, in: 0), place(father, of: object, in: 0, [201])),
      .swap(place(201, of: 200, in: 101), place(201, of: 200, in: father)),
    ]
  }

  /// What puts one of two objects below the other one.
  private static func adopting(_ kid: Int, of object: Int, by father: Int, of other: Int) -> [Edit]
  {
    [
      .swap(place(kid, of: object, in: 0), place(kid, of: object, in: father)),
      .swap(place(father, of: other, in: 0), place(father, of: other, in: 0, [kid])),
    ]
  }

  private static let three = scene.replacing(ref(201), with: [1, 2, 3].map(ref).joined())

  private static let left: [EditedCase] = [
    EditedCase("a.unity", scene, [.swap("speed: 1", "speed: 2")], [.swap("speed: 1", "speed: 3")]),
    EditedCase(
      "a.unity", scene, [.swap("{x: 0, y: 1, z: 0}", "{x: 5, y: 1, z: 0}")],
      [.swap("{x: 0, y: 1, z: 0}", "{x: 0, y: 1, z: 7}")]),
    EditedCase(
      "a.unity", scene, [.cut(listed(102)), .cut(speed)], [.swap("speed: 1", "speed: 3")]),
    EditedCase(
      "a.unity", scene,
      [.swap("  m_Children:\n  - {fileID: 201}\n", "  m_Children: []\n"), .cut(kid)],
      [.add("  aim: {fileID: 200}\n", behind: "speed: 1\n")]),
    EditedCase(
      "a.unity", scene, [.add(script(900, of: 100, "  a: 1\n"), behind: kid)],
      [.add(script(900, of: 100, "  b: 2\n"), behind: kid)]),
    EditedCase(
      "a.unity", scene, [.add(script(900, of: 100, "  a: 1\n"), before: kid)],
      [.add(script(900, of: 100, "  b: 2\n"), behind: kid)]),
    EditedCase("a.unity", family, moving(to: 601, of: 600), moving(to: 701, of: 700)),
    // Nothing is its own parent.
    EditedCase(
      "a.unity", family, adopting(601, of: 600, by: 701, of: 700),
      adopting(701, of: 700, by: 601, of: 600)),
    // A list names existing objects, and those that belong there.
    EditedCase(
      "a.unity", scene, [.cut(speed)], [.add(listed(102), behind: "component: {fileID: 201}\n")]),
    EditedCase(
      "a.unity", family, moving(to: 601, of: 600),
      [.swap(place(201, of: 200, in: 101), place(201, of: 200, in: 701))]),
    EditedCase(
      "a.prefab", prefab, [.add(change("m_Name", "O"), before: none)],
      [.add(change("m_Name", "T"), before: "    - target")]),
    EditedCase(
      "a.prefab", prefab, [.swap("value: 2", "value: 3")], [.swap("value: 2", "value: 4")]),
    EditedCase(
      "a.prefab", prefab, [.cut(change("m_LocalPosition.y", "2"))],
      [.swap("value: 2", "value: 4")]),
    EditedCase(
      "a.mat", material, [.add("    - _B: 2\n", before: "    - _C:")],
      [.add("    - _B: 3\n", before: "    m_Colors")]),
    EditedCase(
      "a.unity", three, [.cut(ref(1)), .add(ref(1), behind: ref(2))],
      [.cut(ref(2)), .add(ref(2), behind: ref(3))]),
  ]

  @Test(arguments: left.indices, MergePolicy.allCases)
  func `what both changed is left to a person`(_ index: Int, policy: MergePolicy) throws {
    try Self.left[index].checkLeft(policy)
  }

  private static let refused: [(body: String, offset: Int)] = [
    ("a: 1\n", 41), ("--- !u!1 &\nA:\n", 51), ("--- !u!1 &1\nA\n", 53),
    ("--- !u!1 &1\nA:\n  b: \"c\n", 61), ("--- !u!1 &1\nA:\n    b: 1\n  c: 2\n", 65),
    ("--- !u!1 &1\nA:\n<<<<<<< o\n", 56),
  ]

  @Test(arguments: refused)
  func `refuses`(_ body: String, offset: Int) {
    let found = refusal(Self.head + body, UnityFormat())
    #expect(found?.prefix { $0 != ":" } == "\(offset)", "\(found ?? "accepted")")
    #expect(refusal(body, UnityFormat())?.hasPrefix("0:") == true)
  }

  @Test func `nodes own all bytes of assets by chance`() {
    let pieces = [
      "--- !u!1 &1\n", "--- !u!4 &-2 stripped\n", "A:\n", "  m_Children:\n", "  - {fileID: 1}\n",
      "  b: 1\n", "  - c: 1\n", "    d: \"e\n", "\"\n", "    f\n", "\n", "  - - g\n",
      "  m_Floats:\n", "  - _h: 1\n",
      "  -\n", "{", "}",
    ]
    let texts = chanceTexts(pieces, length: 8, count: 20_000).map { Array(Self.head.utf8) + $0 }
    #expect(expectSound(texts, UnityFormat()) > 100)
    expectSound(mutatedTexts(Self.prefab, with: " :-\"\n{}#"), UnityFormat())
  }

  @Test func `a large scene is read and merged at once`() throws {
    let many = (1...6000).map { Self.script($0 * 10, of: 100, "  a: \($0)\n  b: [1, 2]\n") }
    let base = Self.scene + many.joined()
    #expect(base.utf8.count > 1_000_000)
    let clock = ContinuousClock()
    let time = try clock.measure {
      let result = try merged(
        "a.unity", base, base.edited([.swap("  a: 7\n", "  a: 8\n")]),
        base.edited([.swap("  a: 5999\n", "  a: 1\n")]), .balanced)
      #expect(result.isClean)
    }
    #expect(time < .seconds(60))
  }
}
