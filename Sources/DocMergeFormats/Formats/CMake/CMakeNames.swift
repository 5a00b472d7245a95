/// The known commands of CMake.
enum CMakeNames {
  /// Whether the order of the arguments of a command matters.
  enum Order {
    case free, kept
    /// It matters, unless they are files.
    case unlessFiles
  }

  /// Commands whose arguments are a list when they are on lines of their own.
  static let order: [String: Order] = [
    "add_executable": .free, "add_library": .free, "target_sources": .free,
    "target_link_libraries": .free, "target_compile_definitions": .free,
    "target_compile_features": .free, "qt_add_executable": .free, "qt_add_library": .free,
    "target_include_directories": .kept, "target_compile_options": .kept,
    "target_link_options": .kept, "set": .unlessFiles, "list": .unlessFiles,
  ]

  /// Arguments that tell how others are read.
  static let options: Set<String> = [
    "CACHE", "PARENT_SCOPE", "FILE_SET", "TYPE", "BASE_DIRS", "FILES", "ALIAS", "IMPORTED",
    "SYSTEM", "BEFORE", "AFTER", "debug", "optimized", "general", "LINK_PUBLIC", "LINK_PRIVATE",
  ]

  /// Commands that make a program or library.
  static let builders: Set<String> = [
    "add_executable", "add_library", "qt_add_executable", "qt_add_library",
  ]

  /// Arguments that give the kind of a program or library.
  static let kinds: Set<String> = [
    "STATIC", "SHARED", "MODULE", "OBJECT", "INTERFACE", "UNKNOWN", "WIN32", "MACOSX_BUNDLE",
    "EXCLUDE_FROM_ALL", "MANUAL_FINALIZATION",
  ]

  /// Flags that take the next argument.
  static let pairs: Set<String> = [
    "-framework", "-weak_framework", "-include", "-imacros", "-isystem", "-idirafter", "-iquote",
    "-Xlinker", "-Xclang", "-Xpreprocessor", "-Xassembler", "-Xcompiler", "-arch", "-target", "-u",
    "-z", "-L", "-l", "-I", "-D", "-U", "-F", "-rpath", "-T", "-x", "-mllvm", "-force_load",
  ]

  /// Commands that are found by their first argument: another one with the same argument is about the same subject.
  static let unique: Set<String> = [
    "set", "option", "add_executable", "add_library", "add_custom_target", "add_subdirectory",
    "include", "find_package", "find_library", "find_path", "find_program", "qt_add_executable",
    "qt_add_library", "function", "macro", "fetchcontent_declare",
  ]

  /// Commands that occur only once.
  static let once: Set<String> = ["project", "cmake_minimum_required", "enable_testing"]

  /// The command that ends a block.
  static let ends: [String: String] = [
    "if": "endif", "foreach": "endforeach", "while": "endwhile", "function": "endfunction",
    "macro": "endmacro", "block": "endblock",
  ]

  /// Commands that end a branch or a block.
  static let closers: Set<String> = Set(ends.values).union(["else", "elseif"])
}
