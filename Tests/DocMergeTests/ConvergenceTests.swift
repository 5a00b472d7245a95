import DocMerge
import DocMergeTestSupport
import Testing
