import DocMergeCore
import DocMergeFormats
import Testing

/// Merges that are right although a name, a package or an id seems to be used or there twice.
struct NamePrecisionTests {
  @Test(arguments: right)
  func `a right merge stays clean`(merge: SilentFaultTests.Case) throws {
    for policy in [MergePolicy.strict, .balanced] {
      let merged = try merged(merge.path, merge.base, merge.ours, merge.theirs, policy)
      #expect(text(merged) == merge.right.first)
    }
  }

  static let right: [SilentFaultTests.Case] = [
    .init(
      path: "f.py",
      base:
        "import os\n\n\ndef a():\n    total = 1\n    return total\n\n\ndef mid():\n    return 5\n\n\ndef z(x):\n    return x\n",
      ours:
        "import os\n\n\ndef a():\n    amount = 1\n    return amount\n\n\ndef mid():\n    return 5\n\n\ndef z(x):\n    return x\n",
      theirs:
        "import os\n\n\ndef a():\n    total = 1\n    return total\n\n\ndef mid():\n    return 5\n\n\ndef z(x):\n    with open(x) as total:\n        return total.read()\n",
      right: [
        "import os\n\n\ndef a():\n    amount = 1\n    return amount\n\n\ndef mid():\n    return 5\n\n\ndef z(x):\n    with open(x) as total:\n        return total.read()\n"
      ]),
    .init(
      path: "f.swift",
      base:
        "import Foundation\n\nfunc a() -> Int {\n  let total = 1\n  return total\n}\n\nfunc mid() -> Int {\n  let k = 5\n  return k\n}\n\nfunc z(_ x: X) -> Int {\n  return x.one\n}\n",
      ours:
        "import Foundation\n\nfunc a() -> Int {\n  let amount = 1\n  return amount\n}\n\nfunc mid() -> Int {\n  let k = 5\n  return k\n}\n\nfunc z(_ x: X) -> Int {\n  return x.one\n}\n",
      theirs:
        "import Foundation\n\nfunc a() -> Int {\n  let total = 1\n  return total\n}\n\nfunc mid() -> Int {\n  let k = 5\n  return k\n}\n\nfunc z(_ x: X) -> Int {\n  if let total = x.total { return total }\n  return x.one\n}\n",
      right: [
        "import Foundation\n\nfunc a() -> Int {\n  let amount = 1\n  return amount\n}\n\nfunc mid() -> Int {\n  let k = 5\n  return k\n}\n\nfunc z(_ x: X) -> Int {\n  if let total = x.total { return total }\n  return x.one\n}\n"
      ]),
    .init(
      path: "f.js",
      base:
        "\"use strict\";\n\nfunction a() {\n  const total = 1;\n  return total;\n}\n\nfunction mid() {\n  const k = 5;\n  return k;\n}\n\nfunction z(x) {\n  return x;\n}\n",
      ours:
        "\"use strict\";\n\nfunction a() {\n  const amount = 1;\n  return amount;\n}\n\nfunction mid() {\n  const k = 5;\n  return k;\n}\n\nfunction z(x) {\n  return x;\n}\n",
      theirs:
        "\"use strict\";\n\nfunction a() {\n  const total = 1;\n  return total;\n}\n\nfunction mid() {\n  const k = 5;\n  return k;\n}\n\nfunction z(x) {\n  const { first, total } = x;\n  print(first, total);\n  return x;\n}\n",
      right: [
        "\"use strict\";\n\nfunction a() {\n  const amount = 1;\n  return amount;\n}\n\nfunction mid() {\n  const k = 5;\n  return k;\n}\n\nfunction z(x) {\n  const { first, total } = x;\n  print(first, total);\n  return x;\n}\n"
      ]),
    .init(
      path: "f.ts",
      base:
        "\"use strict\";\n\nfunction a() {\n  const total = 1;\n  return total;\n}\n\nfunction mid() {\n  const k = 5;\n  return k;\n}\n\nfunction z(x) {\n  return x;\n}\n",
      ours:
        "\"use strict\";\n\nfunction a() {\n  const amount = 1;\n  return amount;\n}\n\nfunction mid() {\n  const k = 5;\n  return k;\n}\n\nfunction z(x) {\n  return x;\n}\n",
      theirs:
        "\"use strict\";\n\nfunction a() {\n  const total = 1;\n  return total;\n}\n\nfunction mid() {\n  const k = 5;\n  return k;\n}\n\nfunction z(x) {\n  return x;\n}\n\ninterface K {\n  total: number;\n}\n",
      right: [
        "\"use strict\";\n\nfunction a() {\n  const amount = 1;\n  return amount;\n}\n\nfunction mid() {\n  const k = 5;\n  return k;\n}\n\nfunction z(x) {\n  return x;\n}\n\ninterface K {\n  total: number;\n}\n"
      ]),
    .init(
      path: "f.tsx",
      base:
        "import React from \"react\";\n\nfunction a() {\n  const total = 1;\n  return total;\n}\n\nfunction mid() {\n  const k = 5;\n  return k;\n}\n\nfunction z(x) {\n  return x;\n}\n",
      ours:
        "import React from \"react\";\n\nfunction a() {\n  const amount = 1;\n  return amount;\n}\n\nfunction mid() {\n  const k = 5;\n  return k;\n}\n\nfunction z(x) {\n  return x;\n}\n",
      theirs:
        "import React from \"react\";\n\nfunction a() {\n  const total = 1;\n  return total;\n}\n\nfunction mid() {\n  const k = 5;\n  return k;\n}\n\nexport const Z = ({\n  x,\n  total,\n}: Props) => {\n  return <Row total={total} />;\n};\n",
      right: [
        "import React from \"react\";\n\nfunction a() {\n  const amount = 1;\n  return amount;\n}\n\nfunction mid() {\n  const k = 5;\n  return k;\n}\n\nexport const Z = ({\n  x,\n  total,\n}: Props) => {\n  return <Row total={total} />;\n};\n"
      ]),
    .init(
      path: "f.go",
      base:
        "package p\n\nfunc a() int {\n\ttotal := 1\n\treturn total\n}\n\nfunc mid() int {\n\tk := 5\n\treturn k\n}\n\nfunc z(x X) int {\n\treturn x.One\n}\n",
      ours:
        "package p\n\nfunc a() int {\n\tamount := 1\n\treturn amount\n}\n\nfunc mid() int {\n\tk := 5\n\treturn k\n}\n\nfunc z(x X) int {\n\treturn x.One\n}\n",
      theirs:
        "package p\n\nfunc a() int {\n\ttotal := 1\n\treturn total\n}\n\nfunc mid() int {\n\tk := 5\n\treturn k\n}\n\nfunc z(x X) int {\n\ttotal := x.F()\n\tprint(total)\n\treturn x.One\n}\n",
      right: [
        "package p\n\nfunc a() int {\n\tamount := 1\n\treturn amount\n}\n\nfunc mid() int {\n\tk := 5\n\treturn k\n}\n\nfunc z(x X) int {\n\ttotal := x.F()\n\tprint(total)\n\treturn x.One\n}\n"
      ]),
    .init(
      path: "f.rs",
      base:
        "use std::fs;\n\nfn a() -> u32 {\n    let total = 1;\n    total\n}\n\nfn mid() -> u32 {\n    let k = 5;\n    k\n}\n\nfn z(x: X) -> u32 {\n    x.one\n}\n",
      ours:
        "use std::fs;\n\nfn a() -> u32 {\n    let amount = 1;\n    amount\n}\n\nfn mid() -> u32 {\n    let k = 5;\n    k\n}\n\nfn z(x: X) -> u32 {\n    x.one\n}\n",
      theirs:
        "use std::fs;\n\nfn a() -> u32 {\n    let total = 1;\n    total\n}\n\nfn mid() -> u32 {\n    let k = 5;\n    k\n}\n\nfn z(x: X) -> u32 {\n    if let Some(total) = x.f() {\n        p(total);\n    }\n    x.one\n}\n",
      right: [
        "use std::fs;\n\nfn a() -> u32 {\n    let amount = 1;\n    amount\n}\n\nfn mid() -> u32 {\n    let k = 5;\n    k\n}\n\nfn z(x: X) -> u32 {\n    if let Some(total) = x.f() {\n        p(total);\n    }\n    x.one\n}\n"
      ]),
    .init(
      path: "f.kt",
      base:
        "package p\n\nfun a(): Int {\n    val total = 1\n    return total\n}\n\nfun mid(): Int {\n    val k = 5\n    return k\n}\n\nfun z(x: X): Int {\n    return x.one\n}\n",
      ours:
        "package p\n\nfun a(): Int {\n    val amount = 1\n    return amount\n}\n\nfun mid(): Int {\n    val k = 5\n    return k\n}\n\nfun z(x: X): Int {\n    return x.one\n}\n",
      theirs:
        "package p\n\nfun a(): Int {\n    val total = 1\n    return total\n}\n\nfun mid(): Int {\n    val k = 5\n    return k\n}\n\nfun z(x: X): Int {\n    val (first, total) = x.f()\n    p(first, total)\n    return x.one\n}\n",
      right: [
        "package p\n\nfun a(): Int {\n    val amount = 1\n    return amount\n}\n\nfun mid(): Int {\n    val k = 5\n    return k\n}\n\nfun z(x: X): Int {\n    val (first, total) = x.f()\n    p(first, total)\n    return x.one\n}\n"
      ]),
    .init(
      path: "f.c",
      base:
        "#include <stdio.h>\n\nint a(void)\n{\n\tint total = 1;\n\treturn total;\n}\n\nint mid(void)\n{\n\tint k = 5;\n\treturn k;\n}\n\nint z(struct x *x)\n{\n\treturn x->one;\n}\n",
      ours:
        "#include <stdio.h>\n\nint a(void)\n{\n\tint amount = 1;\n\treturn amount;\n}\n\nint mid(void)\n{\n\tint k = 5;\n\treturn k;\n}\n\nint z(struct x *x)\n{\n\treturn x->one;\n}\n",
      theirs:
        "#include <stdio.h>\n\nint a(void)\n{\n\tint total = 1;\n\treturn total;\n}\n\nint mid(void)\n{\n\tint k = 5;\n\treturn k;\n}\n\nint z(struct x *x)\n{\n\tint total;\n\tf(&total);\n\treturn x->one;\n}\n",
      right: [
        "#include <stdio.h>\n\nint a(void)\n{\n\tint amount = 1;\n\treturn amount;\n}\n\nint mid(void)\n{\n\tint k = 5;\n\treturn k;\n}\n\nint z(struct x *x)\n{\n\tint total;\n\tf(&total);\n\treturn x->one;\n}\n"
      ]),
    .init(
      path: "f.sh",
      base:
        "#!/bin/sh\n\na() {\n  total=1\n  echo \"$total\"\n}\n\nmid() {\n  k=5\n  echo $k\n}\n\nz() {\n  echo \"$1\"\n}\n",
      ours:
        "#!/bin/sh\n\na() {\n  amount=1\n  echo \"$amount\"\n}\n\nmid() {\n  k=5\n  echo $k\n}\n\nz() {\n  echo \"$1\"\n}\n",
      theirs:
        "#!/bin/sh\n\na() {\n  total=1\n  echo \"$total\"\n}\n\nmid() {\n  k=5\n  echo $k\n}\n\nz() {\n  read -r total\n  echo $total\n}\n",
      right: [
        "#!/bin/sh\n\na() {\n  amount=1\n  echo \"$amount\"\n}\n\nmid() {\n  k=5\n  echo $k\n}\n\nz() {\n  read -r total\n  echo $total\n}\n"
      ]),
    .init(
      path: "f.rb",
      base:
        "require \"x\"\n\ndef a\n  total = 1\n  total\nend\n\ndef mid\n  k = 5\n  k\nend\n\ndef z(x)\n  x\nend\n",
      ours:
        "require \"x\"\n\ndef a\n  amount = 1\n  amount\nend\n\ndef mid\n  k = 5\n  k\nend\n\ndef z(x)\n  x\nend\n",
      theirs:
        "require \"x\"\n\ndef a\n  total = 1\n  total\nend\n\ndef mid\n  k = 5\n  k\nend\n\ndef z(x)\n  x.map { |total| total + 1 }\nend\n",
      right: [
        "require \"x\"\n\ndef a\n  amount = 1\n  amount\nend\n\ndef mid\n  k = 5\n  k\nend\n\ndef z(x)\n  x.map { |total| total + 1 }\nend\n"
      ]),
    .init(
      path: "f.php",
      base:
        "<?php\n\nfunction a() {\n  $total = 1;\n  return $total;\n}\n\nfunction mid() {\n  $k = 5;\n  return $k;\n}\n\nfunction z($x) {\n  return $x;\n}\n",
      ours:
        "<?php\n\nfunction a() {\n  $amount = 1;\n  return $amount;\n}\n\nfunction mid() {\n  $k = 5;\n  return $k;\n}\n\nfunction z($x) {\n  return $x;\n}\n",
      theirs:
        "<?php\n\nfunction a() {\n  $total = 1;\n  return $total;\n}\n\nfunction mid() {\n  $k = 5;\n  return $k;\n}\n\nfunction z($x) {\n  list($a, $total) = $x;\n  return $total;\n}\n",
      right: [
        "<?php\n\nfunction a() {\n  $amount = 1;\n  return $amount;\n}\n\nfunction mid() {\n  $k = 5;\n  return $k;\n}\n\nfunction z($x) {\n  list($a, $total) = $x;\n  return $total;\n}\n"
      ]),
    .init(
      path: "f.js",
      base: "const o = {\n  a: 1,\n  b: 2,\n  c: 3,\n  d: 4,\n  z: 9,\n};\n",
      ours:
        "const o = {\n  a: 1,\n  get k() { return 1; },\n  b: 2,\n  c: 3,\n  d: 4,\n  z: 9,\n};\n",
      theirs:
        "const o = {\n  a: 1,\n  b: 2,\n  c: 3,\n  d: 4,\n  set k(v) { this.q = v; },\n  z: 9,\n};\n",
      right: [
        "const o = {\n  a: 1,\n  get k() { return 1; },\n  b: 2,\n  c: 3,\n  d: 4,\n  set k(v) { this.q = v; },\n  z: 9,\n};\n"
      ]),
    .init(
      path: "f.py",
      base:
        "H = [\n    (\"a\", 1),\n    (\"b\", 2),\n    (\"c\", 3),\n    (\"d\", 4),\n    (\"z\", 9),\n]\n",
      ours:
        "H = [\n    (\"a\", 1),\n    (\"k\", 1),\n    (\"b\", 2),\n    (\"c\", 3),\n    (\"d\", 4),\n    (\"z\", 9),\n]\n",
      theirs:
        "H = [\n    (\"a\", 1),\n    (\"b\", 2),\n    (\"c\", 3),\n    (\"d\", 4),\n    (\"k\", 2),\n    (\"z\", 9),\n]\n",
      right: [
        "H = [\n    (\"a\", 1),\n    (\"k\", 1),\n    (\"b\", 2),\n    (\"c\", 3),\n    (\"d\", 4),\n    (\"k\", 2),\n    (\"z\", 9),\n]\n"
      ]),
    .init(
      path: "f.rs",
      base:
        "fn f(x: T) -> u8 {\n    match x {\n        T::A => 1,\n        T::B => 2,\n        T::C => 3,\n        T::D => 4,\n        _ => 9,\n    }\n}\n",
      ours:
        "fn f(x: T) -> u8 {\n    match x {\n        T::A => 1,\n        T::K if cond() => 5,\n        T::B => 2,\n        T::C => 3,\n        T::D => 4,\n        _ => 9,\n    }\n}\n",
      theirs:
        "fn f(x: T) -> u8 {\n    match x {\n        T::A => 1,\n        T::B => 2,\n        T::C => 3,\n        T::D => 4,\n        T::K => 6,\n        _ => 9,\n    }\n}\n",
      right: [
        "fn f(x: T) -> u8 {\n    match x {\n        T::A => 1,\n        T::K if cond() => 5,\n        T::B => 2,\n        T::C => 3,\n        T::D => 4,\n        T::K => 6,\n        _ => 9,\n    }\n}\n"
      ]),
    .init(
      path: "f.rs",
      base:
        "fn f(x: T) -> u8 {\n    match x {\n        T::A => 1,\n        T::B => 2,\n        T::C => 3,\n        T::D => 4,\n        _ => 9,\n    }\n}\n",
      ours:
        "fn f(x: T) -> u8 {\n    match x {\n        T::A => 1,\n        T::K(1) => 5,\n        T::B => 2,\n        T::C => 3,\n        T::D => 4,\n        _ => 9,\n    }\n}\n",
      theirs:
        "fn f(x: T) -> u8 {\n    match x {\n        T::A => 1,\n        T::B => 2,\n        T::C => 3,\n        T::D => 4,\n        T::K(2) => 6,\n        _ => 9,\n    }\n}\n",
      right: [
        "fn f(x: T) -> u8 {\n    match x {\n        T::A => 1,\n        T::K(1) => 5,\n        T::B => 2,\n        T::C => 3,\n        T::D => 4,\n        T::K(2) => 6,\n        _ => 9,\n    }\n}\n"
      ]),
    .init(
      path: "f.c",
      base: "struct s v = {\n\t.a = 1,\n\t.b = 2,\n\t.c = 3,\n\t.d = 4,\n\t.z = 9,\n};\n",
      ours:
        "struct s v = {\n\t.a = 1,\n#ifdef X\n\t.k = 1,\n#endif\n\t.b = 2,\n\t.c = 3,\n\t.d = 4,\n\t.z = 9,\n};\n",
      theirs:
        "struct s v = {\n\t.a = 1,\n\t.b = 2,\n\t.c = 3,\n\t.d = 4,\n#ifndef X\n\t.k = 2,\n#endif\n\t.z = 9,\n};\n",
      right: [
        "struct s v = {\n\t.a = 1,\n#ifdef X\n\t.k = 1,\n#endif\n\t.b = 2,\n\t.c = 3,\n\t.d = 4,\n#ifndef X\n\t.k = 2,\n#endif\n\t.z = 9,\n};\n"
      ]),
    .init(
      path: "f.sh",
      base: "FOO=1\necho ${FOO}\n# m0\n\n# m1\n\n# m2\n\n# m3\n\nb() {\n  :\n}\n",
      ours: "echo 1\n# m0\n\n# m1\n\n# m2\n\n# m3\n\nb() {\n  :\n}\n",
      theirs:
        "FOO=1\necho ${FOO}\n# m0\n\n# m1\n\n# m2\n\n# m3\n\nb() {\n  FOO=2\n  echo ${FOO}\n}\n",
      right: ["echo 1\n# m0\n\n# m1\n\n# m2\n\n# m3\n\nb() {\n  FOO=2\n  echo ${FOO}\n}\n"]),
    .init(
      path: "f.sh",
      base: "FOO=1\necho ${FOO}\n# m0\n\n# m1\n\n# m2\n\n# m3\n\nb() {\n  :\n}\n",
      ours: "echo 1\n# m0\n\n# m1\n\n# m2\n\n# m3\n\nb() {\n  :\n}\n",
      theirs: "FOO=1\necho ${FOO}\n# m0\n\n# m1\n\n# m2\n\n# m3\n\nb() {\n  echo ${FOO:-none}\n}\n",
      right: ["echo 1\n# m0\n\n# m1\n\n# m2\n\n# m3\n\nb() {\n  echo ${FOO:-none}\n}\n"]),
    .init(
      path: "f.css",
      base:
        ":root {\n  --fg: red;\n}\n\n.m { top: 0; }\n\n.n { top: 0; }\n\n.o { top: 0; }\n\n.z { top: 1px; }\n",
      ours:
        ":root {\n}\n\n.m { top: 0; }\n\n.n { top: 0; }\n\n.o { top: 0; }\n\n.z { top: 1px; }\n",
      theirs:
        ":root {\n  --fg: red;\n}\n\n.m { top: 0; }\n\n.n { top: 0; }\n\n.o { top: 0; }\n\n.z { top: 1px; color: var(--fg, blue); }\n",
      right: [
        ":root {\n}\n\n.m { top: 0; }\n\n.n { top: 0; }\n\n.o { top: 0; }\n\n.z { top: 1px; color: var(--fg, blue); }\n"
      ]),
    .init(
      path: "f.css",
      base:
        ".a {\n  --fg: red;\n}\n\n.m { top: 0; }\n\n.n { top: 0; }\n\n.o { top: 0; }\n\n.z { top: 1px; }\n",
      ours: ".a {\n}\n\n.m { top: 0; }\n\n.n { top: 0; }\n\n.o { top: 0; }\n\n.z { top: 1px; }\n",
      theirs:
        ".a {\n  --fg: red;\n}\n\n.m { top: 0; }\n\n.n { top: 0; }\n\n.o { top: 0; }\n\n.z { top: 1px; --fg: blue; color: var(--fg); }\n",
      right: [
        ".a {\n}\n\n.m { top: 0; }\n\n.n { top: 0; }\n\n.o { top: 0; }\n\n.z { top: 1px; --fg: blue; color: var(--fg); }\n"
      ]),
    .init(
      path: "w.yml",
      base:
        "jobs:\n  a:\n    env:\n      TAG: x\n    steps:\n      - run: a\n  b:\n    steps:\n      - run: b\n      - run: c\n      - run: d\n",
      ours:
        "jobs:\n  a:\n    steps:\n      - run: a\n  b:\n    steps:\n      - run: b\n      - run: c\n      - run: d\n",
      theirs:
        "jobs:\n  a:\n    env:\n      TAG: x\n    steps:\n      - run: a\n  b:\n    steps:\n      - run: b\n      - run: c\n      - run: d ${TAG:-latest}\n",
      right: [
        "jobs:\n  a:\n    steps:\n      - run: a\n  b:\n    steps:\n      - run: b\n      - run: c\n      - run: d ${TAG:-latest}\n"
      ]),
    .init(
      path: "Gemfile",
      base: "source 'x'\ngem 'a'\nif x\ngem 'b'\nelse\ngem 'z'\nend\n",
      ours: "source 'x'\ngem 'a'\nif x\n  gem 'k', '1'\ngem 'b'\nelse\ngem 'z'\nend\n",
      theirs: "source 'x'\ngem 'a'\nif x\ngem 'b'\nelse\n  gem 'k', '2'\ngem 'z'\nend\n",
      right: [
        "source 'x'\ngem 'a'\nif x\n  gem 'k', '1'\ngem 'b'\nelse\n  gem 'k', '2'\ngem 'z'\nend\n"
      ]),
    .init(
      path: "build.gradle",
      base:
        "dependencies {\n  implementation 'a:a:1'\n  implementation 'b:b:1'\n}\nproject(':q') {\n  dependencies {\n    implementation 'z:z:1'\n  }\n}\n",
      ours:
        "dependencies {\n  implementation 'a:a:1'\n  implementation 'k:k:1'\n  implementation 'b:b:1'\n}\nproject(':q') {\n  dependencies {\n    implementation 'z:z:1'\n  }\n}\n",
      theirs:
        "dependencies {\n  implementation 'a:a:1'\n  implementation 'b:b:1'\n}\nproject(':q') {\n  dependencies {\n    implementation 'k:k:1'\n    implementation 'z:z:1'\n  }\n}\n",
      right: [
        "dependencies {\n  implementation 'a:a:1'\n  implementation 'k:k:1'\n  implementation 'b:b:1'\n}\nproject(':q') {\n  dependencies {\n    implementation 'k:k:1'\n    implementation 'z:z:1'\n  }\n}\n"
      ]),
    .init(
      path: "build.gradle",
      base:
        "dependencies {\n  implementation 'a:a:1'\n  constraints {\n    implementation 'z:z:1'\n  }\n}\n",
      ours:
        "dependencies {\n  implementation 'a:a:1'\n  implementation 'k:k:1'\n  constraints {\n    implementation 'z:z:1'\n  }\n}\n",
      theirs:
        "dependencies {\n  implementation 'a:a:1'\n  constraints {\n    implementation 'k:k:1'\n    implementation 'z:z:1'\n  }\n}\n",
      right: [
        "dependencies {\n  implementation 'a:a:1'\n  implementation 'k:k:1'\n  constraints {\n    implementation 'k:k:1'\n    implementation 'z:z:1'\n  }\n}\n"
      ]),
    .init(
      path: "build.gradle.kts",
      base:
        "kotlin {\n  sourceSets {\n    val a by getting {\n      dependencies {\n      }\n    }\n    val b by getting {\n      dependencies {\n      }\n    }\n  }\n}\n",
      ours:
        "kotlin {\n  sourceSets {\n    val a by getting {\n      dependencies {\n        implementation(\"k:k:1\")\n      }\n    }\n    val b by getting {\n      dependencies {\n      }\n    }\n  }\n}\n",
      theirs:
        "kotlin {\n  sourceSets {\n    val a by getting {\n      dependencies {\n      }\n    }\n    val b by getting {\n      dependencies {\n        implementation(\"k:k:1\")\n      }\n    }\n  }\n}\n",
      right: [
        "kotlin {\n  sourceSets {\n    val a by getting {\n      dependencies {\n        implementation(\"k:k:1\")\n      }\n    }\n    val b by getting {\n      dependencies {\n        implementation(\"k:k:1\")\n      }\n    }\n  }\n}\n"
      ]),
    .init(
      path: "x.csv",
      base: "city,code\nBonn,DE\nLyon,FR\nRome,IT\nGraz,AT\nOslo,NO\nBern,CH\n",
      ours: "city,code\nBonn,DE\nKyoto,JP\nLyon,FR\nRome,IT\nGraz,AT\nOslo,NO\nBern,CH\n",
      theirs: "city,code\nBonn,DE\nLyon,FR\nRome,IT\nGraz,AT\nOslo,NO\nOsaka,JP\nBern,CH\n",
      right: [
        "city,code\nBonn,DE\nKyoto,JP\nLyon,FR\nRome,IT\nGraz,AT\nOslo,NO\nOsaka,JP\nBern,CH\n"
      ]),
    .init(
      path: "x.csv",
      base:
        "file,key,text\na.txt,k1,t\na.txt,k2,t\nb.txt,k3,t\nb.txt,k4,t\nc.txt,k5,t\nc.txt,k6,t\n",
      ours:
        "file,key,text\na.txt,k1,t\na.txt,hello,t\na.txt,k2,t\nb.txt,k3,t\nb.txt,k4,t\nc.txt,k5,t\nc.txt,k6,t\n",
      theirs:
        "file,key,text\na.txt,k1,t\na.txt,k2,t\nb.txt,k3,t\nb.txt,k4,t\nc.txt,k5,t\nc.txt,hello,t\nc.txt,k6,t\n",
      right: [
        "file,key,text\na.txt,k1,t\na.txt,hello,t\na.txt,k2,t\nb.txt,k3,t\nb.txt,k4,t\nc.txt,k5,t\nc.txt,hello,t\nc.txt,k6,t\n"
      ]),
    .init(
      path: "f.toml",
      base:
        "[[s]]\nname = \"a\"\n\n[[s.x]]\nname = \"q\"\n\n[[s]]\nname = \"b\"\n\n[[s.x]]\nname = \"r\"\n\n[[s]]\nname = \"c\"\n\n[[s.x]]\nname = \"v\"\n",
      ours:
        "[[s]]\nname = \"a\"\n\n[[s.x]]\nname = \"q\"\n\n[[s.x]]\nname = \"k\"\n\n[[s]]\nname = \"b\"\n\n[[s.x]]\nname = \"r\"\n\n[[s]]\nname = \"c\"\n\n[[s.x]]\nname = \"v\"\n",
      theirs:
        "[[s]]\nname = \"a\"\n\n[[s.x]]\nname = \"q\"\n\n[[s]]\nname = \"b\"\n\n[[s.x]]\nname = \"r\"\n\n[[s]]\nname = \"c\"\n\n[[s.x]]\nname = \"v\"\n\n[[s.x]]\nname = \"k\"\n",
      right: [
        "[[s]]\nname = \"a\"\n\n[[s.x]]\nname = \"q\"\n\n[[s.x]]\nname = \"k\"\n\n[[s]]\nname = \"b\"\n\n[[s.x]]\nname = \"r\"\n\n[[s]]\nname = \"c\"\n\n[[s.x]]\nname = \"v\"\n\n[[s.x]]\nname = \"k\"\n"
      ]),
    .init(
      path: "Cargo.toml",
      base:
        "[package]\nname = \"p\"\nedition = \"2021\"\n\n[[bin]]\nname = \"a\"\n\n[[bin]]\nname = \"b\"\n\n[[test]]\nname = \"c\"\n\n[[test]]\nname = \"d\"\n",
      ours:
        "[package]\nname = \"p\"\nedition = \"2021\"\n\n[[bin]]\nname = \"a\"\n\n[[bin]]\nname = \"k\"\n\n[[bin]]\nname = \"b\"\n\n[[test]]\nname = \"c\"\n\n[[test]]\nname = \"d\"\n",
      theirs:
        "[package]\nname = \"p\"\nedition = \"2021\"\n\n[[bin]]\nname = \"a\"\n\n[[bin]]\nname = \"b\"\n\n[[test]]\nname = \"c\"\n\n[[test]]\nname = \"d\"\n\n[[test]]\nname = \"k\"\n",
      right: [
        "[package]\nname = \"p\"\nedition = \"2021\"\n\n[[bin]]\nname = \"a\"\n\n[[bin]]\nname = \"k\"\n\n[[bin]]\nname = \"b\"\n\n[[test]]\nname = \"c\"\n\n[[test]]\nname = \"d\"\n\n[[test]]\nname = \"k\"\n"
      ]),
    .init(
      path: "Podfile.lock",
      base:
        "PODS:\n  - A (1.0):\n    - B (= 1.0)\n  - B (1.0)\n  - C (1.0)\n  - D (1.0)\n  - E (1.0)\n\nDEPENDENCIES:\n  - A\n  - C\n  - D\n  - E\n",
      ours:
        "PODS:\n  - A (1.0):\n    - B (= 1.0)\n  - B (1.0)\n  - C (1.1)\n  - D (1.0)\n  - E (1.0)\n\nDEPENDENCIES:\n  - A\n  - C\n  - D\n  - E\n",
      theirs:
        "PODS:\n  - A (1.0):\n    - B (= 1.0)\n  - B (1.0)\n  - C (1.0)\n  - D (1.0)\n  - E (1.0)\n  - F (2.0):\n    - F/Core (= 2.0)\n  - F/Core (2.0)\n\nDEPENDENCIES:\n  - A\n  - C\n  - D\n  - E\n",
      right: [
        "PODS:\n  - A (1.0):\n    - B (= 1.0)\n  - B (1.0)\n  - C (1.1)\n  - D (1.0)\n  - E (1.0)\n  - F (2.0):\n    - F/Core (= 2.0)\n  - F/Core (2.0)\n\nDEPENDENCIES:\n  - A\n  - C\n  - D\n  - E\n"
      ]),
    .init(
      path: "Podfile.lock",
      base:
        "PODS:\n  - A (1.0):\n    - B (= 1.0)\n  - B (1.0)\n  - C (1.0)\n  - D (1.0)\n  - E (1.0)\n\nDEPENDENCIES:\n  - A\n  - C\n  - D\n  - E\n",
      ours:
        "PODS:\n  - A (1.1):\n    - B (= 1.0)\n  - B (1.0)\n  - C (1.0)\n  - D (1.0)\n  - E (1.0)\n\nDEPENDENCIES:\n  - A\n  - C\n  - D\n  - E\n",
      theirs:
        "PODS:\n  - A (1.0):\n    - B (= 1.0)\n  - B (1.0)\n  - C (1.0)\n  - D (1.0)\n  - E (1.0):\n    - D (from `../D`)\n\nDEPENDENCIES:\n  - A\n  - C\n  - D\n  - E\n",
      right: [
        "PODS:\n  - A (1.1):\n    - B (= 1.0)\n  - B (1.0)\n  - C (1.0)\n  - D (1.0)\n  - E (1.0):\n    - D (from `../D`)\n\nDEPENDENCIES:\n  - A\n  - C\n  - D\n  - E\n"
      ]),
    .init(
      path: "f.js",
      base:
        "const total = 5;\nshow(total);\n\nfunction a() {\n  return 1;\n}\n\nfunction b() {\n  return 2;\n}\n",
      ours:
        "const amount = 5;\nshow(amount);\n\nfunction a() {\n  return 1;\n}\n\nfunction b() {\n  return 2;\n}\n",
      theirs:
        "const total = 5;\nshow(total);\n\nfunction a() {\n  return 1;\n}\n\nfunction b() {\n  return 2;\n}\n\nfunction card({\n  title,\n  total,\n}) {\n  return title + total;\n}\n",
      right: [
        "const amount = 5;\nshow(amount);\n\nfunction a() {\n  return 1;\n}\n\nfunction b() {\n  return 2;\n}\n\nfunction card({\n  title,\n  total,\n}) {\n  return title + total;\n}\n"
      ]),
    .init(
      path: "f.sh",
      base: "file=a\necho $file\n\none() {\n  echo 1\n}\n\ntwo() {\n  echo 2\n}\n",
      ours: "path=a\necho $path\n\none() {\n  echo 1\n}\n\ntwo() {\n  echo 2\n}\n",
      theirs:
        "file=a\necho $file\n\none() {\n  echo 1\n}\n\ntwo() {\n  echo 2\n}\n\nfor file in x y; do\n  echo $file\ndone\n",
      right: [
        "path=a\necho $path\n\none() {\n  echo 1\n}\n\ntwo() {\n  echo 2\n}\n\nfor file in x y; do\n  echo $file\ndone\n"
      ]),
    .init(
      path: "f.php",
      base: "<?php\nfunction f(\n    int $a,\n    int $b,\n) {\n    return 1;\n}\n",
      ours: "<?php\nfunction f(\n    string $x,\n    int $a,\n    int $b,\n) {\n    return 1;\n}\n",
      theirs:
        "<?php\nfunction f(\n    int $a,\n    int $b,\n    string $y,\n) {\n    return 1;\n}\n",
      right: [
        "<?php\nfunction f(\n    string $x,\n    int $a,\n    int $b,\n    string $y,\n) {\n    return 1;\n}\n"
      ]),
  ]

  @Test func `documents of YAML that both sides add beside the only one are both kept`() throws {
    let base = "apiVersion: v1\nkind: Deployment\nmetadata:\n  name: web\n"
    let ours = base + "---\napiVersion: v1\nkind: Service\nmetadata:\n  name: web\n"
    let added = "---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: web\n"
    let merged = try merged("a.yaml", base, ours, base + added, .balanced)
    #expect(text(merged) == ours + added)
  }

  @Test func `entries of different names are both kept although they share new words`() throws {
    let base = "@article{a,\n  title = {T}\n}\n"
    let ours = base + "\n@misc{b,\n  author = {B},\n  year = 2020\n}\n"
    let added = "\n@misc{c,\n  author = {C},\n  year = 2021\n}\n"
    let merged = try merged("a.bib", base, ours, base + added, .balanced)
    #expect(text(merged) == ours + added)
  }
}
