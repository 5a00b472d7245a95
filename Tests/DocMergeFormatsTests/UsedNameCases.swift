extension SilentFaultTests {
  /// Values, imports and other names that one side deleted or renamed while the other side put in a use of them.
  static let usedNames = [
    Case(
      path: "a.py",
      base: "def f(data):\n    n = len(data)\n    a()\n    b()\n    c()\n    return n\n",
      ours: "def f(data):\n    count = len(data)\n    a()\n    b()\n    c()\n    return count\n",
      theirs:
        "def f(data):\n    n = len(data)\n    a()\n    b()\n    log(n)\n    c()\n    return n\n"),
    Case(
      path: "a.py",
      base: "def f(data):\n    count = len(data)\n    a()\n    b()\n    c()\n    return count\n",
      ours: "def f(data):\n    total = len(data)\n    a()\n    b()\n    c()\n    return total\n",
      theirs:
        "def f(data):\n    count = len(data)\n    a()\n    b()\n    log(count)\n    c()\n    return count\n"
    ),
    Case(
      path: "a.js",
      base:
        "function f(items) {\n  const count = items.length;\n  print(count);\n  return count;\n}\n",
      ours:
        "function f(items) {\n  const total = items.length;\n  print(total);\n  return total;\n}\n",
      theirs:
        "function f(items) {\n  const count = items.length;\n  print(count);\n  log(count);\n  return count;\n}\n"
    ),
    Case(
      path: "a.go",
      base:
        "package a\n\nfunc f(items []int) int {\n\tn := len(items)\n\ta()\n\treturn n + len(items)\n}\n",
      ours:
        "package a\n\nfunc f(values []int) int {\n\tn := len(values)\n\ta()\n\treturn n + len(values)\n}\n",
      theirs:
        "package a\n\nfunc f(items []int) int {\n\tn := len(items)\n\ta()\n\tb(items)\n\treturn n + len(items)\n}\n"
    ),
    Case(
      path: "A.java",
      base:
        "class A {\n    int f() {\n        int count = get();\n        a();\n        b();\n        return count;\n    }\n}\n",
      ours:
        "class A {\n    int f() {\n        int total = get();\n        a();\n        b();\n        return total;\n    }\n}\n",
      theirs:
        "class A {\n    int f() {\n        int count = get();\n        a();\n        b();\n        log(count);\n        return count;\n    }\n}\n"
    ),
    Case(
      path: "a.c",
      base: "void f(void) {\n    int flag = 0;\n    a(flag);\n    b();\n    c();\n    d();\n}\n",
      ours: "void f(void) {\n    a(0);\n    b();\n    c();\n    d();\n}\n",
      theirs:
        "void f(void) {\n    int flag = 0;\n    a(flag);\n    b();\n    c();\n    d();\n    e(flag);\n}\n"
    ),
    Case(
      path: "a.py",
      base: "import os\nimport re\n\n\ndef f():\n    return os.x\n\n\ndef g():\n    return re.y\n",
      ours: "import re\n\n\ndef f():\n    return 1\n\n\ndef g():\n    return re.y\n",
      theirs:
        "import os\nimport re\n\n\ndef f():\n    return os.x\n\n\ndef g():\n    return re.y\n\n\ndef h():\n    return os.z\n"
    ),
    Case(
      path: ".env",
      base: "HOST=a\nURL=x\n",
      ours: "URL=x\n",
      theirs: "HOST=a\nURL=http://${HOST}/\n"),
    Case(
      path: "openapi.yaml",
      base:
        "openapi: 3.0.0\npaths:\n  /a:\n    get:\n      responses:\n        \"200\":\n          description: ok\ncomponents:\n  schemas:\n    A:\n      type: object\n",
      ours:
        "openapi: 3.0.0\npaths:\n  /a:\n    get:\n      responses:\n        \"200\":\n          description: ok\ncomponents:\n  schemas:\n    Item:\n      type: object\n",
      theirs:
        "openapi: 3.0.0\npaths:\n  /a:\n    get:\n      responses:\n        \"200\":\n          description: ok\n          content:\n            application/json:\n              schema:\n                $ref: \"#/components/schemas/A\"\ncomponents:\n  schemas:\n    A:\n      type: object\n"
    ),
    Case(
      path: "environment.yml",
      base: "name: e\ndependencies:\n  - python=3.9\n  - numpy\n  - scipy\n",
      ours: "name: e\ndependencies:\n  - python=3.9\n  - numpy\n  - pandas=1.5\n  - scipy\n",
      theirs: "name: e\ndependencies:\n  - python=3.9\n  - numpy\n  - scipy\n  - pandas=2.0\n"),
    Case(
      path: "a.css",
      base: ":root {\n  --fg: #000;\n  --bg: #fff;\n}\n.a { color: red; }\n",
      ours: ":root {\n  --text: #000;\n  --bg: #fff;\n}\n.a { color: red; }\n",
      theirs: ":root {\n  --fg: #000;\n  --bg: #fff;\n}\n.a { color: var(--fg); }\n"),
    Case(
      path: ".github/workflows/w.yml",
      base:
        "on: push\nenv:\n  VER: 1\n  X: 2\njobs:\n  a:\n    runs-on: x\n    steps:\n      - run: make\n",
      ours: "on: push\nenv:\n  X: 2\njobs:\n  a:\n    runs-on: x\n    steps:\n      - run: make\n",
      theirs:
        "on: push\nenv:\n  VER: 1\n  X: 2\njobs:\n  a:\n    runs-on: x\n    steps:\n      - run: make\n      - run: echo ${{ env.VER }}\n"
    ),
    Case(
      path: "libs.versions.toml",
      base:
        "[versions]\nkotlin = \"1.9\"\n\n[libraries]\na = { module = \"a:a\", version.ref = \"kotlin\" }\n",
      ours:
        "[versions]\nkt = \"1.9\"\n\n[libraries]\na = { module = \"a:a\", version.ref = \"kt\" }\n",
      theirs:
        "[versions]\nkotlin = \"1.9\"\n\n[libraries]\na = { module = \"a:a\", version.ref = \"kotlin\" }\nb = { module = \"b:b\", version.ref = \"kotlin\" }\n"
    ),
    Case(
      path: "s.json",
      base:
        "{\n  \"definitions\": {\n    \"addr\": {\n      \"type\": \"object\"\n    }\n  },\n  \"properties\": {\n    \"name\": {\n      \"type\": \"string\"\n    }\n  }\n}\n",
      ours:
        "{\n  \"definitions\": {\n    \"address\": {\n      \"type\": \"object\"\n    }\n  },\n  \"properties\": {\n    \"name\": {\n      \"type\": \"string\"\n    }\n  }\n}\n",
      theirs:
        "{\n  \"definitions\": {\n    \"addr\": {\n      \"type\": \"object\"\n    }\n  },\n  \"properties\": {\n    \"name\": {\n      \"type\": \"string\"\n    },\n    \"home\": {\n      \"$ref\": \"#/definitions/addr\"\n    }\n  }\n}\n"
    ),
    Case(
      path: "package.json",
      base:
        "{\n  \"name\": \"a\",\n  \"scripts\": {\n    \"build\": \"tsc\",\n    \"lint\": \"eslint .\"\n  }\n}\n",
      ours:
        "{\n  \"name\": \"a\",\n  \"scripts\": {\n    \"compile\": \"tsc\",\n    \"lint\": \"eslint .\"\n  }\n}\n",
      theirs:
        "{\n  \"name\": \"a\",\n  \"scripts\": {\n    \"build\": \"tsc\",\n    \"lint\": \"eslint .\",\n    \"prepare\": \"npm run build\"\n  }\n}\n"
    ),
    Case(
      path: "a.py",
      base: "df = load()\nprint(df)\nx = 1\ny = 2\n",
      ours: "data = load()\nprint(data)\nx = 1\ny = 2\n",
      theirs: "df = load()\nprint(df)\nx = 1\ny = 2\nsave(df)\n"),
    Case(
      path: "pom.xml",
      base:
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<project xmlns=\"http://maven.apache.org/POM/4.0.0\">\n  <modelVersion>4.0.0</modelVersion>\n  <groupId>org.demo</groupId>\n  <artifactId>app</artifactId>\n  <version>1.0.0-SNAPSHOT</version>\n  <properties>\n    <guava.version>30.0-jre</guava.version>\n    <java.version>11</java.version>\n  </properties>\n  <dependencies>\n    <dependency>\n      <groupId>junit</groupId>\n      <artifactId>junit</artifactId>\n      <version>4.12</version>\n      <scope>test</scope>\n    </dependency>\n    <dependency>\n      <groupId>com.google.guava</groupId>\n      <artifactId>guava</artifactId>\n      <version>${guava.version}</version>\n    </dependency>\n  </dependencies>\n</project>\n",
      ours:
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<project xmlns=\"http://maven.apache.org/POM/4.0.0\">\n  <modelVersion>4.0.0</modelVersion>\n  <groupId>org.demo</groupId>\n  <artifactId>app</artifactId>\n  <version>1.0.0-SNAPSHOT</version>\n  <properties>\n    <java.version>11</java.version>\n  </properties>\n  <dependencies>\n    <dependency>\n      <groupId>junit</groupId>\n      <artifactId>junit</artifactId>\n      <version>4.12</version>\n      <scope>test</scope>\n    </dependency>\n    <dependency>\n      <groupId>com.google.guava</groupId>\n      <artifactId>guava</artifactId>\n      <version>30.0-jre</version>\n    </dependency>\n  </dependencies>\n</project>\n",
      theirs:
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<project xmlns=\"http://maven.apache.org/POM/4.0.0\">\n  <modelVersion>4.0.0</modelVersion>\n  <groupId>org.demo</groupId>\n  <artifactId>app</artifactId>\n  <version>1.0.0-SNAPSHOT</version>\n  <properties>\n    <guava.version>30.0-jre</guava.version>\n    <java.version>11</java.version>\n  </properties>\n  <dependencies>\n    <dependency>\n      <groupId>junit</groupId>\n      <artifactId>junit</artifactId>\n      <version>4.12</version>\n      <scope>test</scope>\n    </dependency>\n    <dependency>\n      <groupId>com.google.guava</groupId>\n      <artifactId>guava</artifactId>\n      <version>${guava.version}</version>\n    </dependency>\n    <dependency>\n      <groupId>com.google.guava</groupId>\n      <artifactId>guava-testlib</artifactId>\n      <version>${guava.version}</version>\n    </dependency>\n  </dependencies>\n</project>\n"
    ),
    Case(
      path: "pom.xml",
      base:
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<project xmlns=\"http://maven.apache.org/POM/4.0.0\">\n  <modelVersion>4.0.0</modelVersion>\n  <groupId>org.demo</groupId>\n  <artifactId>app</artifactId>\n  <version>1.0.0-SNAPSHOT</version>\n  <properties>\n    <guava.version>30.0-jre</guava.version>\n    <java.version>11</java.version>\n  </properties>\n  <dependencies>\n    <dependency>\n      <groupId>junit</groupId>\n      <artifactId>junit</artifactId>\n      <version>4.12</version>\n      <scope>test</scope>\n    </dependency>\n    <dependency>\n      <groupId>com.google.guava</groupId>\n      <artifactId>guava</artifactId>\n      <version>${guava.version}</version>\n    </dependency>\n  </dependencies>\n</project>\n",
      ours:
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<project xmlns=\"http://maven.apache.org/POM/4.0.0\">\n  <modelVersion>4.0.0</modelVersion>\n  <groupId>org.demo</groupId>\n  <artifactId>app</artifactId>\n  <version>1.0.0-SNAPSHOT</version>\n  <properties>\n    <version.guava>30.0-jre</version.guava>\n    <java.version>11</java.version>\n  </properties>\n  <dependencies>\n    <dependency>\n      <groupId>junit</groupId>\n      <artifactId>junit</artifactId>\n      <version>4.12</version>\n      <scope>test</scope>\n    </dependency>\n    <dependency>\n      <groupId>com.google.guava</groupId>\n      <artifactId>guava</artifactId>\n      <version>${version.guava}</version>\n    </dependency>\n  </dependencies>\n</project>\n",
      theirs:
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<project xmlns=\"http://maven.apache.org/POM/4.0.0\">\n  <modelVersion>4.0.0</modelVersion>\n  <groupId>org.demo</groupId>\n  <artifactId>app</artifactId>\n  <version>1.0.0-SNAPSHOT</version>\n  <properties>\n    <guava.version>30.0-jre</guava.version>\n    <java.version>11</java.version>\n  </properties>\n  <dependencies>\n    <dependency>\n      <groupId>junit</groupId>\n      <artifactId>junit</artifactId>\n      <version>4.12</version>\n      <scope>test</scope>\n    </dependency>\n    <dependency>\n      <groupId>com.google.guava</groupId>\n      <artifactId>guava</artifactId>\n      <version>${guava.version}</version>\n    </dependency>\n    <dependency>\n      <groupId>com.google.guava</groupId>\n      <artifactId>guava-testlib</artifactId>\n      <version>${guava.version}</version>\n    </dependency>\n  </dependencies>\n</project>\n"
    ),
  ]

  /// Entries, rows, packages and parameters that are there twice.
  static let doubledEntries = [
    Case(
      path: "b.cs",
      base: "var x = new Foo\n{\n    A = 1,\n    B = 2,\n};\n",
      ours: "var x = new Foo\n{\n    C = 3,\n    A = 1,\n    B = 2,\n};\n",
      theirs: "var x = new Foo\n{\n    A = 1,\n    B = 2,\n    C = 4,\n};\n"),
    Case(
      path: "a.go",
      base: "package a\n\nvar m = T{\n\tA: 1,\n\tZ: 2,\n}\n",
      ours: "package a\n\nvar m = T{\n\tN: 3,\n\tA: 1,\n\tZ: 2,\n}\n",
      theirs: "package a\n\nvar m = T{\n\tA: 1,\n\tZ: 2,\n\tN: 4,\n}\n"),
    Case(
      path: "b.rs",
      base: "fn f() -> A {\n    A {\n        x: 1,\n        y: 2,\n    }\n}\n",
      ours: "fn f() -> A {\n    A {\n        z: 3,\n        x: 1,\n        y: 2,\n    }\n}\n",
      theirs: "fn f() -> A {\n    A {\n        x: 1,\n        y: 2,\n        z: 4,\n    }\n}\n"),
    Case(
      path: "b.c",
      base: "struct ops o = {\n    .open = a,\n    .read = b,\n    .x = 1,\n};\n",
      ours: "struct ops o = {\n    .open = a,\n    .write = c,\n    .read = b,\n    .x = 1,\n};\n",
      theirs: "struct ops o = {\n    .open = a,\n    .read = b,\n    .x = 1,\n    .write = d,\n};\n"
    ),
    Case(
      path: "a.rs",
      base: "fn f(k: K) -> u8 {\n    match k {\n        K::A => 1,\n        K::Z => 2,\n    }\n}\n",
      ours:
        "fn f(k: K) -> u8 {\n    match k {\n        K::N => 3,\n        K::A => 1,\n        K::Z => 2,\n    }\n}\n",
      theirs:
        "fn f(k: K) -> u8 {\n    match k {\n        K::A => 1,\n        K::Z => 2,\n        K::N => 4,\n    }\n}\n"
    ),
    Case(
      path: "a.py",
      base: "def f(\n    a,\n    b,\n):\n    pass\n",
      ours: "def f(\n    n,\n    a,\n    b,\n):\n    pass\n",
      theirs: "def f(\n    a,\n    b,\n    n=1,\n):\n    pass\n"),
    Case(
      path: "a.tf",
      base:
        "variable \"a\" {\n  type = string\n}\n\nresource \"aws_x\" \"main\" {\n  name = \"n\"\n  tags = {\n    A = \"1\"\n  }\n}\n",
      ours:
        "variable \"a\" {\n  type = string\n}\n\nvariable \"b\" {\n  type = string\n}\n\nresource \"aws_x\" \"main\" {\n  name = \"n\"\n  tags = {\n    A = \"1\"\n  }\n}\n",
      theirs:
        "variable \"a\" {\n  type = string\n}\n\nvariable \"b\" {\n  type = number\n}\n\nresource \"aws_x\" \"main\" {\n  name = \"n\"\n  tags = {\n    A = \"1\"\n  }\n}\n"
    ),
    Case(
      path: "t.csv",
      base: "a,b,id\nx,y,1\nx,z,2\n",
      ours: "a,b,id\nx,y,1\nx,z,2\nq,w,7\n",
      theirs: "a,b,id\nq,u,7\nx,y,1\nx,z,2\n"),
    Case(
      path: "pyproject.toml",
      base:
        "[project]\nname = \"a\"\ndependencies = [\n    \"flask>=2\",\n    \"rich\",\n]\n\n[tool.ruff]\nline-length = 88\n",
      ours:
        "[project]\nname = \"a\"\ndependencies = [\n    \"flask>=2\",\n    \"rich\",\n    \"six>=1\",\n]\n\n[tool.ruff]\nline-length = 88\n",
      theirs:
        "[project]\nname = \"a\"\ndependencies = [\n    \"flask>=2\",\n    \"six>=2\",\n    \"rich\",\n]\n\n[tool.ruff]\nline-length = 88\n"
    ),
    Case(
      path: "Brewfile",
      base: "tap \"x\"\nbrew \"a\"\nbrew \"z\"\n",
      ours: "tap \"x\"\nbrew \"a\"\nbrew \"m\"\nbrew \"z\"\n",
      theirs: "tap \"x\"\nbrew \"a\"\nbrew \"z\"\nbrew \"m\", args: [\"HEAD\"]\n"),
    Case(
      path: "build.gradle",
      base: "dependencies {\n    implementation 'a:a:1'\n    implementation 'z:z:1'\n}\n",
      ours:
        "dependencies {\n    implementation 'a:a:1'\n    implementation 'm:m:1'\n    implementation 'z:z:1'\n}\n",
      theirs:
        "dependencies {\n    implementation 'a:a:1'\n    implementation 'z:z:1'\n    implementation 'm:m:2'\n}\n"
    ),
    Case(
      path: "Podfile",
      base: "target 'A' do\n  pod 'A'\n  pod 'Z'\nend\n",
      ours: "target 'A' do\n  pod 'A'\n  pod 'M', '1'\n  pod 'Z'\nend\n",
      theirs: "target 'A' do\n  pod 'A'\n  pod 'Z'\n  pod 'M', '2'\nend\n"),
    Case(
      path: "pyproject.toml",
      base: "[project]\nname = \"a\"\ndependencies = [\n  \"flask==2\",\n  \"rich==1\",\n]\n",
      ours:
        "[project]\nname = \"a\"\ndependencies = [\n  \"flask==2\",\n  \"six==1\",\n  \"rich==1\",\n]\n",
      theirs:
        "[project]\nname = \"a\"\ndependencies = [\n  \"flask==2\",\n  \"rich==1\",\n  \"six==2\",\n]\n"
    ),
    Case(
      path: "setup.cfg",
      base: "[options]\ninstall_requires =\n    flask\n    rich\n",
      ours: "[options]\ninstall_requires =\n    flask\n    six>=1\n    rich\n",
      theirs: "[options]\ninstall_requires =\n    flask\n    rich\n    six>=2\n"),
    Case(
      path: "t.csv",
      base: "name,team,id\nAnna,red,1\nBen,red,2\nCleo,blue,3\n",
      ours: "name,team,id\nAnna,red,1\nBen,red,2\nCleo,blue,3\nDan,red,4\n",
      theirs: "name,team,id\nAnna,red,1\nBen,red,2\nCleo,blue,3\nEva,blue,4\n"),
    Case(
      path: "t.csv",
      base: "name,team,id\nAnna,red,1\nBen,red,2\nCleo,blue,3\n",
      ours: "name,team,id\nAnna,red,1\nBen,red,2\nCleo,blue,3\nDan,red,4\n",
      theirs: "name,team,id\nEva,blue,4\nAnna,red,1\nBen,red,2\nCleo,blue,3\n"),
    Case(
      path: "a.toml",
      base: "[[bin]]\nname = \"a\"\npath = \"a.rs\"\n",
      ours: "[[bin]]\nname = \"a\"\npath = \"a.rs\"\n\n[[bin]]\nname = \"b\"\npath = \"b.rs\"\n",
      theirs: "[[bin]]\nname = \"b\"\npath = \"bb.rs\"\n\n[[bin]]\nname = \"a\"\npath = \"a.rs\"\n"),
    Case(
      path: "Cargo.toml",
      base: "[[bin]]\nname = \"a\"\npath = \"a.rs\"\n\n[[bin]]\nname = \"c\"\npath = \"c.rs\"\n",
      ours:
        "[[bin]]\nname = \"a\"\npath = \"a.rs\"\n\n[[bin]]\nname = \"c\"\npath = \"c.rs\"\n\n[[bin]]\nname = \"b\"\npath = \"b.rs\"\n",
      theirs:
        "[[bin]]\nname = \"b\"\npath = \"bb.rs\"\n\n[[bin]]\nname = \"a\"\npath = \"a.rs\"\n\n[[bin]]\nname = \"c\"\npath = \"c.rs\"\n"
    ),
    Case(
      path: "Cargo.toml",
      base: "[package]\nname = \"x\"\n\n[[bin]]\nname = \"a\"\npath = \"a.rs\"\n",
      ours:
        "[package]\nname = \"x\"\n\n[[bin]]\nname = \"a\"\npath = \"a.rs\"\n\n[[bin]]\nname = \"b\"\npath = \"b.rs\"\n",
      theirs:
        "[package]\nname = \"x\"\n\n[[bin]]\nname = \"b\"\npath = \"bb.rs\"\n\n[[bin]]\nname = \"a\"\npath = \"a.rs\"\n"
    ),
    Case(
      path: "t.csv",
      base: "name,id\nAnna,1\nBen,2\nCleo,3\n",
      ours: "name,id\nAnna,1\nBen,2\nCleo,3\nDan,4\n",
      theirs: "name,id\nAnna,1\nBen,2\nCleo,3\nEva,4\n"),
  ]

  /// Parts of lock files that do not fit each other.
  static let lockedPackages = [
    Case(
      path: "composer.lock",
      base:
        "{\n    \"content-hash\": \"c0\",\n    \"packages\": [\n        {\n            \"name\": \"a/a\",\n            \"version\": \"1.0.0\",\n            \"dist\": {\n                \"url\": \"u1\",\n                \"reference\": \"r1\"\n            }\n        }\n    ],\n    \"packages-dev\": []\n}\n",
      ours:
        "{\n    \"content-hash\": \"c0\",\n    \"packages\": [\n        {\n            \"name\": \"a/a\",\n            \"version\": \"1.0.0\",\n            \"dist\": {\n                \"url\": \"u1\",\n                \"reference\": \"r1\"\n            }\n        },\n        {\n            \"name\": \"b/b\",\n            \"version\": \"1.0.0\",\n            \"dist\": {\n                \"url\": \"b/b\",\n                \"reference\": \"1.0.0r\"\n            }\n        }\n    ],\n    \"packages-dev\": []\n}\n",
      theirs:
        "{\n    \"content-hash\": \"c0\",\n    \"packages\": [\n        {\n            \"name\": \"a/a\",\n            \"version\": \"1.0.0\",\n            \"dist\": {\n                \"url\": \"u1\",\n                \"reference\": \"r1\"\n            }\n        }\n    ],\n    \"packages-dev\": [\n        {\n            \"name\": \"b/b\",\n            \"version\": \"1.0.0\"\n        }\n    ]\n}\n"
    ),
    Case(
      path: "package.json",
      base:
        "{\n  \"name\": \"a\",\n  \"version\": \"1.0.0\",\n  \"dependencies\": {\n    \"chalk\": \"^4.0.0\",\n    \"lodash\": \"^4.17.0\"\n  },\n  \"devDependencies\": {\n    \"jest\": \"^27.0.0\"\n  }\n}\n",
      ours:
        "{\n  \"name\": \"a\",\n  \"version\": \"1.0.0\",\n  \"dependencies\": {\n    \"chalk\": \"^4.0.0\",\n    \"lodash\": \"^4.17.0\",\n    \"vite\": \"^4.0.0\"\n  },\n  \"devDependencies\": {\n    \"jest\": \"^27.0.0\"\n  }\n}\n",
      theirs:
        "{\n  \"name\": \"a\",\n  \"version\": \"1.0.0\",\n  \"dependencies\": {\n    \"chalk\": \"^4.0.0\",\n    \"lodash\": \"^4.17.0\"\n  },\n  \"devDependencies\": {\n    \"jest\": \"^27.0.0\",\n    \"vite\": \"^5.0.0\"\n  }\n}\n"
    ),
    Case(
      path: "pnpm-lock.yaml",
      base:
        "lockfileVersion: '6.0'\n\ndependencies:\n  chalk:\n    specifier: ^4.0.0\n    version: 4.1.0\n  lodash:\n    specifier: ^4.17.0\n    version: 4.17.20\n\npackages:\n\n  /chalk@4.1.0:\n    resolution: {integrity: sha512-AA}\n    dev: false\n\n  /lodash@4.17.20:\n    resolution: {integrity: sha512-BB}\n    dev: false\n",
      ours:
        "lockfileVersion: '6.0'\n\ndependencies:\n  chalk:\n    specifier: ^4.0.0\n    version: 4.1.0\n  lodash:\n    specifier: ^4.17.0\n    version: 4.17.21\n\npackages:\n\n  /chalk@4.1.0:\n    resolution: {integrity: sha512-AA}\n    dev: false\n\n  /lodash@4.17.21:\n    resolution: {integrity: sha512-CC}\n    dev: false\n",
      theirs:
        "lockfileVersion: '6.0'\n\ndependencies:\n  chalk:\n    specifier: ^4.0.0\n    version: 4.1.0\n  gulp:\n    specifier: ^1.0.0\n    version: 1.0.0\n  lodash:\n    specifier: ^4.17.0\n    version: 4.17.20\n\npackages:\n\n  /chalk@4.1.0:\n    resolution: {integrity: sha512-AA}\n    dev: false\n\n  /gulp@1.0.0:\n    resolution: {integrity: sha512-G}\n    dependencies:\n      lodash: 4.17.20\n    dev: false\n\n  /lodash@4.17.20:\n    resolution: {integrity: sha512-BB}\n    dev: false\n"
    ),
    Case(
      path: "pnpm-lock.yaml",
      base:
        "lockfileVersion: '9.0'\n\nimporters:\n\n  .:\n    dependencies:\n      lodash:\n        specifier: ^4.17.0\n        version: 4.17.20\n\npackages:\n\n  lodash@4.17.20:\n    resolution: {integrity: sha512-BB}\n\nsnapshots:\n\n  lodash@4.17.20: {}\n",
      ours:
        "lockfileVersion: '9.0'\n\nimporters:\n\n  .:\n    dependencies:\n      lodash:\n        specifier: ^4.17.0\n        version: 4.17.21\n\npackages:\n\n  lodash@4.17.21:\n    resolution: {integrity: sha512-CC}\n\nsnapshots:\n\n  lodash@4.17.21: {}\n",
      theirs:
        "lockfileVersion: '9.0'\n\nimporters:\n\n  .:\n    dependencies:\n      gulp:\n        specifier: ^1.0.0\n        version: 1.0.0\n      lodash:\n        specifier: ^4.17.0\n        version: 4.17.20\n\npackages:\n\n  gulp@1.0.0:\n    resolution: {integrity: sha512-G}\n\n  lodash@4.17.20:\n    resolution: {integrity: sha512-BB}\n\nsnapshots:\n\n  gulp@1.0.0:\n    dependencies:\n      lodash: 4.17.20\n\n  lodash@4.17.20: {}\n"
    ),
    Case(
      path: "Podfile.lock",
      base:
        "PODS:\n  - Alamofire (5.0.0)\n  - SnapKit (5.0.0)\n\nDEPENDENCIES:\n  - Alamofire (~> 5.0)\n  - SnapKit\n\nSPEC REPOS:\n  trunk:\n    - Alamofire\n    - SnapKit\n\nSPEC CHECKSUMS:\n  Alamofire: aaaa\n  SnapKit: bbbb\n\nPODFILE CHECKSUM: 1111\n\nCOCOAPODS: 1.10.0\n",
      ours:
        "PODS:\n  - Alamofire (5.0.0)\n\nDEPENDENCIES:\n  - Alamofire (~> 5.0)\n\nSPEC REPOS:\n  trunk:\n    - Alamofire\n\nSPEC CHECKSUMS:\n  Alamofire: aaaa\n\nPODFILE CHECKSUM: 1111\n\nCOCOAPODS: 1.10.0\n",
      theirs:
        "PODS:\n  - Alamofire (5.0.0)\n  - Other (1.0.0):\n    - SnapKit (= 5.0.0)\n  - SnapKit (5.0.0)\n\nDEPENDENCIES:\n  - Alamofire (~> 5.0)\n  - Other\n  - SnapKit\n\nSPEC REPOS:\n  trunk:\n    - Alamofire\n    - SnapKit\n\nSPEC CHECKSUMS:\n  Alamofire: aaaa\n  Other: oo\n  SnapKit: bbbb\n\nPODFILE CHECKSUM: 1111\n\nCOCOAPODS: 1.10.0\n"
    ),
    Case(
      path: "yarn.lock",
      base:
        "__metadata:\n  version: 6\n  cacheKey: 8\n\n\"a@npm:^1.0.0\":\n  version: 1.0.1\n  resolution: \"a@npm:1.0.1\"\n  checksum: aa\n  languageName: node\n  linkType: hard\n\n\"z@npm:^1.0.0\":\n  version: 1.0.1\n  resolution: \"z@npm:1.0.1\"\n  checksum: zz\n  languageName: node\n  linkType: hard\n",
      ours:
        "__metadata:\n  version: 6\n  cacheKey: 8\n\n\"a@npm:^1.0.0, a@npm:~1.0.1\":\n  version: 1.0.1\n  resolution: \"a@npm:1.0.1\"\n  checksum: aa\n  languageName: node\n  linkType: hard\n\n\"z@npm:^1.0.0\":\n  version: 1.0.1\n  resolution: \"z@npm:1.0.1\"\n  checksum: zz\n  languageName: node\n  linkType: hard\n",
      theirs:
        "__metadata:\n  version: 6\n  cacheKey: 8\n\n\"a@npm:^1.0.0\":\n  version: 1.2.0\n  resolution: \"a@npm:1.2.0\"\n  checksum: a2\n  languageName: node\n  linkType: hard\n\n\"z@npm:^1.0.0\":\n  version: 1.0.1\n  resolution: \"z@npm:1.0.1\"\n  checksum: zz\n  languageName: node\n  linkType: hard\n"
    ),
    Case(
      path: "yarn.lock",
      base:
        "# THIS IS AN AUTOGENERATED FILE. DO NOT EDIT THIS FILE DIRECTLY.\n# yarn lockfile v1\n\n\na@^1.0.0:\n  version \"1.0.1\"\n  resolved \"https://r/a-1.0.1.tgz#aa\"\n  integrity sha512-aa\n\nd@^2.0.0:\n  version \"2.0.0\"\n  resolved \"https://r/d-2.0.0.tgz#dd\"\n  integrity sha512-dd\n  dependencies:\n    a \"^1.0.0\"\n",
      ours:
        "# THIS IS AN AUTOGENERATED FILE. DO NOT EDIT THIS FILE DIRECTLY.\n# yarn lockfile v1\n\n\na@^1.0.0, a@~1.0.1:\n  version \"1.0.1\"\n  resolved \"https://r/a-1.0.1.tgz#aa\"\n  integrity sha512-aa\n\nd@^2.0.0:\n  version \"2.0.0\"\n  resolved \"https://r/d-2.0.0.tgz#dd\"\n  integrity sha512-dd\n  dependencies:\n    a \"^1.0.0\"\n",
      theirs:
        "# THIS IS AN AUTOGENERATED FILE. DO NOT EDIT THIS FILE DIRECTLY.\n# yarn lockfile v1\n\n\na@^1.0.0:\n  version \"1.2.0\"\n  resolved \"https://r/a-1.2.0.tgz#a3\"\n  integrity sha512-a3\n\nd@^2.0.0:\n  version \"2.0.0\"\n  resolved \"https://r/d-2.0.0.tgz#dd\"\n  integrity sha512-dd\n  dependencies:\n    a \"^1.0.0\"\n"
    ),
  ]
}
