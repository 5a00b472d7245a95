import DocMergeCore

/// The guards that find references to what one side removed, or gave another number, by the lines of a text.
struct LineReferenceGuards {
  private let inputs: [[UInt8]]
  private let imports: RemovedImportGuard?
  private let headers: RemovedHeaderGuard?
  private let blocks: TerraformGuard?
  private let notation: ItemNotation?
  private let items = ReadOnce<ItemReferenceGuard>()

  /// Prepares for the base, ours and theirs of a file in a format.
  init(
    _ inputs: [[UInt8]], fileAt path: String, _ format: KnownFormat?, _ code: LanguageFamily?,
    isPlain: Bool
  ) {
    self.inputs = inputs
    imports = code.flatMap { RemovedImportGuard(inputs, fileAt: path, $0) }
    headers = RemovedHeaderGuard(inputs, fileAt: path)
    blocks = TerraformGuard(inputs, fileAt: path)
    notation = format.flatMap { ItemNotation($0, isPlain: isPlain) }
  }

  /// The references that lead nowhere, or to something else.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts.
  func faults(in result: [UInt8], _ added: () -> AddedLines) -> [StructureFault] {
    var faults = imports?.faults(in: result, added) ?? []
    faults += headers?.faults(in: result, added) ?? []
    faults += blocks?.faults(in: result) ?? []
    guard let notation else { return faults }
    return faults + items.value { ItemReferenceGuard(inputs, added(), notation) }.faults(in: result)
  }
}
