import DocMergeCore
import DocMergeFormats
import Testing

/// Names of program code that one side replaced where it defines and uses them, and the other put in again.
struct ReplacedNameTests {
  private static let replaced: [EditedCase] = [
    EditedCase(
      "a.proto",
      "message Order {\n  int32 id = 1;\n}\n\nservice Shop {\n  rpc Get (Order) returns (Order);\n}\n",
      [
        .swap("message Order", "message Bill"),
        .swap("(Order) returns (Order)", "(Bill) returns (Bill)"),
      ],
      [.add("  rpc List (Order) returns (stream Order);\n", behind: "service Shop {\n")]),
    EditedCase(
      "a.ts", "interface Order {\n  id: number;\n}\n\nfunction sum(a: Order[]) {\n  return 0;\n}\n",
      [.swap("interface Order", "interface Invoice"), .swap("a: Order", "a: Invoice")],
      [
        .swap(
          "  return 0;\n}\n",
          "  return 0;\n}\n\nfunction first(a: Order[]): Order {\n  return a[0];\n}\n")
      ]),
    EditedCase(
      "src/Well.java",
      "class Well {\n    private final double depth;\n\n    Well(double depth) {\n        this.depth = depth;\n    }\n\n    double volume(double radius) {\n        return Math.PI * radius * radius * depth;\n    }\n\n    String label() {\n        return \"Well\";\n    }\n}\n",
      [
        .swap("    private final double depth;\n", "    private final double depthMetres;\n"),
        .swap("        this.depth = depth;\n", "        this.depthMetres = depth;\n"),
        .swap(
          "        return Math.PI * radius * radius * depth;\n",
          "        return Math.PI * radius * radius * depthMetres;\n"),
      ], [.swap("        return \"Well\";\n", "        return \"Well, \" + depth + \" m deep\";\n")]
    ),
    EditedCase(
      "src/Price.tsx",
      "type Props = { amount: number; currency: string };\n\nexport function Price({ amount, currency }: Props) {\n  const text = format(amount, currency);\n\n  return (\n    <span className=\"price\">\n      {text}\n    </span>\n  );\n}\n",
      [
        .swap(
          "type Props = { amount: number; currency: string };\n",
          "type Props = { value: number; currency: string };\n"),
        .swap(
          "export function Price({ amount, currency }: Props) {\n  const text = format(amount, currency);\n",
          "export function Price({ value, currency }: Props) {\n  const text = format(value, currency);\n"
        ),
      ],
      [
        .swap(
          "    <span className=\"price\">\n",
          "    <span className=\"price\" data-amount={amount}>\n")
      ]),
    EditedCase(
      "lib/shop/cart.ex",
      "defmodule Shop.Cart do\n  alias Shop.Catalog.Product\n  alias Shop.Repo\n\n  def add(cart, id) do\n    product = Repo.get!(Product, id)\n    [product | cart]\n  end\n\n  def empty, do: []\nend\n",
      [
        .swap("  alias Shop.Catalog.Product\n", "  alias Shop.Catalog.Item\n"),
        .swap("    product = Repo.get!(Product, id)\n", "    product = Repo.get!(Item, id)\n"),
      ],
      [
        .add(
          "\n  def count_all, do: Repo.aggregate(Product, :count)\n",
          behind: "  def empty, do: []\n")
      ]),
    EditedCase(
      "mailer.py",
      "def reminder(loan):\n    days = (today() - loan.due).days\n    subject = f\"{loan.title} is {days} days late\"\n    body = \"Please bring it back.\"\n    return subject, body\n",
      [
        .swap(
          "    days = (today() - loan.due).days\n    subject = f\"{loan.title} is {days} days late\"\n",
          "    overdue = (today() - loan.due).days\n    subject = f\"{loan.title} is {overdue} days late\"\n"
        )
      ],
      [
        .swap(
          "    body = \"Please bring it back.\"\n",
          "    body = f\"Please bring it back. Fee: {days * 20} cents.\"\n")
      ]),
    EditedCase(
      "src/types.ts",
      "export type Berth = {\n  no: number;\n  depth: number;\n};\n\nexport function free(list: Berth[]): Berth[] {\n  return list.filter((b) => b.depth > 2);\n}\n\nexport function count(list: unknown[]): number {\n  return list.length;\n}\n",
      [
        .swap("export type Berth = {\n", "export type Mooring = {\n"),
        .swap(
          "export function free(list: Berth[]): Berth[] {\n",
          "export function free(list: Mooring[]): Mooring[] {\n"),
      ],
      [
        .add(
          "\nexport async function load(): Promise<Berth[]> {\n  return (await fetch(\"/berths\")).json();\n}\n",
          behind: "  return list.length;\n}\n")
      ]),
    EditedCase(
      "rtl/uart.v",
      "module uart(input clk, input rx, output reg [7:0] data);\n  wire tick;\n  baud b0(.clk(clk), .tick(tick));\n\n  always @(posedge clk)\n    if (tick) data <= {rx, data[7:1]};\n\nendmodule\n",
      [
        .swap(
          "  wire tick;\n  baud b0(.clk(clk), .tick(tick));\n",
          "  wire sample;\n  baud b0(.clk(clk), .tick(sample));\n"),
        .swap(
          "    if (tick) data <= {rx, data[7:1]};\n", "    if (sample) data <= {rx, data[7:1]};\n"),
      ],
      [
        .add(
          "  assign busy = tick & ~rx;\n\n", behind: "    if (tick) data <= {rx, data[7:1]};\n\n")
      ]),
    EditedCase(
      "bin/fold.pl",
      "use strict;\nmy %seen;\nwhile (my $line = <STDIN>) {\n    chomp $line;\n    next if $seen{$line}++;\n    print \"$line\\n\";\n}\n",
      [
        .swap("my %seen;\n", "my %count;\n"),
        .swap("    next if $seen{$line}++;\n", "    next if $count{$line}++;\n"),
      ], [.add("printf \"%d lines\\n\", scalar keys %seen;\n", behind: "}\n")]),
    EditedCase(
      "lib/fee.ml",
      "let base = 20\n\nlet fee days = days * base\n\nlet cap x = min x 1000\n\nlet describe () = \"fees\"\n",
      [
        .swap("let base = 20\n", "let per_day = 20\n"),
        .swap("let fee days = days * base\n", "let fee days = days * per_day\n"),
      ],
      [
        .swap(
          "let describe () = \"fees\"\n", "let describe () = Printf.sprintf \"fees from %d\" base\n"
        )
      ]),
    EditedCase(
      "Meter.cs",
      "public class Meter\n{\n    private readonly int _start;\n\n    public Meter(int start) => _start = start;\n\n    public int Used(int now) => now - _start;\n\n    public override string ToString() => \"Meter\";\n}\n",
      [
        .swap("    private readonly int _start;\n", "    private readonly int _initial;\n"),
        .swap(
          "    public Meter(int start) => _start = start;\n",
          "    public Meter(int start) => _initial = start;\n"),
        .swap(
          "    public int Used(int now) => now - _start;\n",
          "    public int Used(int now) => now - _initial;\n"),
      ],
      [
        .swap(
          "    public override string ToString() => \"Meter\";\n",
          "    public override string ToString() => $\"Meter from {_start}\";\n")
      ]),
    EditedCase(
      "timer.cpp",
      "void Timer::start() {\n  begin_ = clock::now();\n}\n\ndouble Timer::seconds() const {\n  return diff(clock::now(), begin_);\n}\n\nbool Timer::running() const {\n  return true;\n}\n",
      [
        .swap("  begin_ = clock::now();\n", "  started_at_ = clock::now();\n"),
        .swap(
          "  return diff(clock::now(), begin_);\n", "  return diff(clock::now(), started_at_);\n"),
      ], [.swap("  return true;\n", "  return begin_ != clock::time_point{};\n")]),
    EditedCase(
      "m.el",
      "(defvar tide-url \"https://tides.example\")\n\n(defun tide-fetch ()\n  (url-retrieve-synchronously tide-url))\n\n(defun tide-about ()\n  (message \"Tides\"))\n",
      [
        .swap(
          "(defvar tide-url \"https://tides.example\")\n",
          "(defvar tide-endpoint \"https://tides.example\")\n"),
        .swap(
          "  (url-retrieve-synchronously tide-url))\n",
          "  (url-retrieve-synchronously tide-endpoint))\n"),
      ], [.swap("  (message \"Tides\"))\n", "  (message \"Tides from %s\" tide-url))\n")]),
    EditedCase(
      "L.kt",
      "fun label(b: Boat): String {\n    val len = b.metres\n    val text = \"${b.name}, $len m\"\n\n    return text\n}\n",
      [
        .swap(
          "    val len = b.metres\n    val text = \"${b.name}, $len m\"\n",
          "    val length = b.metres\n    val text = \"${b.name}, $length m\"\n")
      ], [.swap("    return text\n", "    return if (len > 12) \"$text (long)\" else text\n")]),
    EditedCase(
      "f.m",
      "function y = smooth(x, n)\nk = ones(1, n) / n;\ny = conv(x, k, 'same');\nend\n\nfunction z = peak(x)\nz = max(x);\nend\n",
      [.swap("function y = smooth(x, n)\n", "function y = movavg(x, n)\n")],
      [.swap("z = max(x);\n", "z = max(smooth(x, 5));\n")]),
    EditedCase(
      "src/till.clj",
      "(defn total [items]\n  (let [prices (map :price items)\n        net    (reduce + prices)]\n    {:net   net\n     :gross (* 1.19 net)}))\n",
      [
        .swap(
          "  (let [prices (map :price items)\n        net    (reduce + prices)]\n",
          "  (let [amounts (map :price items)\n        net    (reduce + amounts)]\n")
      ],
      [
        .swap(
          "     :gross (* 1.19 net)}))\n",
          "     :gross (* 1.19 net)\n     :max   (apply max prices)}))\n")
      ]),
    EditedCase(
      "a.py",
      "class A:\n    def __init__(self, rate):\n        self.rate = rate\n\n    def fee(self):\n        return self.rate * 2\n\n    def label(self):\n        return \"fee\"\n",
      [
        .swap("        self.rate = rate\n", "        self.daily = rate\n"),
        .swap("        return self.rate * 2\n", "        return self.daily * 2\n"),
      ], [.swap("        return \"fee\"\n", "        return f\"fee {self.rate}\"\n")]),
    EditedCase(
      "a.sql",
      "WITH late AS (\n  SELECT * FROM loans WHERE due < now()\n)\nSELECT count(*) FROM late;\n\nSELECT 1;\n",
      [
        .swap("WITH late AS (\n", "WITH overdue AS (\n"),
        .swap("SELECT count(*) FROM late;\n", "SELECT count(*) FROM overdue;\n"),
      ], [.swap("SELECT 1;\n", "SELECT name FROM late;\n")]),
    EditedCase(
      "rpc/parking.proto",
      "syntax = \"proto3\";\n\nmessage SpotRequest {\n  string garage = 1;\n}\n\nmessage Spot {\n  int32 number = 1;\n}\n\nservice Parking {\n  rpc Find(SpotRequest) returns (Spot);\n}\n",
      [
        .swap("message Spot {\n", "message ParkingSpot {\n"),
        .swap(
          "  rpc Find(SpotRequest) returns (Spot);\n",
          "  rpc Find(SpotRequest) returns (ParkingSpot);\n"),
      ],
      [
        .add(
          "  rpc Watch(SpotRequest) returns (stream Spot);\n",
          behind: "  rpc Find(SpotRequest) returns (Spot);\n")
      ]),
  ]

