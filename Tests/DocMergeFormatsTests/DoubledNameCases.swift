extension SilentFaultTests {
  /// Names that a result would define twice, and lists whose last item ends in another way.
  static let doubledNames = [
    Case(
      path: "a.adoc",
      base: "= T\n\n== Use\n\nPress.\n",
      ours: "= T\n\n== Use\n\nPress.\n\n== Install\n\nRun npm.\n",
      theirs: "= T\n\n== Use\n\nPress.\n\n== Install\n\nCopy it.\n"),
    Case(
      path: "a.txt",
      base: "curl=7.1\ngit=2.2\n",
      ours: "curl=7.1\ngit=2.2\nvim=8.1\n",
      theirs: "curl=7.1\ngit=2.2\nvim=9.0\n"),
    Case(
      path: "a.c",
      base: "void f(void)\n{\n\ta();\n\tb();\n\tc();\n\td();\n}\n",
      ours: "void f(void)\n{\n\tlock(&m);\n\ta();\n\tb();\n\tc();\n\td();\n}\n",
      theirs: "void f(void)\n{\n\ta();\n\tb();\n\tc();\n\tlock(&m);\n\td();\n}\n",
      right: [
        "void f(void)\n{\n\tlock(&m);\n\ta();\n\tb();\n\tc();\n\td();\n}\n",
        "void f(void)\n{\n\ta();\n\tb();\n\tc();\n\tlock(&m);\n\td();\n}\n",
      ]),
    Case(
      path: "a.txt",
      base: "1. etasje: Butikk\n2. etasje: Kontor\n",
      ours: "1. etasje: Butikk\n2. etasje: Kontor\n3. etasje: Lager\n",
      theirs: "1. etasje: Butikk\n2. etasje: Kontor\n3. etasje: Kafé\n"),
    Case(
      path: "a.md",
      base: "---\ntitle: X\ndate: 2024-01-01\n---\nText\n",
      ours: "---\nlayout: post\ntitle: X\ndate: 2024-01-01\n---\nText\n",
      theirs: "---\ntitle: X\ndate: 2024-01-01\nlayout: page\n---\nText\n"),
    Case(
      path: "a.rb",
      base: "gem \"a\", \"1\"\ngem \"b\", \"1\"\ngem \"c\", \"1\"\n",
      ours: "gem \"puma\", \"5.0\"\ngem \"a\", \"1\"\ngem \"b\", \"1\"\ngem \"c\", \"1\"\n",
      theirs: "gem \"a\", \"1\"\ngem \"b\", \"1\"\ngem \"c\", \"1\"\ngem \"puma\", \"6.1\"\n"),
    Case(
      path: "a.go",
      base: "import (\n\t\"a\"\n)\n",
      ours: "import (\n\t\"a\"\n\tlog \"x.io/logrus\"\n)\n",
      theirs: "import (\n\t\"a\"\n\tlog \"y.io/zap\"\n)\n"),
    Case(
      path: "a.graphql",
      base: "type M {\n  x: Int\n  y: Int\n  z: Int\n}\n",
      ours: "type M {\n  add(a: Int): Int\n  x: Int\n  y: Int\n  z: Int\n}\n",
      theirs: "type M {\n  x: Int\n  y: Int\n  z: Int\n  add(a: Int, b: Int): Int\n}\n"),
    Case(
      path: "a.graphql",
      base: "type Q {\n  a: Int\n  b: Int\n  c: Int\n}\n",
      ours: "type Q {\n  user: User\n  a: Int\n  b: Int\n  c: Int\n}\n",
      theirs: "type Q {\n  a: Int\n  b: Int\n  c: Int\n  user(id: ID!): User\n}\n"),
    Case(
      path: "a.java",
      base: "import java.util.Map;\n\nclass A {}\n",
      ours: "import java.util.Map;\nimport java.util.List;\n\nclass A {}\n",
      theirs: "import java.util.Map;\nimport java.awt.List;\n\nclass A {}\n"),
    Case(
      path: "a.js",
      base: "import a from \"a\";\nimport b from \"b\";\nimport c from \"c\";\n\na(b, c);\n",
      ours:
        "import log from \"winston\";\nimport a from \"a\";\nimport b from \"b\";\nimport c from \"c\";\n\na(b, c);\n",
      theirs:
        "import a from \"a\";\nimport b from \"b\";\nimport c from \"c\";\nimport log from \"pino\";\n\na(b, c);\n"
    ),
    Case(
      path: "a.lock",
      base:
        "version = 3\n\n[[package]]\nname = \"aaa\"\nversion = \"1\"\n\n[[package]]\nname = \"app\"\nversion = \"1\"\ndependencies = [\n \"aaa\",\n]\n\n[[package]]\nname = \"bbb\"\nversion = \"1\"\n\n[[package]]\nname = \"zzz\"\nversion = \"1\"\n",
      ours:
        "version = 3\n\n[[package]]\nname = \"aaa\"\nversion = \"1\"\n\n[[package]]\nname = \"app\"\nversion = \"1\"\ndependencies = [\n \"aaa\",\n]\n\n[[package]]\nname = \"zzz\"\nversion = \"1\"\n",
      theirs:
        "version = 3\n\n[[package]]\nname = \"aaa\"\nversion = \"1\"\n\n[[package]]\nname = \"app\"\nversion = \"1\"\ndependencies = [\n \"aaa\",\n \"bbb\",\n]\n\n[[package]]\nname = \"bbb\"\nversion = \"1\"\n\n[[package]]\nname = \"zzz\"\nversion = \"1\"\n"
    ),
    Case(
      path: "a.lock",
      base:
        "a@^1.0.0:\n  version \"1.0.0\"\n  resolved \"https://r/a-1.0.0.tgz#aaa\"\n\nz@^1.0.0:\n  version \"1.9.0\"\n",
      ours:
        "a@^1.0.0:\n  version \"1.1.0\"\n  resolved \"https://r/a-1.0.0.tgz#aaa\"\n\nz@^1.0.0:\n  version \"1.9.0\"\n",
      theirs:
        "a@^1.0.0:\n  version \"1.0.0\"\n  resolved \"https://r/a-1.2.0.tgz#ccc\"\n\nz@^1.0.0:\n  version \"1.9.0\"\n"
    ),
    Case(
      path: "a.md",
      base: "Tea.[^1]\n\n\nJam.\n\nRye.\n\n",
      ours: "Tea.[^1]\n\n[^1]: Hot.\n\nJam.\n\nRye.\n\n",
      theirs: "Tea.[^1]\n\n\nJam.\n\nRye.\n\n[^1]: Cold.\n"),
    Case(
      path: "a.md",
      base: "# Guide\n\n## Use\n\nPress start.\n",
      ours: "# Guide\n\n## Use\n\nPress start.\n\n## Install\n\nRun npm install.\n",
      theirs: "# Guide\n\n## Use\n\nPress start.\n\n## Install\n\nCopy the file.\n"),
    Case(
      path: "a.md",
      base: "Text about [a].\n\nMore text.\n\n[a]: http://a\n[b]: http://b\n",
      ours: "Text about [a].\n\nMore text.\n\n[a]: http://a\n",
      theirs: "Text about [a].\n\nSee also [b].\n\nMore text.\n\n[a]: http://a\n[b]: http://b\n"),
    Case(
      path: "a.py",
      base: "import os\nimport re\nimport sys\n",
      ours: "from a import log\nimport os\nimport re\nimport sys\n",
      theirs: "import os\nimport re\nimport sys\nfrom b import log\n"),
    Case(
      path: "a.py",
      base: "x = a, \\\n    b\nprint(x)\n",
      ours: "x = a, \\\n    b, \\\n    c\nprint(x)\n",
      theirs: "x = a, \\\n    b, \\\n    d\nprint(x)\n",
      right: [
        "x = a, \\\n    b, \\\n    c, \\\n    d\nprint(x)\n",
        "x = a, \\\n    b, \\\n    d, \\\n    c\nprint(x)\n",
      ]),
    Case(
      path: "a.txt",
      base: "click==8.0\nflask==2.0\nnumpy==1.0\n",
      ours: "rich==10.1\nclick==8.0\nflask==2.0\nnumpy==1.0\n",
      theirs: "click==8.0\nflask==2.0\nnumpy==1.0\nrich==13.0\n"),
    Case(
      path: "a.rs",
      base: "use x::X;\nuse y::Y;\nuse z::Z;\n",
      ours: "use a::Log;\nuse x::X;\nuse y::Y;\nuse z::Z;\n",
      theirs: "use x::X;\nuse y::Y;\nuse z::Z;\nuse b::Log;\n"),
    Case(
      path: "a.rst",
      base: ".. _a: http://a\n.. _z: http://z\n\nOne.\n\nTwo.\n",
      ours: ".. _z: http://z\n\nOne.\n\nTwo.\n",
      theirs: ".. _a: http://a\n.. _z: http://z\n\nOne.\n\nGo to a_.\nTwo.\n"),
    Case(
      path: "a.sh",
      base: "#!/bin/sh\nstart a\nstart b\nstart c\nstop\n",
      ours: "#!/bin/sh\numask 022\nstart a\nstart b\nstart c\nstop\n",
      theirs: "#!/bin/sh\nstart a\nstart b\nstart c\numask 022\nstop\n",
      right: [
        "#!/bin/sh\numask 022\nstart a\nstart b\nstart c\nstop\n",
        "#!/bin/sh\nstart a\nstart b\nstart c\numask 022\nstop\n",
      ]),
    Case(
      path: "a.sh",
      base: "set -e\necho one\necho two\nmake\n",
      ours: "set -e\ncd /srv/app\necho one\necho two\nmake\n",
      theirs: "set -e\necho one\necho two\ncd /srv/app\nmake\n",
      right: [
        "set -e\ncd /srv/app\necho one\necho two\nmake\n",
        "set -e\necho one\necho two\ncd /srv/app\nmake\n",
      ]),
    Case(
      path: "a.conf",
      base: "User_Alias ADMINS = alice, \\\n                    bob\n\nADMINS ALL=(ALL) ALL\n",
      ours:
        "User_Alias ADMINS = alice, \\\n                    bob, \\\n                    carol\n\nADMINS ALL=(ALL) ALL\n",
      theirs:
        "User_Alias ADMINS = alice, \\\n                    bob, \\\n                    dave\n\nADMINS ALL=(ALL) ALL\n",
      right: [
        "User_Alias ADMINS = alice, \\\n                    bob, \\\n                    carol, \\\n                    dave\n\nADMINS ALL=(ALL) ALL\n",
        "User_Alias ADMINS = alice, \\\n                    bob, \\\n                    dave, \\\n                    carol\n\nADMINS ALL=(ALL) ALL\n",
      ]),
    Case(
      path: "a.swift",
      base: "func f() {\n  guard let a = a,\n        let b = b else { return }\n  go(a, b)\n}\n",
      ours:
        "func f() {\n  guard let a = a,\n        let b = b,\n        a > 0 else { return }\n  go(a, b)\n}\n",
      theirs:
        "func f() {\n  guard let a = a,\n        let b = b,\n        !b.isEmpty else { return }\n  go(a, b)\n}\n",
      right: [
        "func f() {\n  guard let a = a,\n        let b = b,\n        a > 0,\n        !b.isEmpty else { return }\n  go(a, b)\n}\n",
        "func f() {\n  guard let a = a,\n        let b = b,\n        !b.isEmpty,\n        a > 0 else { return }\n  go(a, b)\n}\n",
      ]),
    Case(
      path: "a.txt",
      base: "It starts at half past three on Friday.\n",
      ours: "It starts at half past four on Friday.\n",
      theirs: "It starts at quarter past three on Friday.\n"),
    Case(
      path: "a.ts",
      base: "import x from \"x\";\nimport y from \"y\";\nimport z from \"z\";\n",
      ours:
        "import { log } from \"./a\";\nimport x from \"x\";\nimport y from \"y\";\nimport z from \"z\";\n",
      theirs:
        "import x from \"x\";\nimport y from \"y\";\nimport z from \"z\";\nimport { log } from \"./b\";\n"
    ),
    Case(
      path: "a.txt",
      base: "Pay by:\n- card,\n- cash, or\n- cheque.\n",
      ours: "Pay by:\n- card,\n- cash,\n- cheque, or\n- gift card.\n",
      theirs: "Pay by:\n- card,\n- cash,\n- cheque, or\n- invoice.\n"),
    Case(
      path: "a.lock",
      base:
        "b@^1.0.0:\n  version \"1.0.1\"\n\nm@^1.0.0:\n  version \"1.1.0\"\n\nz@^1.0.0:\n  version \"1.9.0\"\n",
      ours: "m@^1.0.0:\n  version \"1.1.0\"\n\nz@^1.0.0:\n  version \"1.9.0\"\n",
      theirs:
        "b@^1.0.0:\n  version \"1.0.1\"\n\nm@^1.0.0:\n  version \"1.1.0\"\n\nz@^1.0.0:\n  version \"1.9.0\"\n  dependencies:\n    b \"^1.0.0\"\n"
    ),
    Case(
      path: "a.lock",
      base:
        "a@^1.0.0:\n  version \"1.0.0\"\n  resolved \"https://r/a-1.0.0.tgz#aaa\"\n  integrity sha512-x\n",
      ours:
        "a@^1.0.0:\n  version \"1.0.0\"\n  resolved \"https://mirror/a-1.0.0.tgz#aaa\"\n  integrity sha512-x\n",
      theirs:
        "a@^1.0.0:\n  version \"1.2.0\"\n  resolved \"https://r/a-1.0.0.tgz#aaa\"\n  integrity sha512-x\n"
    ),
  ]
}
