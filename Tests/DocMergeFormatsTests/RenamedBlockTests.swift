import DocMergeCore
import DocMergeFormats
import Testing

/// A block of settings that one side renamed, and the settings in it that the other side changed.
struct RenamedBlockTests {
  private static let hosts = """
    Host nas
        HostName nas.example.org
        User admin

    Host web
        HostName web.example.org
        Port 2222
        User deploy

    """

  private static let location = """
    server {
        listen 80;

        location /static {
            root /srv/www;
            expires 30d;
            autoindex off;
        }
    }

    """

  private static let directory = """
    <VirtualHost *:80>
        ServerName shop.example.org
        <Directory /srv/shop>
            Require all granted
            AllowOverride None
            Options -Indexes
        </Directory>
    </VirtualHost>

    """

  private static let resource = """
    resource "instance" "web" {
      image = "a"
      size  = "small"
    }

    output "address" {
      value = instance.web.address
    }

    """

  private static let frontend = """
    frontend web
        bind *:80
        mode http
        default_backend app

    """

  private static let left: [EditedCase] = [
    EditedCase(
      ".ssh/config", hosts, [.swap("Host web", "Host shop")], [.swap("deploy", "root")]),
    EditedCase(
      ".ssh/config", hosts, [.swap("Host web", "Host shop")],
      [.swap("    User deploy\n", "    User deploy\n    ForwardAgent yes\n")]),
    EditedCase(
      ".ssh/config", hosts, [.swap("Host web", "Host shop")], [.swap("    User deploy\n", "")]),
    EditedCase(
      "shop.conf", location, [.swap("/static", "/assets")],
      [.swap("autoindex off", "autoindex on")]),
    EditedCase(
      "shop.conf", directory, [.swap("y /srv/shop", "y /srv/old")],
      [.swap("-Indexes", "+Indexes")]),
    EditedCase(
      "main.tf", resource,
      [.swap("\"instance\"", "\"machine\""), .swap("= instance.web", "= machine.web")],
      [.swap("small", "large")]),
    EditedCase(
      "shop.nomad",
      "job \"shop\" {\n  group \"web\" {\n    driver = \"a\"\n    count = 2\n  }\n}\n",
      [.swap("\"web\"", "\"site\"")], [.swap("count = 2", "count = 3")]),
    EditedCase(
      "Caddyfile", "example.org {\n    root * /srv\n    file_server\n    encode gzip\n}\n",
      [.swap("example.org", "example.net")], [.swap("gzip", "zstd")]),
    EditedCase(
      "haproxy.cfg", frontend, [.swap("frontend web", "frontend site")],
      [.swap("default_backend app", "default_backend old")]),
  ]

  @Test(arguments: left)
  private func `leaves a block with the name of one side and settings of the other`(
    _ merge: EditedCase
  ) throws {
    try merge.checkLeft(.strict)
  }

  private static let clean: [EditedCase] = [
    // Another block, another name of the same block, a comment, a condition.
    EditedCase(
      ".ssh/config", hosts, [.swap("Host nas", "Host disk")], [.swap("deploy", "root")],
      [.swap("Host nas", "Host disk"), .swap("deploy", "root")]),
    EditedCase(
      ".ssh/config", hosts, [.swap("Host web", "Host web www")], [.swap("deploy", "root")],
      [.swap("Host web", "Host web www"), .swap("deploy", "root")]),
    EditedCase(
      ".ssh/config", hosts, [.swap("Host web", "Host shop")],
      [.swap("    User deploy\n", "    # As the server.\n    User deploy\n")],
      [
        .swap("Host web", "Host shop"),
        .swap("    User deploy\n", "    # As the server.\n    User deploy\n"),
      ]),
    EditedCase(
      "shop.conf",
      "server {\n    if ($host = a) {\n        set $x 1;\n        set $y 2;\n    }\n}\n",
      [.swap("$host = a", "$host = b")], [.swap("set $y 2", "set $y 3")],
      [.swap("$host = a", "$host = b"), .swap("set $y 2", "set $y 3")]),
    EditedCase(
      "a.swift", "func area() -> Int {\n  let a = 1\n  let b = 2\n  return a + b\n}\n",
      [.swap("area", "size")], [.swap("a + b", "a * b")],
      [.swap("area", "size"), .swap("a + b", "a * b")]),
    EditedCase(
      "a.unknown", "func area {\n  let a = 1\n  let b = 2\n  return a + b\n}\n",
      [.swap("area", "size")], [.swap("a + b", "a * b")],
      [.swap("area", "size"), .swap("a + b", "a * b")]),
    EditedCase(
      "TODO", "Things to buy\n  milk\n  some eggs\n  white bread\n", [.swap("to buy", "to get")],
      [.swap("white", "dark")], [.swap("to buy", "to get"), .swap("white", "dark")]),
    EditedCase(
      "a.css", ".card {\n  margin: 0;\n  color: red;\n  border: 0;\n}\n",
      [.swap(".card {", ".card, .panel {")], [.swap("border: 0", "border: 1px")],
      [.swap(".card {", ".card, .panel {"), .swap("border: 0", "border: 1px")]),
  ]

  @Test(arguments: clean)
  private func `merges other blocks, further names, comments, conditions and code`(
    _ merge: EditedCase
  ) throws {
    try merge.check()
  }

  private static let doubled: [EditedCase] = [
    EditedCase(
      ".ssh/config", hosts,
      [.swap("    HostName web.example.org\n", "    HostName web.example.org\n    ProxyJump a\n")],
      [.swap("    User deploy\n", "    User deploy\n    ProxyJump b\n")]),
    EditedCase(
      "shop.conf", directory,
      [.swap("    ServerName", "    ServerAdmin a@example.org\n    ServerName")],
      [.swap("    </Directory>\n", "    </Directory>\n    ServerAdmin b@example.org\n")]),
    EditedCase(
      "haproxy.cfg", frontend, [.swap("    bind *:80\n", "    bind *:80\n    maxconn 10\n")],
      [.swap("    default_backend app\n", "    default_backend app\n    maxconn 20\n")]),
  ]

  @Test(arguments: doubled)
  private func `leaves a setting that both sides add to one block`(_ merge: EditedCase) throws {
    try merge.checkLeft(.strict)
  }

  private static let apart: [EditedCase] = [
    // One setting in each of two blocks, and a list of equal words.
    EditedCase(
      ".ssh/config", hosts,
      [.swap("    User admin\n", "    User admin\n    ProxyJump a\n")],
      [.swap("    User deploy\n", "    User deploy\n    ProxyJump b\n")],
      [
        .swap("    User admin\n", "    User admin\n    ProxyJump a\n"),
        .swap("    User deploy\n", "    User deploy\n    ProxyJump b\n"),
      ]),
    EditedCase(
      "shop.conf", directory,
      [.swap("    ServerName", "    ServerAdmin a@example.org\n    ServerName")],
      [.swap("        Options", "        ServerAdmin b@example.org\n        Options")],
      [
        .swap("    ServerName", "    ServerAdmin a@example.org\n    ServerName"),
        .swap("        Options", "        ServerAdmin b@example.org\n        Options"),
      ]),
  ]

  @Test(arguments: apart)
  private func `merges one setting in each of two blocks`(_ merge: EditedCase) throws {
    try merge.check()
  }
}
