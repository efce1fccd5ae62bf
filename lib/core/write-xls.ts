import type { SheetCell } from './write-xlsx.ts'

// Writes Excel's format of 1997 to 2003 (BIFF8, [MS-XLS]) within a compound file ([MS-CFB]): only what one sheet of
// texts and numbers needs. Existing libraries either also read this format, with known vulnerabilities, or are no
// longer maintained.

const u8 = (...values: number[]): Buffer => Buffer.from(values)

function u16(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 2)
  for (const [at, value] of values.entries()) buffer.writeUInt16LE(value, at * 2)
  return buffer
}

function u32(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4)
  for (const [at, value] of values.entries()) buffer.writeUInt32LE(value >>> 0, at * 4)
  return buffer
}

function double(value: number): Buffer {
  const buffer = Buffer.alloc(8)
  buffer.writeDoubleLE(value)
  return buffer
}

/** One record of a BIFF stream. */
function record(type: number, ...parts: readonly Buffer[]): Buffer {
  const data = Buffer.concat(parts)
  return Buffer.concat([u16(type, data.length), data])
}

const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le')
/** Flag of a string with two bytes per character. */
const WIDE = 1

const [WORKBOOK_STREAM, SHEET_STREAM] = [0x0005, 0x0010]
const begin = (stream: number): Buffer => record(0x0809, u16(0x0600, stream, 0x0dbb, 0x07cc), u32(0, 6))
const end = record(0x000a)

const FONT = record(0x0031, u16(200, 0, 0x7fff, 400, 0), u8(0, 0, 0, 0), u8(5, WIDE), utf16('Arial'))
/** Index of the built-in number format "text": leading zeros stay, also when somebody edits the cell in Excel. */
const TEXT_FORMAT = 49

/** Format record of cells or, if `isStyle`, of a style that formats of cells are derived from. */
const cellFormat = (numberFormat: number, isStyle: boolean): Buffer =>
  record(0x00e0, u16(0, numberFormat, isStyle ? 0xfff5 : 0x0001), u8(0x20, 0, 0, 0), u32(0, 0), u16(0x20c0))

// Excel expects fifteen formats of styles before the first format of cells.
const STYLE_FORMATS = 15
const [NUMBER_CELL, TEXT_CELL] = [STYLE_FORMATS, STYLE_FORMATS + 1]
const formats = Buffer.concat([
  ...Array.from({ length: STYLE_FORMATS }, () => cellFormat(0, true)),
  cellFormat(0, false),
  cellFormat(TEXT_FORMAT, false),
])

/** The part of the workbook's stream before the sheet: fonts, formats, and name and offset of the sheet. */
const globals = (sheet: string, sheetOffset: number): Buffer =>
  Buffer.concat([
    begin(WORKBOOK_STREAM),
    // Code page of the texts: UTF-16.
    record(0x0042, u16(1200)),
    record(0x003d, u16(0, 0, 0x4000, 0x2000, 0x38, 0, 0, 1, 600)),
    // Four fonts (indexes 0 to 3), because the index 4 doesn't exist in this format.
    ...Array.from({ length: 4 }, () => FONT),
    formats,
    record(0x0293, u16(0x8000), u8(0, 0xff)),
    record(0x0085, u32(sheetOffset), u8(0, 0), u8(sheet.length, WIDE), utf16(sheet)),
    end,
  ])

/** Maximum number of UTF-16 units in a text cell. */
const MAX_CELL = 255

function cellRecord(cell: SheetCell, row: number, column: number): Buffer {
  if (typeof cell === 'number') return record(0x0203, u16(row, column, NUMBER_CELL), double(cell))
  const text = cell.slice(0, MAX_CELL)
  return record(0x0204, u16(row, column, TEXT_CELL, text.length), u8(WIDE), utf16(text))
}

