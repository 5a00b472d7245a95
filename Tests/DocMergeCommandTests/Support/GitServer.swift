import DocMergeTestSupport
import Glibc
import Synchronization
import Testing

/// A real server of git repositories on this computer, for one test.
final class GitServer: Sendable {
  /// Which program serves.
  enum Kind: String, Sendable, CaseIterable, CustomTestStringConvertible {
    case daemon, ssh, http, https

    var testDescription: String { rawValue }

    /// Those that can be run here.
    static var installed: [Kind] { allCases.filter(\.isInstalled) }

    /// Whether it can be run here.
    var isInstalled: Bool {
      switch self {
      case .daemon: access("\(GitServer.gitPrograms)/git-daemon", X_OK) == 0
      case .ssh: access("/usr/sbin/sshd", X_OK) == 0 && access("/usr/bin/ssh-keygen", X_OK) == 0
      case .http:
        access("/usr/sbin/lighttpd", X_OK) == 0
          && access("\(GitServer.gitPrograms)/git-http-backend", X_OK) == 0
      case .https:
        Kind.http.isInstalled && access("/usr/lib/lighttpd/mod_openssl.so", R_OK) == 0
          && access("/usr/bin/openssl", X_OK) == 0
      }
    }
  }

  let kind: Kind
  let port: UInt16
  private let folder = TemporaryFolder()
  private let running: Mutex<RunningProgram?>

  static let gitPrograms: String = {
    Program("git", in: "/").run(["--exec-path"]).lines.first ?? "/usr/lib/git-core"
  }()

  /// Makes a bare repository with plain git, and a server for it, which is started by default.
  init(_ kind: Kind, isStarted: Bool = true) throws {
    self.kind = kind
    port = try GitServer.freePort()
    running = Mutex(nil)
    let git = Program("git", in: folder.path)
    try git.run(["init", "--quiet", "--bare", "srv/notes.git"], exits: 0)
    try git.run(["--git-dir=srv/notes.git", "config", "http.receivepack", "true"], exits: 0)
    try prepare()
    if isStarted { try start() }
  }

  deinit { stop() }

  // MARK: Addresses

  /// The address of the repository.
  var url: String { url("notes.git") }

  /// The address of a repository by the name of its folder.
  func url(_ name: String) -> String {
    switch kind {
    case .daemon: "git://127.0.0.1:\(port)/\(name)"
    case .ssh: "ssh://127.0.0.1:\(port)\(folder.path)/srv/\(name)"
    case .http, .https: "\(kind.rawValue)://127.0.0.1:\(port)/git/\(name)"
    }
  }

  /// The address of the repository for those who have a name and a password.
  var privateURL: String { "\(kind.rawValue)://127.0.0.1:\(port)/private/notes.git" }

  /// What a client's environment needs to know.
  var environment: [String: String] {
    switch kind {
    case .daemon, .http: [:]
    case .ssh: ["GIT_SSH_COMMAND": "ssh -F '\(folder.path)/client'"]
    case .https: ["GIT_SSL_CAINFO": certificate]
    }
  }

  /// The certificate of a web server, which it signed itself.
  var certificate: String { "\(folder.path)/certificate" }

  /// The repository on the disk.
  var repository: String { "\(folder.path)/srv/notes.git" }

  /// A file of the server.
  func file(_ name: String) -> File { File("\(folder.path)/\(name)") }

  /// git on the repository.
  func git(_ words: String...) -> Output {
    Program("git", in: folder.path).run(["--git-dir=srv/notes.git"] + words)
  }

  // MARK: Running

  /// Starts, and waits until it answers.
  func start() throws {
    // A session of its own, so that it can be ended with all that it started.
    let program = Program("setsid", in: folder.path).start(command)
    running.withLock { $0 = program }
    for _ in 0..<10_000 {
      if GitServer.isOpen(port) { return }
      usleep(1000)
    }
    Issue.record("\(kind) did not start: \(file("log").text ?? "")")
  }

  /// Ends it at once, with all that it started.
  func stop() {
    guard let program = running.withLock({ $0.take() }) else { return }
    kill(-program.id, SIGKILL)
    _ = program.finish()
  }

  private var command: [String] {
    switch kind {
    case .daemon:
      [
        "\(GitServer.gitPrograms)/git-daemon", "--reuseaddr", "--listen=127.0.0.1",
        "--port=\(port)", "--base-path=\(folder.path)/srv", "--export-all", "--enable=receive-pack",
      ]
    case .ssh: ["/usr/sbin/sshd", "-D", "-f", "\(folder.path)/sshd", "-E", "\(folder.path)/log"]
    case .http, .https: ["/usr/sbin/lighttpd", "-D", "-f", "\(folder.path)/lighttpd"]
    }
  }

