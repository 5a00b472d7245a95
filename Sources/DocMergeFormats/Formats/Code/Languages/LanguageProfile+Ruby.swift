extension LanguageProfile {
  static let ruby = LanguageProfile(
    "ruby", endings: ["rb", "rake", "gemspec", "ru"],
    fileNames: ["Rakefile", "Vagrantfile", "Fastfile"],
    importWords: ["require", "require_relative", "gem"],
    bodies: ["program", "body_statement", "then", "do", "block_body"],
    leaves: ["string", "heredoc_body", "symbol"],
    finalMarks: "([{")
}
