// The declarations of this module use theirs, so that one import is enough.
@_exported public import DocMergeCore
@_exported public import DocMergeOffice
@_exported public import DocMergeResolvers
