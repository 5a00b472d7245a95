import DocMergeCommand

CommandProgram.run(pages: ServedPages(), packages: FetchedPackages())
