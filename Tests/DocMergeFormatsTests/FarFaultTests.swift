import DocMergeCore
import DocMergeFormats
import Testing

/// Edits of both sides, lines apart, that make a wrong text together.
struct FarFaultTests {
  private static let accounts =
    "root:x:0:0:root:/root:/bin/bash\nbea:x:1001:100:Bea:/home/bea:/bin/bash\ngil:x:1003:100:Gil:/home/gil:/bin/bash\n"
  private static let gradle = """
    dependencies {
        compile 'org.slf4j:slf4j-api:1.7.36'
        compile 'com.zaxxer:HikariCP:4.0.3'

        // tools
        runtimeOnly 'org.postgresql:postgresql:42.3.1'
    }

    """
  private static let walks =
    "- name: Ridge\n  miles: 6\n\n- name: Lake\n  miles: 3\n\n# easy ones\n\n- name: Park\n  hours: 1\n"
  private static let tasks =
    "export function tasks(run) {\n  run(\"a\");\n  run(\"b\");\n  run(\"c\");\n  run(\"d\");\n  run(\"e\");\n}\n"
  private static let conditions =
    "#ifdef HAVE_TLS\nint tls_open(void);\nint tls_close(void);\nint raw_open(void);\nint raw_close(void);\n#endif\n"
  private static let lua =
    "local M = {}\nfunction M.high(day)\n  return M.data[day].hi\nend\nfunction M.show(day)\n  print(day)\nend\nreturn M\n"
  private static let app =
    "const app = express();\napp.use(helmet());\napp.use(express.json());\napp.use(\"/public\", files);\napp.use(errors);\n"
  private static let message =
    "syntax = \"proto3\";\n\nmessage Parcel {\n  string id = 1;\n  double weight = 2;\n  string street = 3;\n  string town = 4;\n}\n"

  private static let urls = """
    urlpatterns = [
        path("", views.home, name="home"),
        path("cart/", views.cart, name="cart"),
        # account pages
        path("login/", views.login, name="login"),
        path("profile/", views.profile, name="profile"),
    ]

    """
  private static let stations =
    "- id: 12\n  lat: 59.9071\n  height: 3\n  lon: 10.7530\n- id: 13\n  lat: 59.9312\n  height: 140\n  lon: 10.7011\n"

