extension LanguageProfile {
  static let bash = LanguageProfile(
    "bash", endings: ["sh", "bash", "zsh", "ksh"],
    fileNames: [".bashrc", ".bash_profile", ".profile", ".zshrc", "PKGBUILD", "APKBUILD"],
    bodies: ["program", "do_group"],
    leaves: ["string", "raw_string", "heredoc_body", "command"], nameless: ["command"],
    hasMarks: false)

  static let lua = LanguageProfile(
    "lua", endings: ["lua"],
    lists: ["table_constructor"], bodies: ["chunk", "block"], leaves: ["string"], finalMarks: "{")

  static let elixir = LanguageProfile(
    "elixir", endings: ["ex", "exs"],
    importWords: ["import", "alias", "use", "require"],
    typeWords: ["defmodule", "defprotocol", "defimpl"],
    bodies: ["source"], leaves: ["string", "sigil"], names: ["call": [words]])

  static let haskell = LanguageProfile(
    "haskell", endings: ["hs"],
    sets: ["exports"],
    imports: ["import"],
    bodies: ["haskell", "imports", "declarations"], leaves: ["string"])
}
