import type { SheetCell } from './write-xlsx.ts'

// A workbook in Excel's format of 1997 to 2003 (BIFF8, [MS-XLS]) within a compound file ([MS-CFB]): only what one sheet of
// texts and numbers needs. The libraries that write it either read it too, with known holes, or aren't kept any more.

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
/** Flag of a string of two bytes a character. */
const WIDE = 1

const [WORKBOOK_STREAM, SHEET_STREAM] = [0x0005, 0x0010]
const begin = (stream: number): Buffer => record(0x0809, u16(0x0600, stream, 0x0dbb, 0x07cc), u32(0, 6))
const end = record(0x000a)

const FONT = record(0x0031, u16(200, 0, 0x7fff, 400, 0), u8(0, 0, 0, 0), u8(5, WIDE), utf16('Arial'))
/** Index of the built-in number format "text": leading zeros stay, also when somebody edits the cell in Excel. */
const TEXT_FORMAT = 49

/** A format of cells or, for `isStyle`, of the style that the others are derived from. */
const cellFormat = (numberFormat: number, isStyle: boolean): Buffer =>
  record(0x00e0, u16(0, numberFormat, isStyle ? 0xfff5 : 0x0001), u8(0x20, 0, 0, 0), u32(0, 0), u16(0x20c0))

// Excel expects fifteen formats of styles before the first of cells.
const STYLE_FORMATS = 15
const [NUMBER_CELL, TEXT_CELL] = [STYLE_FORMATS, STYLE_FORMATS + 1]
const formats = Buffer.concat([
  ...Array.from({ length: STYLE_FORMATS }, () => cellFormat(0, true)),
  cellFormat(0, false),
  cellFormat(TEXT_FORMAT, false),
])

const globals = (sheet: string, sheetOffset: number): Buffer =>
  Buffer.concat([
    begin(WORKBOOK_STREAM),
    // UTF-16.
    record(0x0042, u16(1200)),
    record(0x003d, u16(0, 0, 0x4000, 0x2000, 0x38, 0, 0, 1, 600)),
    // Four fonts, because the format leaves out the fifth index.
    ...Array.from({ length: 4 }, () => FONT),
    formats,
    record(0x0293, u16(0x8000), u8(0, 0xff)),
    record(0x0085, u32(sheetOffset), u8(0, 0), u8(sheet.length, WIDE), utf16(sheet)),
    end,
  ])

/** Most UTF-16 units of a text cell. */
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
/** Entries of the allocation table in one sector. */
const ENTRIES = SECTOR / 4
/** A shorter stream would have to be kept in smaller sectors. */
const MIN_STREAM = 4_096
const [FREE, END_OF_CHAIN, TABLE_SECTOR, NONE] = [0xffffffff, 0xfffffffe, 0xfffffffd, 0xffffffff]

const padded = (bytes: Buffer, size: number): Buffer => Buffer.concat([bytes, Buffer.alloc(size - bytes.length)])
const upTo = (bytes: number, unit: number): number => Math.ceil(bytes / unit) * unit

type Entry = { name: string; type: number; child: number; start: number; size: number }

function directoryEntry({ name, type, child, start, size }: Entry): Buffer {
  const title = padded(utf16(name), 64)
  const used = name ? utf16(name).length + 2 : 0
  return Buffer.concat([title, u16(used), u8(type, 1), u32(NONE, NONE, child), Buffer.alloc(36), u32(start, size, 0)])
}

/**
 * A compound file with the stream "Workbook". The sectors of the stream come first, then one of the directory, then the
 * allocation table, for which the header has 109 places: up to 7 MB.
 */
function compoundFile(workbook: Buffer): Buffer {
  const stream = padded(workbook, Math.max(MIN_STREAM, upTo(workbook.length, SECTOR)))
  const used = stream.length / SECTOR
  let tables = 1
  while (tables * ENTRIES < used + 1 + tables) tables++
  const next = [
    ...Array.from({ length: used }, (_, at) => (at === used - 1 ? END_OF_CHAIN : at + 1)),
    END_OF_CHAIN,
    ...Array.from({ length: tables }, () => TABLE_SECTOR),
  ]
  const table = u32(...next, ...Array.from({ length: tables * ENTRIES - next.length }, () => FREE))
  const empty = { name: '', type: 0, child: NONE, start: 0, size: 0 }
  const directory = Buffer.concat(
    [
      { name: 'Root Entry', type: 5, child: 1, start: END_OF_CHAIN, size: 0 },
      { name: 'Workbook', type: 2, child: NONE, start: 0, size: stream.length },
      empty,
      empty,
    ].map(directoryEntry),
  )
  const places = Array.from({ length: 109 }, (_, at) => (at < tables ? used + 1 + at : FREE))
  const header = Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(16),
    u16(0x003e, 3, 0xfffe, 9, 6, 0, 0, 0),
    u32(0, tables, used, 0, MIN_STREAM, END_OF_CHAIN, 0, END_OF_CHAIN, 0, ...places),
  ])
  return Buffer.concat([header, stream, directory, table])
}

/**
 * Writes a workbook (.xls, Excel 97 to 2003) of one sheet. Texts are text cells of at most 255 UTF-16 units: no formula,
 * no rounded number, leading zeros stay. `sheet` has at most 31. Equal rows give equal bytes.
 */
export function writeXls(sheet: string, rows: readonly (readonly SheetCell[])[]): Buffer {
  const { length } = globals(sheet, 0)
  return compoundFile(Buffer.concat([globals(sheet, length), sheetStream(rows)]))
}
