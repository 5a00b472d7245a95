import DocMergeCommand

CommandProgram.run(pages: nil)
