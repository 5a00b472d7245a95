// The functions that the Python package of a grammar calls when it is loaded. Python itself is not needed: here a
// module is represented by its definition, and a capsule by its contents. The program exports these names for the
// libraries that it loads, see the linker settings in Package.swift.

/// Returns the definition as the module.
@_cdecl("PyModule_Create2")
package func pythonModuleCreate(
  _ definition: OpaquePointer?, _ version: Int32
) -> OpaquePointer? {
  definition
}

/// The same, for modules that are initialised in several steps.
@_cdecl("PyModuleDef_Init")
package func pythonModuleInitialise(_ definition: OpaquePointer?) -> OpaquePointer? { definition }

/// Returns the contents, which are the grammar, as the capsule.
@_cdecl("PyCapsule_New")
package func pythonCapsule(
  _ contents: OpaquePointer?, _ name: OpaquePointer?, _ destructor: OpaquePointer?
) -> OpaquePointer? {
  contents
}
