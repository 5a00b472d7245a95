package import DocMergeFormats
import DocMergeSystem

/// The tree-sitter grammars on this computer, in their usual places.
///
/// The first folder that has a grammar is tried first:
///
///     docmerge.grammars, a setting of git      folders that the user names
///     ~/.local/share/docmerge/grammars         grammars that `docmerge grammars install` fetched
///     Neovim, Emacs, Helix                     grammars of an editor
///     /usr/local/lib, /usr/lib                 libtree-sitter-python.so and the like
package struct InstalledGrammars: Sendable {
  /// The folders, in the order in which they are searched.
  package let folders: [String]

  /// Looks for grammars in these folders.
  package init(folders: [String]) { self.folders = folders }

  /// Looks for grammars in all folders of this computer and user.
  ///
  /// Runs `git config` for the setting.
  package init() {
    folders = Self.named + [Self.own].compactMap(\.self) + Self.ofEditors + Self.ofSystem
  }

  /// The folder that `docmerge grammars install` fills; `nil` for a user without a home.
  package static var own: String? { data.map { "\($0)/docmerge/grammars" } }

  /// A library that may hold a grammar.
  package struct File: Sendable, Hashable {
    /// Its path.
    package var path: String
    /// The folder in which it was found.
    package var folder: String
  }

  /// The libraries that may hold the grammar of a language, in the order to try.
  package func files(for language: LanguageProfile) -> [File] {
    folders.flatMap { folder in
      language.grammars.flatMap { name in
        ["\(name).so", "libtree-sitter-\(name.replacing("_", with: "-")).so"].compactMap { file in
          let path = "\(folder)/\(file)"
          return SystemPath(path).allows(.reading) ? File(path: path, folder: folder) : nil
        }
      }
    }
  }

  // MARK: Folders

  private static func variable(_ name: String) -> String? {
    Variable.value(name).flatMap { $0.isEmpty ? nil : $0 }
  }

  private static var home: String? { variable("HOME") }
  private static var data: String? {
    variable("XDG_DATA_HOME") ?? home.map { "\($0)/.local/share" }
  }
  private static var settings: String? {
    variable("XDG_CONFIG_HOME") ?? home.map { "\($0)/.config" }
  }

  /// The folders in the setting `docmerge.grammars`.
  private static var named: [String] {
    OwnSettings.values(of: "docmerge.grammars", type: "path")
  }

  private static var ofEditors: [String] {
    var folders: [String] = []
    if let data {
      folders += [
        "\(data)/nvim/site/parser", "\(data)/nvim/lazy/nvim-treesitter/parser",
        "\(data)/nvim/site/pack/packer/start/nvim-treesitter/parser",
      ]
    }
    folders += ["/usr/local/lib/nvim/parser", "/usr/lib/nvim/parser", "\(library)/nvim/parser"]
    if let home { folders.append("\(home)/.emacs.d/tree-sitter") }
    if let settings {
      folders += ["\(settings)/emacs/tree-sitter", "\(settings)/helix/runtime/grammars"]
    }
    if let runtime = variable("HELIX_RUNTIME") { folders.append("\(runtime)/grammars") }
    return folders + ["/usr/lib/helix/runtime/grammars", "/usr/local/lib/helix/runtime/grammars"]
  }

  private static var ofSystem: [String] { ["/usr/local/lib", library, "/usr/lib"] }

  /// Debian's folder of libraries for this kind of machine.
  private static var library: String {
    #if arch(arm64)
      "/usr/lib/aarch64-linux-gnu"
    #else
      "/usr/lib/x86_64-linux-gnu"
    #endif
  }
}
