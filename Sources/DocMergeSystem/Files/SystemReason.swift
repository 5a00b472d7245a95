import DocMergeLanguage
import Glibc

/// Why the system refused a call, in words.
package enum SystemReason {
  /// The reason for a number in `errno`, such as `No such file or directory`; a rare one in the system's words.
  package static func words(for code: Int32) -> String {
    switch code {
    case EACCES: tr("Permission denied")
    case EAGAIN: tr("Resource temporarily unavailable")
    case EBUSY: tr("Device or resource busy")
    case EDQUOT: tr("Disk quota exceeded")
    case EEXIST: tr("File exists")
    case EFBIG: tr("File too large")
    case EINVAL: tr("Invalid argument")
    case EIO: tr("Input/output error")
    case EISDIR: tr("Is a directory")
    case ELOOP: tr("Too many levels of symbolic links")
    case EMFILE: tr("Too many open files")
    case ENAMETOOLONG: tr("File name too long")
    case ENOENT: tr("No such file or directory")
    case ENOMEM: tr("Cannot allocate memory")
    case ENOSPC: tr("No space left on device")
    case ENOTDIR: tr("Not a directory")
    case ENOTEMPTY: tr("Directory not empty")
    case EOPNOTSUPP: tr("Operation not supported")
    case EPERM: tr("Operation not permitted")
    case EROFS: tr("Read-only file system")
    case EXDEV: tr("Invalid cross-device link")
    default: String(cString: strerror(code))
    }
  }
}
