import DocMergeLanguage

/// Notebooks of Jupyter: JSON whose lists of cells are found by `id`, or by the contents of the cells.
///
///     "cells": [
///       {"cell_type": "code", "id": "a1",       found by its id
///        "execution_count": 3,                  that of the side whose source is kept
///        "source": ["import os\n", "os.getcwd()"],  one text, merged by its lines and words
///        "outputs": [ … ]}]                     those of the side whose source is kept
///     "metadata": {"kernelspec": { … }}         ours, where both sides changed it
package struct NotebookFormat: DocumentFormat {
  /// Makes the format.
  package init() {}

  /// The name `notebook`.
  package var name: String { "notebook" }

  package var traits: FormatTraits { .json }

  /// Finds the members and cells of a text.
  ///
  /// - Throws: ``FormatRefusal`` for a text that a JSON parser refuses, and for one without cells.
  /// - Complexity: O(*n*), *n* being the number of bytes.
  package func tree(of text: [UInt8]) throws(FormatRefusal) -> SyntaxTree {
    var scanner = JSONScanner(text, isTolerant: false)
    var root = try scanner.document()
    guard NotebookParts(text).mark(&root) else {
      throw FormatRefusal(at: 0, tr("a list of cells was expected"))
    }
    return SyntaxTree(text: text, root: root)
  }
}
