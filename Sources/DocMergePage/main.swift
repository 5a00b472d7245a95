import DocMergeCommand

CommandProgram.run(pages: ServedPages())
