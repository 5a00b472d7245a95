import DocMergeCore
import DocMergeFormats
import Testing

/// Calls in a form that one side took from a declaration and from all calls.
struct ArgumentFormTests {
  private static let forms: [EditedCase] = [
    EditedCase(
      "src/fetch.ts",
      "export async function getJson(url: string, timeout = 5000) {\n  const res = await withTimeout(fetch(url), timeout);\n  return res.json();\n}\n\nexport const stops = () => getJson(\"/stops\");\nexport const lines = () => getJson(\"/lines\", 8000);\n\nexport const about = () => Promise.resolve(\"v1\");\n",
      [
        .swap(
          "export async function getJson(url: string, timeout = 5000) {\n",
          "export async function getJson(url: string, { timeout = 5000 } = {}) {\n"),
        .swap(
          "export const lines = () => getJson(\"/lines\", 8000);\n",
          "export const lines = () => getJson(\"/lines\", { timeout: 8000 });\n"),
      ],
      [
        .add(
          "export const alerts = () => getJson(\"/alerts\", 2000);\n",
          behind: "export const about = () => Promise.resolve(\"v1\");\n")
      ]),
    EditedCase(
      "lib/log.sh",
      "log() {\n    printf '%s\\n' \"$1\" >&2\n}\n\nstart() {\n    log \"starting\"\n    run_daemon\n}\n\nstop() {\n    kill \"$(cat \"$pidfile\")\"\n}\n",
      [
        .swap("    printf '%s\\n' \"$1\" >&2\n", "    printf '[%s] %s\\n' \"$1\" \"$2\" >&2\n"),
        .swap("    log \"starting\"\n", "    log info \"starting\"\n"),
      ], [.add("    log \"stopped\"\n", behind: "    kill \"$(cat \"$pidfile\")\"\n")]),
    EditedCase(
      "macros.tex",
      "\\newcommand{\\dish}[1]{\\textbf{#1}}\n\n\\section{Soups}\n\\dish{Borscht}\n\\dish{Miso}\n\n\\section{Sweets}\nAsk the waiter.\n",
      [
        .swap(
          "\\newcommand{\\dish}[1]{\\textbf{#1}}\n",
          "\\newcommand{\\dish}[2]{\\textbf{#1}\\hfill #2}\n"),
        .swap("\\dish{Borscht}\n\\dish{Miso}\n", "\\dish{Borscht}{7.40}\n\\dish{Miso}{5.90}\n"),
      ], [.add("\\dish{Halva}\n", behind: "\\section{Sweets}\n")]),
    EditedCase(
      "mixins.scss",
      "@mixin card($pad) {\n  padding: $pad;\n}\n\n.note {\n  @include card(8px);\n}\n\n.hint {\n  margin: 0;\n}\n",
      [
        .swap("@mixin card($pad) {\n", "@mixin card($radius, $pad) {\n  border-radius: $radius;\n"),
        .swap("  @include card(8px);\n", "  @include card(4px, 8px);\n"),
      ], [.add("  @include card(6px);\n", behind: "  margin: 0;\n")]),
    EditedCase(
      "app/badge.rb",
      "def badge(text, colour)\n  tag.span(text, class: \"badge #{colour}\")\nend\n\ndef late_badge\n  badge(\"late\", \"red\")\nend\n\ndef header\n  \"Loans\"\nend\n",
      [
        .swap("def badge(text, colour)\n", "def badge(text, colour:)\n"),
        .swap("  badge(\"late\", \"red\")\n", "  badge(\"late\", colour: \"red\")\n"),
      ], [.swap("  \"Loans\"\n", "  \"Loans \" + badge(\"beta\", \"blue\")\n")]),
    EditedCase(
      "plot.R",
      "bar <- function(df, col) {\n  ggplot(df, aes(.data[[col]])) + geom_bar()\n}\n\nbar(birds, \"site\")\nbar(birds, \"month\")\n\nsummary(birds)\n",
      [
        .swap("bar <- function(df, col) {\n", "bar <- function(col, df = birds) {\n"),
        .swap("bar(birds, \"site\")\nbar(birds, \"month\")\n", "bar(\"site\")\nbar(\"month\")\n"),
      ], [.add("bar(birds, \"observer\")\n", behind: "summary(birds)\n")]),
    EditedCase(
      "Draw.hs",
      "box :: Int -> Int -> String\nbox w h = unlines (replicate h (replicate w '#'))\n\nsmall :: String\nsmall = box 4 2\n\nlarge :: String\nlarge = box 40 20\n\ntitle :: String\ntitle = \"Boxes\"\n",
      [
        .swap(
          "box :: Int -> Int -> String\nbox w h = unlines (replicate h (replicate w '#'))\n",
          "box :: Char -> Int -> Int -> String\nbox c w h = unlines (replicate h (replicate w c))\n"
        ), .swap("small = box 4 2\n", "small = box '#' 4 2\n"),
        .swap("large = box 40 20\n", "large = box '#' 40 20\n"),
      ], [.swap("title = \"Boxes\"\n", "title = \"Boxes\\n\" ++ box 10 1\n")]),
    EditedCase(
      "Send.ps1",
      "function Send-Note($To, $Text) {\n    Invoke-Mail -To $To -Body $Text\n}\n\nSend-Note \"ada\" \"The roof leaks.\"\nSend-Note \"ben\" \"Bring a ladder.\"\n\nWrite-Host \"sent\"\n",
      [
        .swap("function Send-Note($To, $Text) {\n", "function Send-Note($Text, $To) {\n"),
        .swap(
          "Send-Note \"ada\" \"The roof leaks.\"\nSend-Note \"ben\" \"Bring a ladder.\"\n",
          "Send-Note \"The roof leaks.\" \"ada\"\nSend-Note \"Bring a ladder.\" \"ben\"\n"),
      ],
      [
        .add(
          "Send-Note \"cleo\" \"Bring nails.\"\n\n",
          behind: "Send-Note \"ben\" \"Bring a ladder.\"\n\n")
      ]),
    EditedCase(
      "c.js",
      "const scale = (k, x) => k * x;\n\nexport const inch = (x) => scale(2.54, x);\nexport const foot = (x) => scale(30.48, x);\n\nexport const zero = 0;\n",
      [
        .swap("const scale = (k, x) => k * x;\n", "const scale = (k) => (x) => k * x;\n"),
        .swap(
          "export const inch = (x) => scale(2.54, x);\nexport const foot = (x) => scale(30.48, x);\n",
          "export const inch = (x) => scale(2.54)(x);\nexport const foot = (x) => scale(30.48)(x);\n"
        ),
      ], [.add("export const yard = (x) => scale(91.44, x);\n", behind: "export const zero = 0;\n")]
    ),
    EditedCase(
      "k.py",
      "def room(no, beds=2):\n    return {\"no\": no, \"beds\": beds}\n\n\nrooms = [\n    room(1),\n    room(2, 4),\n]\n\nhalls = []\n",
      [
        .swap("def room(no, beds=2):\n", "def room(no, *, beds=2):\n"),
        .swap("    room(2, 4),\n", "    room(2, beds=4),\n"),
      ], [.swap("halls = []\n", "halls = [room(20, 80)]\n")]),
    EditedCase(
      "src/lex.rs",
      "use std::collections::BTreeMap;\nuse std::fmt;\n\n#[derive(Debug, Clone, PartialEq)]\npub enum Token {\n    Number(f64),\n    Plus,\n    Minus,\n    Open,\n    Close,\n}\n\n#[derive(Debug)]\npub struct LexError {\n    pub at: usize,\n}\n\nimpl fmt::Display for LexError {\n    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {\n        write!(f, \"bad character at {}\", self.at)\n    }\n}\n\npub fn lex(src: &str) -> Result<Vec<Token>, LexError> {\n    let mut out = Vec::new();\n    for (i, c) in src.chars().enumerate() {\n        match c {\n            '+' => out.push(Token::Plus),\n            '-' => out.push(Token::Minus),\n            '(' => out.push(Token::Open),\n            ')' => out.push(Token::Close),\n            ' ' => {}\n            d if d.is_ascii_digit() => out.push(Token::Number(d as u8 as f64 - 48.0)),\n            _ => return Err(LexError { at: i }),\n        }\n    }\n    Ok(out)\n}\n\npub fn names() -> BTreeMap<&'static str, Token> {\n    BTreeMap::from([(\"plus\", Token::Plus), (\"minus\", Token::Minus)])\n}\n",
      [
        .swap("    Number(f64),\n", "    Number { value: f64, at: usize },\n"),
        .swap(
          "            d if d.is_ascii_digit() => out.push(Token::Number(d as u8 as f64 - 48.0)),\n",
          "            d if d.is_ascii_digit() => out.push(Token::Number { value: d as u8 as f64 - 48.0, at: i }),\n"
        ),
      ],
      [
        .swap(
          "    BTreeMap::from([(\"plus\", Token::Plus), (\"minus\", Token::Minus)])\n",
          "    BTreeMap::from([(\"plus\", Token::Plus), (\"minus\", Token::Minus), (\"zero\", Token::Number(0.0))])\n"
        )
      ]),
    EditedCase(
      "a.rb", "def say(text)\n  puts text\nend\n\nsay \"a\"\nsay \"b\"\n\n\nstop\n",
      [
        .swap("def say(text)\n", "def say(level, text)\n"),
        .swap("say \"a\"\nsay \"b\"\n", "say 1, \"a\"\nsay 1, \"b\"\n"),
      ], [.add("say \"c\"\n", behind: "stop\n")]),
    EditedCase(
      "a.tex", "\\def\\price#1{#1 EUR}\n\nTea \\price{3}\n\n\nEnd.\n",
      [
        .swap("\\def\\price#1{#1 EUR}\n", "\\def\\price#1#2{#1 #2}\n"),
        .swap("Tea \\price{3}\n", "Tea \\price{3}{EUR}\n"),
      ], [.add("Cake \\price{4}\n", behind: "End.\n")]),
    EditedCase(
      "a.scss",
      "@function rem($px) {\n  @return $px;\n}\n\n.a {\n  margin: rem(2px);\n}\n\n\n.z {\n  color: red;\n}\n",
      [
        .swap("@function rem($px) {\n", "@function rem($base, $px) {\n"),
        .swap("  margin: rem(2px);\n", "  margin: rem(16px, 2px);\n"),
      ], [.add(".b {\n  margin: rem(3px);\n}\n", behind: "  color: red;\n}\n")]),
    EditedCase(
      "a.ps1",
      "function Say-It($Text) {\n  echo $Text\n}\n\nSay-It \"a\"\nSay-It \"b\"\n\n\nexit\n",
      [
        .swap("function Say-It($Text) {\n", "function Say-It($Level, $Text) {\n"),
        .swap("Say-It \"a\"\nSay-It \"b\"\n", "Say-It 1 \"a\"\nSay-It 1 \"b\"\n"),
      ], [.add("Say-It \"c\"\n", behind: "exit\n")]),
    EditedCase(
      "a.ps1",
      "function Say-It($Text) {\n  echo $Text\n}\n\nSay-It -Text \"a\"\nSay-It -Text \"b\"\n\n\nexit\n",
      [
        .swap(
          "function Say-It($Text) {\n  echo $Text\n",
          "function Say-It($Message) {\n  echo $Message\n"),
        .swap(
          "Say-It -Text \"a\"\nSay-It -Text \"b\"\n",
          "Say-It -Message \"a\"\nSay-It -Message \"b\"\n"),
      ], [.add("Say-It -Text \"c\"\n", behind: "exit\n")]),
    EditedCase(
      "a.ml", "let area w = w * 2\n\nlet small = area 4\n\n\nlet zero = 0\n",
      [
        .swap("let area w = w * 2\n", "let area w h = w * h\n"),
        .swap("let small = area 4\n", "let small = area 4 2\n"),
      ], [.add("let big = area 40\n", behind: "let zero = 0\n")]),
    EditedCase(
      "a.clj", "(defn area [w]\n  (* w 2))\n\n(def small (area 4))\n\n\n(def zero 0)\n",
      [
        .swap("(defn area [w]\n  (* w 2))\n", "(defn area [w h]\n  (* w h))\n"),
        .swap("(def small (area 4))\n", "(def small (area 4 2))\n"),
      ], [.add("(def big (area 40))\n", behind: "(def zero 0)\n")]),
    EditedCase(
      "a.ex",
      "defmodule A do\n  def area(w), do: w * 2\n\n  def small, do: area(4)\n\n\n  def zero, do: 0\n",
      [
        .swap("  def area(w), do: w * 2\n", "  def area(w, h), do: w * h\n"),
        .swap("  def small, do: area(4)\n", "  def small, do: area(4, 2)\n"),
      ], [.add("  def big, do: area(40)\n", behind: "  def zero, do: 0\n")]),
    EditedCase(
      "a.gradle", "def dep(String n) {\n  x n\n}\n\ndep \"a\"\ndep \"b\"\n\n\nend()\n",
      [
        .swap("def dep(String n) {\n", "def dep(String n, String v) {\n"),
        .swap("dep \"a\"\ndep \"b\"\n", "dep \"a\", \"1\"\ndep \"b\", \"1\"\n"),
      ], [.add("dep \"c\"\n", behind: "end()\n")]),
    EditedCase(
      "a.swift",
      "func say(_ text: String) {\n  print(text)\n}\n\nsay(\"a\")\nsay(\"b\")\n\n\nstop()\n",
      [
        .swap("func say(_ text: String) {\n", "func say(text: String) {\n"),
        .swap("say(\"a\")\nsay(\"b\")\n", "say(text: \"a\")\nsay(text: \"b\")\n"),
      ], [.add("say(\"c\")\n", behind: "stop()\n")]),
    EditedCase(
      "a.less",
      ".box(@p) {\n  padding: @p;\n}\n\n.a {\n  .box(2px);\n}\n\n\n.z {\n  color: red;\n}\n",
      [.swap(".box(@p) {\n", ".box(@r, @p) {\n"), .swap("  .box(2px);\n", "  .box(1px, 2px);\n")],
      [.add(".b {\n  .box(3px);\n}\n", behind: "  color: red;\n}\n")]),
    EditedCase(
      "a.sql",
      "CREATE FUNCTION fee(d int) RETURNS int AS $$ SELECT d $$ LANGUAGE sql;\n\nSELECT fee(1);\n\n\nSELECT 1;\n",
      [
        .swap(
          "CREATE FUNCTION fee(d int) RETURNS int AS $$ SELECT d $$ LANGUAGE sql;\n",
          "CREATE FUNCTION fee(d int, r int) RETURNS int AS $$ SELECT d * r $$ LANGUAGE sql;\n"),
        .swap("SELECT fee(1);\n", "SELECT fee(1, 2);\n"),
      ], [.add("SELECT fee(3);\n", behind: "SELECT 1;\n")]),
    EditedCase(
      "a.el",
      "(defun tide-show (name)\n  (message name))\n\n(tide-show \"a\")\n(tide-show \"b\")\n\n(provide 'a)\n",
      [
        .swap("(defun tide-show (name)\n", "(defun tide-show (name port)\n"),
        .swap(
          "(tide-show \"a\")\n(tide-show \"b\")\n", "(tide-show \"a\" 1)\n(tide-show \"b\" 2)\n"),
      ], [.add("(tide-show \"c\")\n", behind: "(tide-show \"b\")\n\n")]),
    EditedCase(
      "a.html.j2",
      "{% macro field(name) %}<input name=\"{{ name }}\">{% endmacro %}\n<form>\n{{ field(\"a\") }}\n{{ field(\"b\") }}\n</form>\n<p>x</p>\n",
      [
        .swap(
          "{% macro field(name) %}<input name=\"{{ name }}\">{% endmacro %}\n",
          "{% macro field(name, kind) %}<input name=\"{{ name }}\">{% endmacro %}\n"),
        .swap(
          "{{ field(\"a\") }}\n{{ field(\"b\") }}\n",
          "{{ field(\"a\", \"text\") }}\n{{ field(\"b\", \"text\") }}\n"),
      ], [.swap("<p>x</p>\n", "<p>{{ field(\"c\") }}</p>\n")]),
  ]

