extension SilentFaultTests {
  /// Records that one side replaced while the other side changed them, and additions whose order matters.
  static let replacedRecords = [
    Case(
      path: "a.bib",
      base: "@article{smith99,\n  author = {Smith},\n  title = {On A},\n  year = {1999},\n}\n",
      ours: "@article{jones05,\n  author = {Jones},\n  title = {On B},\n  year = {1999},\n}\n",
      theirs: "@article{smith99,\n  author = {Smith},\n  title = {On A},\n  year = {2000},\n}\n"),
    Case(
      path: "a.c",
      base: "#define MAX_USERS 10\n",
      ours: "#define MIN_AGE 10\n",
      theirs: "#define MAX_USERS 20\n"),
    Case(
      path: "a.cmake",
      base: "set(TIMEOUT 5)\n",
      ours: "set(RETRIES 5)\n",
      theirs: "set(TIMEOUT 9)\n"),
    Case(
      path: "a.csv",
      base: "sku,name,qty\nA-1,tea,5\n",
      ours: "sku,name,qty\nB-9,oil,5\n",
      theirs: "sku,name,qty\nA-1,tea,6\n"),
    Case(
      path: "a.dockerfile",
      base: "FROM a\nENV TIMEOUT 5\n",
      ours: "FROM a\nENV RETRIES 5\n",
      theirs: "FROM a\nENV TIMEOUT 9\n"),
    Case(
      path: "a.dot",
      base: "digraph {\n  a -> b [label=\"x\"];\n}\n",
      ours: "digraph {\n  a -> b [label=\"xx\"];\n  c -> d [label=\"x\"];\n}\n",
      theirs: "digraph {\n  c -> d [label=\"x\"];\n}\n"),
    Case(
      path: "a.conf",
      base: "UUID=aa / ext4 defaults 0 1\nUUID=bb /home ext4 defaults 0 2\n",
      ours:
        "UUID=aa / ext4 defaults 0 1\nUUID=bb /home ext4 noatime 0 2\nUUID=cc /srv xfs defaults 0 2\n",
      theirs: "UUID=aa / ext4 defaults 0 1\nUUID=cc /srv xfs defaults 0 2\n"),
    Case(
      path: "a.yaml",
      base: "- uses: actions/cache@v3\n",
      ours: "- uses: actions/checkout@v3\n",
      theirs: "- uses: actions/cache@v4\n"),
    Case(
      path: "a.go",
      base: "package p\n\nimport \"fmt\"\n\nfunc f() {}\n",
      ours: "package p\n\nimport (\n\t\"fmt\"\n)\n\nfunc f() {}\n",
      theirs: "package p\n\nimport \"fmt\"\nimport \"os\"\n\nfunc f() {}\n",
      right: [
        "package p\n\nimport (\n\t\"fmt\"\n\t\"os\"\n)\n\nfunc f() {}\n",
        "package p\n\nimport (\n\t\"fmt\"\n)\nimport \"os\"\n\nfunc f() {}\n",
      ]),
    Case(
      path: "a.go",
      base: "var l = []string{\n\t\"a\",\n\t\"b\",\n}\n",
      ours: "var l = []string{\n\t\"a\",\n\t\"b2\",\n\t\"c\",\n}\n",
      theirs: "var l = []string{\n\t\"a\",\n\t\"c\",\n}\n"),
    Case(
      path: "a.mod",
      base: "require (\n\tx.y/a v1.0.0\n)\n",
      ours: "require (\n\tx.y/b v1.0.0\n)\n",
      theirs: "require (\n\tx.y/a v1.1.0\n)\n"),
    Case(
      path: "a.js",
      base: "let x = f();\n",
      ours: "let x = f();\ny = x.pop();\n",
      theirs: "let x = f();\nx = x.reverse();\n"),
    Case(
      path: "a.js",
      base: "const L = [\n  \"a\",\n  \"b\",\n];\n",
      ours: "const L = [\n  \"a\",\n  \"b2\",\n  \"c\",\n];\n",
      theirs: "const L = [\n  \"a\",\n  \"c\",\n];\n"),
    Case(
      path: "a.json",
      base: "{\n  \"l\": [\n    \"a\",\n    \"b\",\n    \"c\"\n  ]\n}\n",
      ours: "{\n  \"l\": [\n    \"a\",\n    \"b2\",\n    \"d\",\n    \"c\"\n  ]\n}\n",
      theirs: "{\n  \"l\": [\n    \"a\",\n    \"d\",\n    \"c\"\n  ]\n}\n"),
    Case(
      path: "a.json",
      base: "[\n  \"alpha\",\n  \"beta\",\n  \"gamma\"\n]\n",
      ours: "[\n  \"alpha\",\n  \"delta\",\n  \"beta2\",\n  \"gamma\"\n]\n",
      theirs: "[\n  \"alpha\",\n  \"delta\",\n  \"gamma\"\n]\n"),
    Case(
      path: "a.json",
      base: "[\n  {\n    \"id\": 7,\n    \"name\": \"tea\",\n    \"price\": 3\n  }\n]\n",
      ours: "[\n  {\n    \"id\": 9,\n    \"name\": \"oil\",\n    \"price\": 3\n  }\n]\n",
      theirs: "[\n  {\n    \"id\": 7,\n    \"name\": \"tea\",\n    \"price\": 4\n  }\n]\n"),
    Case(
      path: "a.jsonl",
      base: "{\"id\": 7, \"name\": \"tea\", \"n\": 5}\n",
      ours: "{\"id\": 9, \"name\": \"oil\", \"n\": 5}\n",
      theirs: "{\"id\": 7, \"name\": \"tea\", \"n\": 6}\n"),
    Case(
      path: "a.kt",
      base: "enum class Mode {\n    FAST,\n}\n",
      ours: "enum class Mode {\n    FAST_PATH,\n    SAFE,\n}\n",
      theirs: "enum class Mode {\n    SAFE,\n}\n"),
    Case(
      path: "a.md",
      base: "[docs]: http://a.x/d\n",
      ours: "[blog]: http://a.x/d\n",
      theirs: "[docs]: http://b.x/d\n"),
    Case(
      path: "a.conf",
      base: "table inet f {\n  chain in {\n    ct state new accept\n  }\n}\n",
      ours:
        "table inet f {\n  chain in {\n    ct state new accept\n    ip saddr 10.0.0.0/8 drop\n  }\n}\n",
      theirs:
        "table inet f {\n  chain in {\n    ct state new accept\n    tcp dport 22 accept\n  }\n}\n"),
    Case(
      path: "a.conf",
      base: "location / {\n    allow 10.0.0.1;\n}\n",
      ours: "location / {\n    allow 10.0.0.1;\n    deny all;\n}\n",
      theirs: "location / {\n    allow 10.0.0.1;\n    allow 10.0.0.2;\n}\n"),
    Case(
      path: "a.rs",
      base: "mod m20240101_init;\nmod m20240102_users;\n",
      ours: "mod m20240101_init;\nmod m20240102_users;\nmod m20240103_mail;\n",
      theirs: "mod m20240101_init;\nmod m20240102_users;\nmod m20240103_tel;\n"),
    Case(
      path: "a.py",
      base: "from m import m0001_a\nfrom m import m0002_b\n",
      ours: "from m import m0001_a\nfrom m import m0002_b\nfrom m import m0003_c\n",
      theirs: "from m import m0001_a\nfrom m import m0002_b\nfrom m import m0003_d\n"),
    Case(
      path: "a.yaml",
      base: "m001_init: a\nm002_user: b\n",
      ours: "m001_init: a\nm002_user: b\nm003_mail: c\n",
      theirs: "m001_init: a\nm002_user: b\nm003_tel: d\n"),
    Case(
      path: "a.rb",
      base: "pod 'Alamofire', '~> 5.0'\n",
      ours: "pod 'Moya', '~> 5.0'\n",
      theirs: "pod 'Alamofire', '~> 5.4'\n"),
    Case(
      path: "a.py",
      base: "x = f()\n",
      ours: "x = f()\ny = x + 1\n",
      theirs: "x = f()\nx = g(x)\n"),
    Case(
      path: "a.bib",
      base: "@book{knuth,\n  title = {Art},\n  year = {1997}\n}\n",
      ours: "@book{wirth,\n  title = {Algorithms},\n  year = {1997}\n}\n",
      theirs: "@book{knuth,\n  title = {Art},\n  year = {1998}\n}\n"),
    Case(
      path: "a.rb",
      base: "get \"/a\", to: \"a#show\"\n",
      ours: "get \"/a\", to: \"a#index\"\nget \"/b\", to: \"b#show\"\n",
      theirs: "get \"/b\", to: \"b#show\"\n"),
    Case(
      path: "a.conf",
      base: "http 80/tcp\n",
      ours: "imap 80/tcp\n",
      theirs: "http 8080/tcp\n"),
    Case(
      path: "a.sh",
      base: "A=1\nrun\n",
      ours: "A=1\nB=$A\nrun\n",
      theirs: "A=1\nA=2\nrun\n"),
    Case(
      path: "a.sql",
      base: "CREATE ROLE a;\n",
      ours: "CREATE ROLE a;\nGRANT ALL ON t TO a;\n",
      theirs: "CREATE ROLE a;\nREVOKE ALL ON t FROM a;\n"),
    Case(
      path: "a.sql",
      base: "BEGIN;\nUPDATE p SET x = 1;\nCOMMIT;\n",
      ours: "BEGIN;\nUPDATE p SET x = 1;\nUPDATE p SET x = x + 1;\nCOMMIT;\n",
      theirs: "BEGIN;\nUPDATE p SET x = 1;\nDELETE FROM p WHERE x = 1;\nCOMMIT;\n"),
    Case(
      path: "a.conf",
      base: "Host alpha\n  HostName a.x\n  Port 22\n",
      ours: "Host beta\n  HostName b.x\n  Port 22\n",
      theirs: "Host alpha\n  HostName a.x\n  Port 2200\n"),
    Case(
      path: "a.tex",
      base: "\\setlength{\\parindent}{5pt}\n",
      ours: "\\setlength{\\topmargin}{5pt}\n",
      theirs: "\\setlength{\\parindent}{9pt}\n"),
    Case(
      path: "a.lock",
      base: "[[package]]\nname = \"serde\"\nversion = \"1.0\"\nsource = \"x\"\n",
      ours: "[[package]]\nname = \"rand\"\nversion = \"0.8\"\nsource = \"x\"\n",
      theirs: "[[package]]\nname = \"serde\"\nversion = \"1.0\"\nsource = \"y\"\n"),
    Case(
      path: "a.ts",
      base: "enum M {\n  A,\n  Fast,\n  Z,\n}\n",
      ours: "enum M {\n  A,\n  Safe,\n  FastPath,\n  Z,\n}\n",
      theirs: "enum M {\n  A,\n  Safe,\n  Z,\n}\n"),
    Case(
      path: "a.tsv",
      base: "sku\tname\tqty\nA-1\ttea\t5\n",
      ours: "sku\tname\tqty\nB-9\toil\t5\n",
      theirs: "sku\tname\tqty\nA-1\ttea\t6\n"),
    Case(
      path: "a.xml",
      base:
        "<dependency>\n  <groupId>a.b</groupId>\n  <artifactId>old</artifactId>\n  <version>1.0</version>\n</dependency>\n",
      ours:
        "<dependency>\n  <groupId>c.d</groupId>\n  <artifactId>new</artifactId>\n  <version>1.0</version>\n</dependency>\n",
      theirs:
        "<dependency>\n  <groupId>a.b</groupId>\n  <artifactId>old</artifactId>\n  <version>1.1</version>\n</dependency>\n"
    ),
    Case(
      path: "a.xml",
      base: "<p>\n  <id>7</id>\n  <name>tea</name>\n  <price>3</price>\n</p>\n",
      ours: "<p>\n  <id>9</id>\n  <name>oil</name>\n  <price>3</price>\n</p>\n",
      theirs: "<p>\n  <id>7</id>\n  <name>tea</name>\n  <price>4</price>\n</p>\n"),
    Case(
      path: "a.yaml",
      base: "- alpha\n- beta\n- gamma\n",
      ours: "- alpha\n- delta\n- beta2\n- gamma\n",
      theirs: "- alpha\n- delta\n- gamma\n"),
    Case(
      path: "a.yaml",
      base: "containers:\n- name: nginx\n  image: nginx:1.25\n  memory: 64Mi\n",
      ours: "containers:\n- name: envoy\n  image: envoy:1.29\n  memory: 64Mi\n",
      theirs: "containers:\n- name: nginx\n  image: nginx:1.25\n  memory: 128Mi\n"),
  ]
}
