import DocMerge
import DocMergeLanguage

extension RemoteError {
  /// The advice after ``summary``; empty where the only remedy is to wait.
  var advice: String { connectionAdvice + repositoryAdvice + encryptionAdvice + keyAdvice }

  private var connectionAdvice: String {
    switch reason {
    case .gitMissing: tr(": install it (on Debian: apt-get install git)")
    case .hostUnknown: tr(": connect once with ssh, check the key, and sync again")
    case .hostChanged: tr(": find out why before you remove the old key")
    case .certificateNotTrusted:
      tr(
        """
        : ask its owner why; if you know it to be right, put it into a file, and name that with \
        `git config --global http.\(address).sslCAInfo FILE`
        """)
    case .notAuthenticated:
      tr(
        """
        : add a key to ssh-agent, or a token to git's credential helper, and try the address with \
        `git ls-remote`
        """)
    case .notTrusted:
      tr("; if you do: `git config --global --add safe.directory \(address)`")
    case .notAllowed: tr(": ask its owner for the right to push")
    default: ""
    }
  }

  private var repositoryAdvice: String {
    switch reason {
    case .branchesOnly:
      tr(
        """
        : have its owner allow these (of git: `receive.hideRefs`, `uploadpack.hideRefs` and \
        `transfer.hideRefs`), or sync with another remote
        """)
    case .otherHashes:
      tr(": make another one with `git init --bare --object-format=sha1`")
    case .noSuchRepository:
      tr(
        """
        : make one there with `git init --bare`, or correct the address with \
        `docmerge remote set-url`
        """)
    case .damaged where !isEncrypted: tr(": run `git fsck` there")
    case .tooLarge:
      tr(
        """
        : something there is no document, or `docmerge.maxsize` is smaller here than on the other \
        replicas
        """)
    case .notOffered:
      tr(
        """
        : there, set `uploadpack.allowAnySHA1InWant` to true, or let it speak the second form of \
        git's protocol
        """)
    default: ""
    }
  }

  private var encryptionAdvice: String {
    switch reason {
    case .encryptionMissing:
      tr(": install it (on Debian: apt-get install git-remote-gcrypt)")
    case .gpgMissing: tr(": install it (on Debian: apt-get install gnupg)")
    case .keyLocked:
      tr(": run `docmerge sync` at a terminal once, and gpg-agent remembers it")
    case .repositoryGone:
      tr(
        """
        : ask who removed it; to make a new one there, `docmerge remote remove` and \
        `docmerge remote add`
        """)
    case .repositoryReplaced:
      tr(
        ": ask who replaced it; if it is right, `docmerge remote remove` and `docmerge remote add`")
    case .damaged where isEncrypted:
      tr(
        """
        : move it away, and `docmerge remote remove` and `docmerge remote add` on each replica, \
        which then sends all that it has
        """)
    case .forcedPushesRefused:
      tr(
        """
        : there, `git config receive.denyNonFastForwards false`, or take the protection from its \
        branch master
        """)
    case .onlyWhole: tr(": clone it without --on-demand")
    default: ""
    }
  }

  private var keyAdvice: String {
    let settings = "`git --git-dir=.docmerge config remote.NAME.gcrypt-participants"
    return switch reason {
    case .noParticipants:
      tr(
        """
        : name the gpg keys of all who sync, your own too, with \(settings) "KEY KEY"`, or \
        `simple` for your own key alone
        """)
    case .noKey:
      tr(
        """
        : your key is not among those that it is for, or waits for its passphrase, which \
        `docmerge sync` at a terminal asks for; `gpg --list-secret-keys` lists your keys, and a \
        person who can read it adds one of them as a participant
        """)
    case .unknownParticipant:
      tr(": take it with `gpg --import`, or correct it with \(settings)`")
    case .badSignature:
      tr(": ask whose key it is, and if it is one of yours, add it with \(settings)`")
    default: ""
    }
  }
}
