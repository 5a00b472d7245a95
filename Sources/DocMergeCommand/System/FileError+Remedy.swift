import DocMerge
import DocMergeLanguage
import DocMergeSystem
import Glibc

extension FileError {
  /// The remedy for a person, to follow the description; empty where that is enough.
  var remedy: String {
    switch code {
    case EMFILE: tr("; `ulimit -n 4096` lets this shell have more")
    case ENFILE: tr("; the whole computer has too many, see fs.file-max in proc(5)")
    case ENAMETOOLONG:
      tr(": the file system takes no name that is so long; `docmerge mv` gives another one")
    case EILSEQ: tr(": the file system cannot hold that name; `docmerge mv` gives another one")
    case EROFS: tr(": the disk can only be read, and the words of `dmesg` may say why")
    case EDQUOT: tr(": the space that this person may use is used up")
    default: ""
    }
  }
}