  private static let left: [EditedCase] = [
    EditedCase(
      "etc/passwd", accounts, [.add("amy:x:1004:100:Amy:/home/amy:/bin/sh\n", before: "bea")],
      [.add("ian:x:1004:100:Ian:/home/ian:/bin/sh\n", behind: "gil:/bin/bash\n")]),
    EditedCase(
      "files.yml", "tables:\n  - V1__ships.sql\n  - V2__ports.sql\nviews:\n  - V3__ways.sql\n",
      [.add("  - V4__crews.sql\n", before: "views:")],
      [.add("  - V4__trips.sql\n", behind: "ways.sql\n")]),
    EditedCase(
      "build.gradle", gradle,
      [
        .swap("compile 'org", "implementation 'org"), .swap("compile 'com", "implementation 'com"),
      ], [.add("    compile 'commons-cli:commons-cli:1.5.0'\n", behind: "42.3.1'\n")]),
    EditedCase(
      "walks.yaml", walks, [.swap("miles: 6", "km: 9.7"), .swap("miles: 3", "km: 4.8")],
      [.add("\n- name: Moor\n  miles: 8\n", behind: "hours: 1\n")]),
    EditedCase(
      "signup.html",
      "<form>\n  <input id=\"mail\" name=\"mail\">\n  <p>\n    Once a month.\n  </p>\n</form>\n",
      [.swap("id=\"mail\" name=\"mail\"", "id=\"email\" name=\"email\"")],
      [.swap("Once a month.", "<label for=\"mail\">Once a month.</label>")]),
    EditedCase(
      "tasks.js", tasks,
      [.add("  /* unused\n", before: "  run(\"b\")"), .add("  */\n", before: "  run(\"e\")")],
      [.add("  run(\"lint\", \"src/**/*.js\");\n", before: "  run(\"d\")")]),
    EditedCase(
      "setup.sh",
      "#!/bin/sh\necho \"Welcome\"\nmkdir -p /srv/wiki\ntouch /srv/wiki/index\necho \"Ready\"\n",
      [.add("sh -s <<EOF\n", before: "echo \"Welcome\""), .add("EOF\n", behind: "\"Ready\"\n")],
      [.add("cat > /srv/wiki/motd <<EOF\nBe kind\nEOF\n", before: "touch")]),
    EditedCase(
      "net.c", conditions, [.add("#else\n", before: "int raw_open")],
      [.add("int tls_renew(void);\n", before: "#endif")]),
    EditedCase(
      "tide.lua", lua, [.swap("M.high(day)", "M.flood(day)")],
      [.add("  print(M.high(day))\n", behind: "print(day)\n")]),
    EditedCase(
      "app.js", app, [.add("app.use(cors());\n", behind: "helmet());\n")],
      [.add("app.use(cors({ origin: \"x\" }));\n", behind: "files);\n")]),
    EditedCase(
      "parcel.proto", message, [.add("  double height = 5;\n", behind: "weight = 2;\n")],
      [.add("  string country = 5;\n", behind: "town = 4;\n")]),
    EditedCase(
      "shop/urls.py", urls,
      [.add("    path(\"orders/\", views.list, name=\"orders\"),\n", before: "    # account")],
      [.add("    path(\"mine/\", views.mine, name=\"orders\"),\n", behind: "name=\"profile\"),\n")]),
    EditedCase(
      "stations.yml", stations, [.swap("59.9312", "59.9412")], [.swap("10.7011", "10.6890")]),
    EditedCase(
      "letter.tex", "\\begin{letter}{Verein Nord\\\\\nLange Gasse 14\\\\\n80331 Muenchen}\n",
      [.swap("Lange", "Kurze")], [.swap("Gasse 14", "Gasse 41")]),
    EditedCase(
      "src/BUILD.bazel",
      "cc_library(\n    name = \"hull\",\n)\n\ncc_library(\n    name = \"mast\",\n)\n",
      [
        .add("cc_library(\n    name = \"deck\",\n)\n\n", before: "cc_library(\n    name = \"hull\"")
      ],
      [
        .add(
          "\ncc_library(\n    name = \"deck\",\n    srcs = [\"b\"],\n)\n", behind: "\"mast\",\n)\n")
      ]),
    EditedCase(
      "body.tex", "\\begin{quote}\nOne.\n\nTwo.\n\nThree.\n\\end{quote}\n\nEnd.\n",
      [.cut("\\begin{quote}\n"), .cut("\\end{quote}\n")],
      [.add("\\end{quote}\n\nlater\n\n\\begin{quote}\n", behind: "Two.\n")]),
  ]

  @Test(arguments: left.indices, [MergePolicy.strict, .balanced, .eager])
  func `such edits are left to a person`(_ index: Int, _ policy: MergePolicy) throws {
    try Self.left[index].checkLeft(policy)
  }

  private static let merged: [EditedCase] = [
    // Constants of a program may have one value.
    EditedCase(
      "a.cpp",
      "int f() {\n  double a = 1;\n  double b = 2;\n  run(a, b);\n  stop();\n  return 0;\n}\n",
      [.add("  double c = 3;\n", behind: "b = 2;\n")],
      [.add("  double d = 3;\n", behind: "stop();\n")]),
    // A first word that is still used was not replaced.
    EditedCase(
      "run.sh", "echo a\necho b\n\nls\n\necho c\n\npwd\n",
      [.swap("echo a", "say a"), .swap("echo b", "say b")], [.add("echo d\n", behind: "pwd\n")]),
    EditedCase(
      "app.js", app, [.add("app.use(cors());\n", behind: "helmet());\n")],
      [.add("app.use(gzip());\n", behind: "files);\n")]),
    // One word before two names.
    EditedCase(
      "loans.sql", "SELECT title, due FROM loan JOIN book USING (book_id);\n",
      [.swap("FROM loan", "FROM library.loan")], [.swap("JOIN book", "JOIN library.book")]),
    // Coordinates of two records.
    EditedCase(
      "stations.yml", stations, [.swap("59.9312", "59.9412")], [.swap("10.7530", "10.7531")]),
    EditedCase(
      "net.c", conditions, [.add("int tls_read(void);\n", behind: "tls_open(void);\n")],
      [.add("int raw_read(void);\n", before: "#endif")]),
  ]

  @Test(arguments: merged.indices)
  func `other edits are merged`(_ index: Int) throws {
    var edited = Self.merged[index]
    edited.result = edited.ours + edited.theirs
    try edited.check()
  }
}
