/// Texts whose outlines the tests spell out or take apart.
enum OutlineCases {
  static let typeScript = """
    // Licence

    import { a } from "a";
    import {
      b,
    } from "b";

    /** What it is. */
    @Injectable()
    export class Foo extends Bar {
      count = 0;

      one(
        a: string,
        b: number,
      ): void {
        if (a) {
          run("}");
        } else {
          stop();
        }
      }
    }

    const x = 1,
      y = 2;

    type T =
      | "a"
      | "b";

    """

  static let python = """
    #!/usr/bin/env python
    import os

    X = [
      "a",  # one
      "b"  # two
    ]


    class A(B):
        # about one
        @dec
        def one(self, a):
            if a:
                return call(a,
                            b)
            else:
                x = \"""
    not indented
    \"""

        def two(self):
            pass

    """

  static let c = """
    #include <a.h>

    enum e {
      A,
      B = 2
    };

    #ifdef X
    static int
    one(int x)
    {
      switch (x) {
      case 1:
        run('{');
      }
    }
    #else
    int two;
    #endif

    """

  static let shell = """
    set -e
    run() {
      if [ "$1" ]; then
        echo "}"
      else
        cat <<EOF
    fi {
    EOF
      fi
      cat f |
        sort
    }
    SRCS="a" \\
      b

    """

  static let html = """
    <ul id="u">
      <li>One <b>two</b>
      <img
        src="a"
        alt="b">
      </li>
    </ul>
    <script>
      if (a < b) {
        run();
      }
    </script>

    """

  static let others: [(path: String, text: String)] = [
    (
      "a.sql",
      "INSERT INTO t VALUES\n(1,'a'),\n(2,'b');\nCREATE TABLE t (\n  id int,\n  x text\n);\n"
    ),
    ("a.erl", "f(a) -> 1;\nf(b) ->\n  x(),\n  y().\n\ng() -> ok.\n"),
    ("a.bas", "Const A = 1, _\n  B = 2\nSub X()\n  Y\nEnd Sub\n"),
    ("a.mk", "SRCS = a.c \\\n  b.c\n\nall: x\n\techo a\n"),
    ("a.css", "a,\nb {\n  color: red;\n}\n@media x {\n  .y { top: 0; }\n}\n"),
    ("a.rb", "class A\n  def x\n    y do |z|\n      z\n    end\n  rescue\n    q\n  end\nend\n"),
    ("a.proto", "message A {\n  string id = 1;\n  // about\n  int32 n = 2;\n}\n"),
    ("a.ics", "BEGIN:A\nBEGIN:B\nUID:1\nEND:B\nEND:A\n"),
    ("a.tex", "\\begin{a}\n\\item x\n% c\n\\end{a}\n"),
    ("a.hs", "data C = Red\n  | Green\n\nf x =\n  case x of\n    1 -> 2\n"),
    ("a.ini", "; c\n[a]\nx = 1\ny = 2\n\n[b]\nx = 3\n"),
    ("a.rs", "match x {\n  A => 1,\n  B => {\n    2\n  }\n  _ => 3,\n}\n"),
    ("a.go", "import (\n\t\"a\"\n)\n\nfunc (t *T) x() {\n\tgo func() {\n\t}()\n}\n"),
    ("a.lisp", "(defun f (x)\n  (g x)\n  \"a ( b\") ; )\n"),
    ("a.yaml", "a:\n- b: 1\n  c: 2\n- d\ne:\n  f: |\n    g\n"),
    ("a.pl", "my %a = (\n  b => 1,\n);\n\n=head1 X\n\nit's {\n\n=cut\n\nsub x { }\n"),
    ("a.txt", "Some notes\n\n- one\n  - two\n- three (see\nbelow)\n\n1998. Founded.\n"),
  ]

  static var all: [(path: String, text: String)] {
    [
      ("a.ts", typeScript), ("a.py", python), ("a.c", c), ("a.sh", shell), ("a.html", html),
    ] + others
  }
}
