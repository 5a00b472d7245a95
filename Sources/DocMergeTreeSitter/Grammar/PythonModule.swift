// What a Python package of a grammar calls when it is loaded. Python itself is not needed: a module is its
// definition here, and a capsule what is in it. The program exports these names for the libraries that it
// loads, see the linker settings in Package.swift.

/// A module is its definition.
@_cdecl("PyModule_Create2")
public func pythonModuleCreate(
  _ definition: OpaquePointer?, _ version: Int32
) -> OpaquePointer? {
  definition
}

/// The same, for modules that are initialised in several steps.
@_cdecl("PyModuleDef_Init")
public func pythonModuleInitialise(_ definition: OpaquePointer?) -> OpaquePointer? { definition }

/// A capsule is what is in it: the grammar.
@_cdecl("PyCapsule_New")
public func pythonCapsule(
  _ contents: OpaquePointer?, _ name: OpaquePointer?, _ destructor: OpaquePointer?
) -> OpaquePointer? {
  contents
}
