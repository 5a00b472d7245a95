// An app imports DocMerge alone: what its declarations speak of comes with it.
@_exported public import DocMergeCore
@_exported public import DocMergeFormats
@_exported public import DocMergeResolvers
@_exported public import DocMergeStore
@_exported public import DocMergeSystem
