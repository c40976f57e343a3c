/** One page without tables, as SQLite's file format has it. */
export function emptyDatabase(kind: 'rollback journal' | 'write-ahead log'): Uint8Array {
  const page = Buffer.alloc(4096)
  const version = kind === 'rollback journal' ? 1 : 2
  page.write('SQLite format 3\0', 0, 'latin1')
  page.writeUInt16BE(page.length, 16)
  page.set([version, version, 0, 64, 32, 32], 18) // no reserved space, the fixed payload fractions
  page.writeUInt32BE(1, 24) // change counter
  page.writeUInt32BE(1, 28) // pages
  page.writeUInt32BE(1, 92) // the change counter that the number of pages is valid for
  page.writeUInt8(0x0d, 100) // a leaf of the schema table, with no cell
  page.writeUInt16BE(page.length, 105)
  return page
}
