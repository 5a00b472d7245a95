// An app imports DocMerge alone, and gets the types of its declarations with it.
@_exported public import DocMergeContainer
@_exported public import DocMergeCore
@_exported public import DocMergeFolder
@_exported public import DocMergeFormats
@_exported public import DocMergeHistory
@_exported public import DocMergeObjects
@_exported public import DocMergeOffice
@_exported public import DocMergeResolvers
@_exported public import DocMergeSync
@_exported public import DocMergeSystem
@_exported public import DocMergeUpkeep
