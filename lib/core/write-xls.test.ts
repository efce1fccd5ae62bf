import { expect, test } from 'vitest'
import { writeXls } from './write-xls.ts'

const SECTOR = 512
const END_OF_CHAIN = 0xfffffffe

/** The stream of this name in a compound file, found by its directory and read along its chain of sectors. */
function streamOf(file: Buffer, name: string): Buffer {
  expect(file.subarray(0, 8).toString('hex')).toBe('d0cf11e0a1b11ae1')
  const sector = (at: number) => file.subarray((at + 1) * SECTOR, (at + 2) * SECTOR)
  const tables = Array.from({ length: file.readUInt32LE(44) }, (_, at) => sector(file.readUInt32LE(76 + at * 4)))
  const next = (at: number) => Buffer.concat(tables).readUInt32LE(at * 4)
  const chain = (first: number): Buffer => {
    const sectors: Buffer[] = []
    for (let at = first; at !== END_OF_CHAIN; at = next(at)) sectors.push(sector(at))
    return Buffer.concat(sectors)
  }
  const directory = chain(file.readUInt32LE(48))
  for (let at = 0; at < directory.length; at += 128) {
    const entry = directory.subarray(at, at + 128)
    const length = entry.readUInt16LE(64)
    if (length > 0 && entry.subarray(0, length - 2).toString('utf16le') === name)
      return chain(entry.readUInt32LE(116)).subarray(0, entry.readUInt32LE(120))
  }
  throw new Error(`no stream ${name}`)
}

function* recordsOf(stream: Buffer, from: number): Generator<{ type: number; data: Buffer }> {
  for (let at = from; at + 4 <= stream.length; ) {
    const [type, length] = [stream.readUInt16LE(at), stream.readUInt16LE(at + 2)]
    yield { type, data: stream.subarray(at + 4, at + 4 + length) }
    // The end of a stream within the workbook.
    if (type === 0x000a) return
    at += 4 + length
  }
}

/** Name and rows of the only sheet. `format` is the number format of a cell. */
function workbookOf(file: Buffer) {
  const stream = streamOf(file, 'Workbook')
  const globals = [...recordsOf(stream, 0)]
  const formats = globals.filter(({ type }) => type === 0x00e0).map(({ data }) => data.readUInt16LE(2))
  const sheet = globals.find(({ type }) => type === 0x0085)?.data ?? Buffer.alloc(8)
  const rows: { value: string | number; format: number | undefined }[][] = []
  for (const { type, data } of recordsOf(stream, sheet.readUInt32LE(0))) {
    if (type !== 0x0203 && type !== 0x0204) continue
    const value = type === 0x0203 ? data.readDoubleLE(6) : data.subarray(9).toString('utf16le')
    if (type === 0x0204) expect(data.readUInt16LE(6) * 2).toBe(data.length - 9)
    const row = rows[data.readUInt16LE(0)] ?? []
    row[data.readUInt16LE(2)] = { value, format: formats[data.readUInt16LE(4)] }
    rows[data.readUInt16LE(0)] = row
  }
  return { name: sheet.subarray(8).toString('utf16le'), rows }
}

const TEXT_FORMAT = 49

test('texts are text cells whatever they look like, and numbers are numbers', () => {
  const { name, rows } = workbookOf(writeXls('다계좌이체', [['은행'], ['0012', '=1+1', '가👍', 10_000, '']]))
  expect(name).toBe('다계좌이체')
  expect(rows).toEqual([
    [{ value: '은행', format: TEXT_FORMAT }],
    [
      ...['0012', '=1+1', '가👍'].map((value) => ({ value, format: TEXT_FORMAT })),
      { value: 10_000, format: 0 },
      { value: '', format: TEXT_FORMAT },
    ],
  ])
})

test('two hundred lines of long texts need several sectors of the allocation table, and come back whole', () => {
  const rows = Array.from({ length: 201 }, (_, at) => [`${at}`, 'x'.repeat(300), at])
  const read = workbookOf(writeXls('이체', rows)).rows
  expect(read.map((cells) => cells.map(({ value }) => value))).toEqual(
    rows.map(([first, , last]) => [first, 'x'.repeat(255), last]),
  )
})

test('the same rows give the same bytes', () => {
  expect(writeXls('이체', [['가', 1]]).equals(writeXls('이체', [['가', 1]]))).toBe(true)
  expect(writeXls('이체', [['가', 1]]).equals(writeXls('이체', [['가', 2]]))).toBe(false)
})