function sheetStream(rows: readonly (readonly SheetCell[])[]): Buffer {
  const width = Math.max(0, ...rows.map(({ length }) => length))
  return Buffer.concat([
    begin(SHEET_STREAM),
    record(0x0200, u32(0, rows.length), u16(0, width, 0)),
    ...rows.flatMap((cells, row) => cells.map((cell, column) => cellRecord(cell, row, column))),
    record(0x023e, u16(0x06b6, 0, 0, 0x40, 0, 0, 0), u32(0)),
    end,
  ])
}

const SECTOR = 512
/** Number of entries of the allocation table in one sector. */
const ENTRIES_PER_SECTOR = SECTOR / 4
/** Minimum length of a stream in bytes; a shorter stream would have to be stored in smaller sectors. */
const MIN_STREAM = 4_096
const [FREE, END_OF_CHAIN, TABLE_SECTOR, NONE] = [0xffffffff, 0xfffffffe, 0xfffffffd, 0xffffffff]

const padded = (bytes: Buffer, size: number): Buffer => Buffer.concat([bytes, Buffer.alloc(size - bytes.length)])
const roundUp = (bytes: number, unit: number): number => Math.ceil(bytes / unit) * unit

type Entry = { name: string; type: number; child: number; start: number; size: number }

function directoryEntry({ name, type, child, start, size }: Entry): Buffer {
  const title = padded(utf16(name), 64)
  const nameBytes = name ? utf16(name).length + 2 : 0
  return Buffer.concat([
    title,
    u16(nameBytes),
    u8(type, 1),
    u32(NONE, NONE, child),
    Buffer.alloc(36),
    u32(start, size, 0),
  ])
}

/**
 * A compound file with the stream "Workbook": first the sectors of the stream, then one sector with the directory, then
 * the sectors of the allocation table. The header has room for 109 sectors of this table, which is enough for 7 MB.
 */
function compoundFile(workbook: Buffer): Buffer {
  const stream = padded(workbook, Math.max(MIN_STREAM, roundUp(workbook.length, SECTOR)))
  const streamSectors = stream.length / SECTOR
  let tables = 1
  while (tables * ENTRIES_PER_SECTOR < streamSectors + 1 + tables) tables++
  const next = [
    ...Array.from({ length: streamSectors }, (_, at) => (at === streamSectors - 1 ? END_OF_CHAIN : at + 1)),
    END_OF_CHAIN,
    ...Array.from({ length: tables }, () => TABLE_SECTOR),
  ]
  const table = u32(...next, ...Array.from({ length: tables * ENTRIES_PER_SECTOR - next.length }, () => FREE))
  const empty = { name: '', type: 0, child: NONE, start: 0, size: 0 }
  const directory = Buffer.concat(
    [
      { name: 'Root Entry', type: 5, child: 1, start: END_OF_CHAIN, size: 0 },
      { name: 'Workbook', type: 2, child: NONE, start: 0, size: stream.length },
      empty,
      empty,
    ].map(directoryEntry),
  )
  const places = Array.from({ length: 109 }, (_, at) => (at < tables ? streamSectors + 1 + at : FREE))
  const header = Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(16),
    u16(0x003e, 3, 0xfffe, 9, 6, 0, 0, 0),
    u32(0, tables, streamSectors, 0, MIN_STREAM, END_OF_CHAIN, 0, END_OF_CHAIN, 0, ...places),
  ])
  return Buffer.concat([header, stream, directory, table])
}

/**
 * Writes a workbook (.xls, Excel 97 to 2003) of one sheet named `sheet` (at most 31 characters). Texts become text
 * cells, cut after 255 UTF-16 units: Excel shows no formula, rounds no number and keeps leading zeros. Equal rows give
 * equal bytes.
 */
export function writeXls(sheet: string, rows: readonly (readonly SheetCell[])[]): Buffer {
  const { length } = globals(sheet, 0)
  return compoundFile(Buffer.concat([globals(sheet, length), sheetStream(rows)]))
}
