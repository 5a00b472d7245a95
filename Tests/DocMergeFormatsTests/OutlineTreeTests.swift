import DocMergeFormats
import Testing

@Suite struct OutlineTreeTests {
  @Test(arguments: OutlineCases.all.map(\.path))
  func `finds the containers of many languages`(path: String) throws {
    let text = try #require(OutlineCases.all.first { $0.path == path }).text
    let tree = try soundTree(text, OutlineFormat(path: path))
    #expect(tree.outline == Self.outlines[path])
  }

  private static let outlines: [String: String] = [
    "a.ts": #"""
    blocks
      set
        scalar import { a } from "a"; = import { a } from "a";
        items import {
      b,
    } from "b";
          scalar = b
      blocks Foo
        scalar count = count = 0;
        members one
          items one
            scalar a = a: string
            scalar b = b: number
          blocks 
            blocks
              blocks if
                scalar = run("}");
              blocks else
                scalar = stop();
      items x
        scalar x = x = 1
        scalar y = y = 2
      items T
        scalar = | "a"
        scalar = | "b"
    """#,
    "a.py": #"""
    blocks
      set
        scalar import os = import os
      items X
        scalar = "a"
        scalar = "b"
      blocks A
        blocks one
          blocks
            blocks if
              items
                scalar = a
                scalar = b
            blocks else
              text = x = """\nnot indented\n"""
        blocks two
          scalar = pass
    """#,
    "a.c": #"""
    blocks
      set
        scalar #include <a.h> = #include <a.h>
      items e
        scalar = A
        scalar B = B = 2
      blocks
        blocks ifdef
          blocks one
            blocks
              blocks
                scalar = run('{');
        blocks else
          scalar = int two;
    """#,
    "a.sh": #"""
    blocks
      scalar = set -e
      blocks run
        blocks
          blocks if
            scalar = echo "}"
          blocks else
            text = cat <<EOF\nfi {\nEOF
        text = cat f |\n    sort
      items SRCS
        scalar = "a"
        scalar = b
    """#,
    "a.html": #"""
    blocks
      blocks u
        blocks
          members
            scalar src = src="a"
            scalar alt = alt="b"
      blocks
        blocks
          scalar = run();
    """#,
    "a.sql": #"""
    blocks
      items VALUES
        scalar = (1,'a')
        scalar = (2,'b')
      items t
        scalar id = id int
        scalar x = x text
    """#,
    "a.erl": #"""
    blocks
      items f
        scalar = f(a) -> 1
        items
          scalar = x()
          scalar = y()
      items g
        scalar = g() -> ok
    """#,
    "a.bas": #"""
    blocks
      items A
        scalar A = A = 1
        scalar B = B = 2
      blocks X
        scalar = Y
    """#,
    "a.mk": #"""
    blocks
      items SRCS
        scalar = a.c
        scalar = b.c
      blocks all
        scalar = echo a
    """#,
    "a.css": #"""
    blocks
      blocks a,
    b
        scalar color = color: red;
      blocks @media x
        scalar .y = .y { top: 0; }
    """#,
    "a.rb": #"""
    blocks
      blocks A
        members x
          blocks def
            blocks
              scalar = z
          blocks rescue
            scalar = q
    """#,
    "a.proto": #"""
    blocks
      blocks A
        scalar id = string id = 1;
        scalar n = int32 n = 2;
    """#,
    "a.ics": #"""
    blocks
      blocks
        blocks
          scalar UID = UID:1
    """#,
    "a.tex": #"""
    blocks
      blocks
        scalar = \item x
    """#,
    "a.hs": #"""
    blocks
      items C
        scalar = | Green
      blocks f
        blocks
          scalar = 1 -> 2
    """#,
    "a.ini": #"""
    blocks
      blocks [a]
        scalar x = x = 1
        scalar y = y = 2
      blocks [b]
        scalar x = x = 3
    """#,
    "a.rs": #"""
    blocks
      items
        scalar = A => 1
        blocks
          scalar = 2
        scalar = _ => 3
    """#,
    "a.go": #"""
    blocks
      set import
        scalar "a" = "a"
      blocks (t *T) x
        blocks
    """#,
    "a.lisp": #"""
    blocks
      text f = (defun f (x)\n  (g x)\n  "a ( b")
    """#,
    "a.yaml": #"""
    blocks
      blocks a
        blocks
          scalar c = c: 2
        scalar = - d
      blocks e
        blocks f
          scalar = g
    """#,
    "a.pl": #"""
    blocks
      items a
        scalar b = b => 1
      scalar x = sub x { }
    """#,
    "a.txt": #"""
    blocks
      scalar = Some notes
      blocks
        scalar = - two
      text = - three (see
      scalar = below)
      scalar = 1998. Founded.
    """#,
  ]
}
