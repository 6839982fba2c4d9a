"""Statement families: how each kind of statement becomes a node.

Each module has `shape_…`, which says what the node takes and gives (before any reference can be
looked up), and `wire_…`, which binds its arguments.
"""