  private func prepare() throws {
    switch kind {
    case .daemon: break
    case .ssh: try prepareSSH()
    case .http: prepareHTTP()
    case .https:
      try makeCertificate()
      prepareHTTP()
    }
  }

  private func prepareSSH() throws {
    let place = folder.path
    let keygen = Program("ssh-keygen", in: place)
    for name in ["hostkey", "key", "stranger"] {
      try keygen.run(["-q", "-t", "ed25519", "-N", "", "-f", name], exits: 0)
    }
    // Where sshd of root expects an empty folder; others do without.
    if geteuid() == 0 { mkdir("/run/sshd", 0o755) }
    file("authorized").write(file("key.pub").bytes ?? [])
    let host = file("hostkey.pub").text ?? ""
    file("known").write(Array("[127.0.0.1]:\(port) \(host)".utf8))
    let server = """
      ListenAddress 127.0.0.1
      Port \(port)
      HostKey \(place)/hostkey
      AuthorizedKeysFile \(place)/authorized
      PidFile none
      StrictModes no
      UsePAM no
      PasswordAuthentication no
      KbdInteractiveAuthentication no
      PermitRootLogin yes
      MaxStartups 100
      SetEnv GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1

      """
    let client = """
      IdentityFile \(place)/key
      IdentitiesOnly yes
      UserKnownHostsFile \(place)/known
      GlobalKnownHostsFile /dev/null

      """
    file("sshd").write(Array(server.utf8))
    file("client").write(Array(client.utf8))
  }

  /// Makes a key and a certificate, anew where there is one.
  func makeCertificate(for name: String = "IP:127.0.0.1") throws {
    try Program("openssl", in: folder.path).run(
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
        "-days", "2", "-subj", "/CN=test", "-addext", "subjectAltName=\(name)",
        "-keyout", "certificate-key", "-out", "certificate",
      ], exits: 0)
  }

  private func prepareHTTP() {
    let place = folder.path
    file("users").write(Array("anna:token-of-anna\n".utf8))
    let backend = "\(GitServer.gitPrograms)/git-http-backend"
    let settings = """
      server.document-root = "\(place)/srv"
      server.port = \(port)
      server.bind = "127.0.0.1"
      server.errorlog = "\(place)/log"
      server.upload-dirs = ( "\(place)" )
      server.modules = ( "mod_alias", "mod_auth", "mod_authn_file", "mod_setenv", "mod_cgi" )
      \(kind == .https ? encryption : "")
      setenv.set-environment = (
        "GIT_PROJECT_ROOT" => "\(place)/srv", "GIT_HTTP_EXPORT_ALL" => "1",
        "GIT_CONFIG_GLOBAL" => "/dev/null", "GIT_CONFIG_NOSYSTEM" => "1" )
      alias.url = ( "/git" => "\(backend)", "/private" => "\(backend)" )
      cgi.assign = ( "" => "" )
      $HTTP["url"] =~ "^/private" {
        auth.backend = "plain"
        auth.backend.plain.userfile = "\(place)/users"
        auth.require = ( "" => ( "method" => "basic", "realm" => "notes", "require" => "valid-user" ) )
      }

      """
    file("lighttpd").write(Array(settings.utf8))
  }

  private var encryption: String {
    """
    server.modules += ( "mod_openssl" )
    ssl.engine = "enable"
    ssl.pemfile = "\(certificate)"
    ssl.privkey = "\(certificate)-key"
    """
  }

  // MARK: Ports

  /// The ports that tests of this process have.
  private static let taken = Mutex<Set<UInt16>>([])

  /// A port that is free at the moment.
  ///
  /// It is below those that the system gives to clients, one of which could take it before the server does.
  static func freePort() throws -> UInt16 {
    let ports = (0..<1000).lazy.map { _ in UInt16.random(in: 12_000..<32_000) }
    let port = ports.first { port in isFree(port) && taken.withLock { $0.insert(port).inserted } }
    return try #require(port)
  }

  private static func isFree(_ port: UInt16) -> Bool {
    let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(file) }
    var address = Listener.address(port)
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  /// Whether a server listens.
  private static func isOpen(_ port: UInt16) -> Bool {
    let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(file) }
    var address = Listener.address(port)
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }
}

/// A server that takes connections and never says a word.
final class Listener: Sendable {
  let port: UInt16
  private let file: Int32

  init() throws {
    // No program that another test starts keeps it open.
    file = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = Listener.address(0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let (file, length) = (file, size)
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(file, $0, length) == 0 && listen(file, 16) == 0 && getsockname(file, $0, &size) == 0
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    try #require(status)
  }

  deinit { close(file) }

  static func address(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }
}