  @Test(arguments: replaced.indices, MergePolicy.allCases)
  func `a name of code that a side replaced is not used again`(index: Int, policy: MergePolicy)
    throws
  {
    try Self.replaced[index].checkLeft(policy)
  }

  private static let apart: [EditedCase] = [
    EditedCase(
      "a.go",
      "package main\n\nfunc run() {\n\ttotal := 3\n\tuse(total)\n\tlog(total)\n}\n\nfunc stop() {\n\thalt()\n}\n",
      [.swap("\ttotal := 3\n\tuse(total)\n\tlog(total)\n", "\tsum := 3\n\tuse(sum)\n\tlog(sum)\n")],
      [.swap("\thalt()\n", "\ttotal := count()\n\thalt(total)\n")],
      [
        .swap("\ttotal := 3\n\tuse(total)\n\tlog(total)\n", "\tsum := 3\n\tuse(sum)\n\tlog(sum)\n"),
        .swap("\thalt()\n", "\ttotal := count()\n\thalt(total)\n"),
      ]),
    EditedCase(
      "a.js", "function f(total) {\n  return total + 1;\n}\n\nfunction g() {\n  return 2;\n}\n",
      [
        .swap(
          "function f(total) {\n  return total + 1;\n", "function f(sum) {\n  return sum + 1;\n")
      ], [.add("\nfunction h(total) {\n  return total * 2;\n}\n", behind: "  return 2;\n}\n")],
      [
        .swap(
          "function f(total) {\n  return total + 1;\n", "function f(sum) {\n  return sum + 1;\n"),
        .add("\nfunction h(total) {\n  return total * 2;\n}\n", behind: "  return 2;\n}\n"),
      ]),
    EditedCase(
      "a.py", "def f(days):\n    return days + 1\n\n\ndef g():\n    return 2\n",
      [.swap("def f(days):\n    return days + 1\n", "def f(span):\n    return span + 1\n")],
      [.swap("    return 2\n", "    return sorted(x, key=lambda days: days.start)\n")],
      [
        .swap("def f(days):\n    return days + 1\n", "def f(span):\n    return span + 1\n"),
        .swap("    return 2\n", "    return sorted(x, key=lambda days: days.start)\n"),
      ]),
    EditedCase(
      "a.py", "def f(days):\n    return days + 1\n\n\ndef g():\n    return 2\n",
      [.swap("def f(days):\n    return days + 1\n", "def f(span):\n    return span + 1\n")],
      [.swap("    return 2\n", "    return [days for days in week()]\n")],
      [
        .swap("def f(days):\n    return days + 1\n", "def f(span):\n    return span + 1\n"),
        .swap("    return 2\n", "    return [days for days in week()]\n"),
      ]),
    EditedCase(
      "a.js", "function f(total) {\n  return total + 1;\n}\n\nfunction g(o) {\n  return 2;\n}\n",
      [
        .swap(
          "function f(total) {\n  return total + 1;\n", "function f(sum) {\n  return sum + 1;\n")
      ], [.swap("  return 2;\n", "  const { total } = o;\n  return total;\n")],
      [
        .swap(
          "function f(total) {\n  return total + 1;\n", "function f(sum) {\n  return sum + 1;\n"),
        .swap("  return 2;\n", "  const { total } = o;\n  return total;\n"),
      ]),
    EditedCase(
      "a.js", "function f(total) {\n  return total + 1;\n}\n\nfunction g(o) {\n  return 2;\n}\n",
      [
        .swap(
          "function f(total) {\n  return total + 1;\n", "function f(sum) {\n  return sum + 1;\n")
      ], [.swap("  return 2;\n", "  return { total: 2 };\n")],
      [
        .swap(
          "function f(total) {\n  return total + 1;\n", "function f(sum) {\n  return sum + 1;\n"),
        .swap("  return 2;\n", "  return { total: 2 };\n"),
      ]),
    EditedCase(
      "a.js", "function f(total) {\n  return total + 1;\n}\n\nfunction g(o) {\n  return 2;\n}\n",
      [
        .swap(
          "function f(total) {\n  return total + 1;\n", "function f(sum) {\n  return sum + 1;\n")
      ], [.swap("  return 2;\n", "  return o.total;\n")],
      [
        .swap(
          "function f(total) {\n  return total + 1;\n", "function f(sum) {\n  return sum + 1;\n"),
        .swap("  return 2;\n", "  return o.total;\n"),
      ]),
    EditedCase(
      "a.md", "The crew meets on Monday.\n\nThe crew leader speaks.\n\nBring a pen.\n",
      [
        .swap("The crew meets on Monday.\n", "The team meets on Monday.\n"),
        .swap("The crew leader speaks.\n", "The team leader speaks.\n"),
      ], [.swap("Bring a pen.\n", "Bring a pen for the crew.\n")],
      [
        .swap("The crew meets on Monday.\n", "The team meets on Monday.\n"),
        .swap("The crew leader speaks.\n", "The team leader speaks.\n"),
        .swap("Bring a pen.\n", "Bring a pen for the crew.\n"),
      ]),
    EditedCase(
      "a.py", "def f():\n    rows = load()\n    return rows\n\n\ndef g():\n    return 2\n",
      [.swap("    rows = load()\n    return rows\n", "    items = load()\n    return items\n")],
      [.swap("    return 2\n", "    with open() as rows:\n        return rows\n")],
      [
        .swap("    rows = load()\n    return rows\n", "    items = load()\n    return items\n"),
        .swap("    return 2\n", "    with open() as rows:\n        return rows\n"),
      ]),
  ]

  @Test(arguments: apart.indices)
  func `a name with a meaning of its own is merged`(index: Int) throws {
    try Self.apart[index].check()
  }
}
