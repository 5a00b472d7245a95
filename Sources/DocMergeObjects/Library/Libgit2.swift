import DocMergeLanguage
import DocMergeLibgit2
import DocMergePOSIX
import DocMergeSystem
import Glibc
import Synchronization

/// The only place that turns statuses of libgit2 into errors, and starts the library.
package enum Libgit2 {
  /// Starts the library once: durable writes are on before any repository is opened.
  package static func start() throws(GitError) {
    try check("git_libgit2_init", started)
  }

  private static let started: Int32 = {
    // libgit2 unpacks every base of a remote's object, however large it is. These are copied.
    var allocator = git_allocator(
      gmalloc: docmerge_bounded_malloc, gcalloc: docmerge_bounded_calloc,
      gstrdup: docmerge_bounded_strdup, gstrndup: docmerge_bounded_strndup,
      gsubstrdup: docmerge_bounded_substrdup, grealloc: docmerge_bounded_realloc,
      greallocarray: docmerge_bounded_reallocarray, gmallocarray: docmerge_bounded_mallocarray,
      gfree: docmerge_bounded_free)
    let isSet = docmerge_git_set_allocator(&allocator)
    guard isSet >= 0 else { return isSet }
    let status = git_libgit2_init()
    guard status >= 0 else { return status }
    // Shards and folders of up to some thousand entries stay in the cache; versions do not.
    let cache = docmerge_git_set_cache_limit(GIT_OBJECT_TREE, 1 << 18)
    guard cache >= 0 else { return cache }
    let windows = docmerge_git_set_windows(16 << 20, 64 << 20, 128)
    guard windows >= 0 else { return windows }
    for level in NamedSettings.replaced {
      let status = docmerge_git_forget_settings(level)
      guard status >= 0 else { return status }
    }
    return docmerge_git_wait_for_disk(1)
  }()

  /// Starts the library so that it does not wait for the disk, and reads no settings but a repository's own.
  ///
  /// libgit2 has both once in a process, so that no ``Environment`` can decide it: for programs in which nothing needs
  /// to survive a power cut. libgit2 looks for the files of a person's settings at every read of a repository's.
  package static func startWithoutWaiting() throws(GitError) {
    try start()
    try check("git_libgit2_opts", docmerge_git_wait_for_disk(0))
    NamedSettings.ignore()
    for level in [GIT_CONFIG_LEVEL_SYSTEM, GIT_CONFIG_LEVEL_XDG, GIT_CONFIG_LEVEL_GLOBAL] {
      try check("git_libgit2_opts", docmerge_git_forget_settings(level))
    }
  }

  private static let most = Mutex<Int64>(0)

  /// Limits each allocation of libgit2 to `bytes`, or to an earlier limit if that is larger.
  ///
  /// The size of an object can be read before it is unpacked, but not the sizes of its delta bases in a pack.
  package static func boundMemory(_ bytes: Int64) {
    most.withLock { most in
      most = max(most, bytes)
      docmerge_bound_memory(Int(most))
    }
  }

  /// Throws when `status` is negative, with libgit2's message on this thread.
  package static func check(_ function: String, _ status: Int32) throws(GitError) {
    guard status < 0 else { return }
    throw failure(function, status)
  }

  /// Runs a call that returns a pointer by reference, and returns the pointer.
  static func acquire(
    _ function: String, _ call: (inout OpaquePointer?) -> Int32
  ) throws(GitError) -> OpaquePointer {
    var pointer: OpaquePointer?
    try check(function, call(&pointer))
    guard let pointer else {
      throw GitError(code: .notFound, function: function, message: tr("no result"))
    }
    return pointer
  }

  /// Repeats a call, for a second, while a reference is locked: git locks them briefly when it packs them.
  static func patiently(_ call: () -> Int32) -> Int32 {
    for _ in 0..<200 {
      let status = call()
      guard status == GIT_ELOCKED.rawValue else { return status }
      usleep(5_000)
    }
    return call()
  }

  private static func failure(_ function: String, _ status: Int32) -> GitError {
    // A full disk leaves no message behind, only errno.
    let reason = errno
    // Only for a failure without a code of its own: libgit2 recovers from some refusals.
    let isRefused = docmerge_take_refusal() != 0 && status == GIT_ERROR.rawValue
    var message: String
    if let said = git_error_last(), let text = said.pointee.message {
      message = String(cString: text)
    } else {
      message = reason == 0 ? tr("failed with status \(status)") : Errno(reason).description
    }
    git_error_clear()
    // From 2 GiB on, libgit2 does not even try to allocate.
    if isRefused || message.contains("overly large object") {
      message = tr("takes more memory than documents may have")
      return GitError(code: .tooLarge, function: function, message: message)
    }
    return GitError(code: .init(rawValue: status), function: function, message: message)
  }
}
