import Testing

/// Everything about coordination, one test after the other: they block their threads, and the pool of
/// Swift's tasks has only as many as there are cores.
@Suite(.serialized) enum CoordinationTests {}