  @Test(arguments: forms.indices, MergePolicy.allCases)
  func `a call of the old form is left to a person`(index: Int, policy: MergePolicy) throws {
    try Self.forms[index].checkLeft(policy)
  }

  private static let fitting: [EditedCase] = [
    EditedCase(
      "a.sh", "say() {\n  echo \"$1\"\n}\n\nsay \"a\"\nsay \"b\"\n\n\nexit_ok\n",
      [
        .swap("  echo \"$1\"\n", "  echo \"[$1]\"\n"),
        .swap("say \"a\"\nsay \"b\"\n", "say \"a!\"\nsay \"b!\"\n"),
      ], [.add("say \"c\"\n", behind: "exit_ok\n")],
      [
        .swap("  echo \"$1\"\n", "  echo \"[$1]\"\n"),
        .swap("say \"a\"\nsay \"b\"\n", "say \"a!\"\nsay \"b!\"\n"),
        .add("say \"c\"\n", behind: "exit_ok\n"),
      ]),
    EditedCase(
      "a.ts", "function say(t: string) {\n  p(t);\n}\n\nsay(\"a\");\nsay(\"b\");\n\n\nstop();\n",
      [
        .swap("function say(t: string) {\n", "function say(t: string, n = 1) {\n"),
        .swap("say(\"a\");\nsay(\"b\");\n", "say(\"a\", 2);\nsay(\"b\", 3);\n"),
      ], [.add("say(\"c\");\n", behind: "stop();\n")],
      [
        .swap("function say(t: string) {\n", "function say(t: string, n = 1) {\n"),
        .swap("say(\"a\");\nsay(\"b\");\n", "say(\"a\", 2);\nsay(\"b\", 3);\n"),
        .add("say(\"c\");\n", behind: "stop();\n"),
      ]),
    EditedCase(
      "a.ts", "function say(t: string) {\n  p(t);\n}\n\nsay(\"a\");\nsay(\"b\");\n\n\nstop();\n",
      [
        .swap("function say(t: string) {\n  p(t);\n", "function say(text: string) {\n  p(text);\n"),
        .swap("say(\"a\");\nsay(\"b\");\n", "say(\"a!\");\nsay(\"b!\");\n"),
      ], [.add("say(\"c\");\n", behind: "stop();\n")],
      [
        .swap("function say(t: string) {\n  p(t);\n", "function say(text: string) {\n  p(text);\n"),
        .swap("say(\"a\");\nsay(\"b\");\n", "say(\"a!\");\nsay(\"b!\");\n"),
        .add("say(\"c\");\n", behind: "stop();\n"),
      ]),
    EditedCase(
      "a.py",
      "def load(path, mode):\n    return open(path, mode)\n\n\na = load(\"a\", \"r\")\n\nb = 2\n",
      [
        .swap("def load(path, mode):\n", "def load(path, mode, size=3):\n"),
        .swap("a = load(\"a\", \"r\")\n", "a = load(\"a\", \"r\", 4)\n"),
      ], [.add("c = load(\"c\", \"w\")\n", behind: "b = 2\n")],
      [
        .swap("def load(path, mode):\n", "def load(path, mode, size=3):\n"),
        .swap("a = load(\"a\", \"r\")\n", "a = load(\"a\", \"r\", 4)\n"),
        .add("c = load(\"c\", \"w\")\n", behind: "b = 2\n"),
      ]),
    EditedCase(
      "a.js", "function say(a, b) { return a + b; }\n\nsay('x', 'y');\nsay('z', 'w');\n\nstop();\n",
      [
        .swap("function say(a, b) { return a + b; }\n", "const say = (a, b) => a + b;\n"),
        .swap("say('x', 'y');\nsay('z', 'w');\n", "say(\"x\", \"y\");\nsay(\"z\", \"w\");\n"),
      ], [.add("say('1', '2');\n", behind: "stop();\n")],
      [
        .swap("function say(a, b) { return a + b; }\n", "const say = (a, b) => a + b;\n"),
        .swap("say('x', 'y');\nsay('z', 'w');\n", "say(\"x\", \"y\");\nsay(\"z\", \"w\");\n"),
        .add("say('1', '2');\n", behind: "stop();\n"),
      ]),
  ]

  @Test(arguments: fitting.indices)
  func `a call that fits the new declaration is merged`(index: Int) throws {
    try Self.fitting[index].check()
  }
}
