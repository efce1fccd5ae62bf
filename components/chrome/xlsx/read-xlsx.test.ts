import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readBankLine, readBankTable } from '#lib/deposits/bank-files/rules.ts'
import { readTableFile } from '../read-file.ts'
import { MAX_UNPACKED_BYTES } from './archive.ts'
import { MAX_SHEET_LENGTH, MAX_SHEET_ROWS, readXlsx } from './read-xlsx.ts'
import { UNREADABLE_CELL } from './unreadable.ts'

type Entry = { name: string; bytes: Buffer; compressed?: Buffer; flags?: number; statedSize?: number }

/** The values as unsigned little-endian integers of this many bytes each. */
const littleEndian = (bytes: 2 | 4, ...values: number[]): Buffer =>
  Buffer.concat(
    values.map((value) => {
      const buffer = Buffer.alloc(bytes)
      buffer.writeUIntLE(value, 0, bytes)
      return buffer
    }),
  )

/** A ZIP archive, deflated. `statedSize`: the unpacked size that its headers state. */
function zip(entries: readonly Entry[]): Uint8Array<ArrayBuffer> {
  const [bodies, directory]: [Buffer[], Buffer[]] = [[], []]
  let offset = 0
  for (const { name, bytes, compressed = deflateRawSync(bytes), flags = 0, statedSize = bytes.length } of entries) {
    const nameBytes = Buffer.from(name)
    const fields = Buffer.concat([
      littleEndian(2, 20, flags, 8, 0, 33),
      littleEndian(4, 0, compressed.length, statedSize),
      littleEndian(2, nameBytes.length),
    ])
    const body = Buffer.concat([Buffer.from('PK\x03\x04'), fields, littleEndian(2, 0), nameBytes, compressed])
    directory.push(
      Buffer.concat([
        Buffer.from('PK\x01\x02'),
        littleEndian(2, 20),
        fields,
        littleEndian(2, 0, 0, 0, 0),
        littleEndian(4, 0, offset),
        nameBytes,
      ]),
    )
    bodies.push(body)
    offset += body.length
  }
  const directoryBytes = Buffer.concat(directory)
  const end = Buffer.concat([
    Buffer.from('PK\x05\x06'),
    littleEndian(2, 0, 0, entries.length, entries.length),
    littleEndian(4, directoryBytes.length, offset),
    littleEndian(2, 0),
  ])
  return new Uint8Array(Buffer.concat([...bodies, directoryBytes, end]))
}

type Workbook = { sheet: string; shared?: readonly string[]; date1904?: boolean; more?: readonly Entry[] }

const part = (name: string, text: string): Entry => ({ name, bytes: Buffer.from(text) })

/**
 * Cell styles 0 to 5: general, a date, a date with time by a built-in format and by a format of the file, a number with
 * a word, an amount.
 */
const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/>
  <numFmt numFmtId="165" formatCode="#,##0&quot; days&quot;"/></numFmts>
  <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
  <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="3"/></cellXfs></styleSheet>`

const entriesOf = ({ sheet, shared = [], date1904, more = [] }: Workbook): Entry[] => [
  part('[Content_Types].xml', '<Types/>'),
  part(
    'xl/workbook.xml',
    `<x:workbook xmlns:x="m"><x:workbookPr date1904="${date1904 ? 1 : 0}"/><x:sheets><x:sheet name="내역" sheetId="1" r:id="rId3"/><x:sheet name="other" r:id="rId1"/></x:sheets></x:workbook>`,
  ),
  part(
    'xl/_rels/workbook.xml.rels',
    '<Relationships><Relationship Id="rId1" Target="worksheets/sheet2.xml"/><Relationship Id="rId3" Target="worksheets/sheet1.xml"/></Relationships>',
  ),
  part('xl/styles.xml', styles),
  part('xl/sharedStrings.xml', `<sst>${shared.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`),
  part('xl/worksheets/sheet1.xml', `<worksheet><sheetData>${sheet}</sheetData></worksheet>`),
  ...more,
]

const workbook = (book: Workbook) => zip(entriesOf(book))

const row = (at: number, ...cells: string[]) => `<row r="${at}">${cells.join('')}</row>`
const textCell = (reference: string, value: string) => `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`
const numberCell = (reference: string, value: string, style = 0) =>
  `<c r="${reference}" s="${style}"><v>${value}</v></c>`

const head = row(
  3,
  ...['거래일시', '내용', '입금액', '출금액', '잔액'].map((each, at) => textCell(`${'ABCDE'[at]}3`, each)),
)

const fileOf = (bytes: Uint8Array<ArrayBuffer>) => new Blob([bytes])

/** The lines as the deposit import reads them from a workbook, each with its row number in Excel. */
async function linesOf(bytes: Uint8Array<ArrayBuffer>) {
  const file = await readTableFile(fileOf(bytes))
  if ('refused' in file) return file.refused
  const { columns, lines } = readBankTable(file.text)
  return lines.map((line) => ({ row: line.index + 1, ...readBankLine(line, columns) }))
}

test('a workbook is read as a bank’s table: shared and inline texts, sums, moments as serial numbers', async () => {
  const sheet = [
    row(1, textCell('A1', '거래내역 조회')),
    head,
    row(
      4,
      numberCell('A4', '46328.385498', 3),
      '<c r="B4" t="s"><v>1</v></c>',
      numberCell('C4', '10000', 5),
      numberCell('E4', '1.01E6'),
    ),
    row(
      6,
      numberCell('A6', '46328.5', 2),
      textCell('B6', '&lt;둘&amp;셋&gt;'),
      numberCell('C6', '1234500.0'),
      numberCell('D6', '0'),
    ),
    row(7, numberCell('A7', '46328', 1), textCell('B7', '박지급'), '<c r="C7"/>', numberCell('D7', '5000')),
  ].join('')
  expect(await linesOf(workbook({ sheet, shared: ['x', '김하나'] }))).toMatchObject([
    { row: 4, deposit: { name: '김하나', amount: 10_000, at: '2026-11-02T09:15:07+09:00', precision: 'EXACT' } },
    { row: 6, deposit: { name: '<둘&셋>', amount: 1_234_500, at: '2026-11-02T12:00:00+09:00', precision: 'MINUTE' } },
    { row: 7, is: 'other', isWithdrawal: true },
  ])
})

test('days counted from 1904 are the same days, and a format with a word in it is no date', async () => {
  const sheet = row(
    1,
    numberCell('A1', String(46_328 - 1_462), 1),
    numberCell('B1', '5', 4),
    numberCell('C1', '0.5', 3),
    numberCell('D1', '-1', 1),
  )
  expect(await readXlsx(workbook({ sheet, date1904: true }))).toEqual([
    ['2026-11-02', '5', '12:00:00', UNREADABLE_CELL],
  ])
})

test('a formula in a column that counts makes its line unreadable, by its row, and an error too', async () => {
  const sheet = [
    head,
    row(4, textCell('A4', '2026-11-02 09:15:07'), textCell('B4', '김하나'), '<c r="C4"><f>E4</f><v>10000</v></c>'),
    row(
      5,
      textCell('A5', '2026-11-02 09:15:07'),
      '<c r="B5" t="str"><f>"김"&amp;"하나"</f><v>김하나</v></c>',
      numberCell('C5', '1'),
    ),
    row(6, textCell('A6', '2026-11-02 09:15:07'), textCell('B6', '김하나'), '<c r="C6" t="e"><v>#REF!</v></c>'),
  ].join('')
  expect(await linesOf(workbook({ sheet }))).toEqual([
    { row: 4, is: 'broken', columns: ['amount'] },
    { row: 5, is: 'broken', columns: ['name'] },
    { row: 6, is: 'broken', columns: ['amount'] },
  ])
})

test('a cell keeps its column and its line whatever text is in it', async () => {
  const sheet =
    row(1, textCell('A1', 'a&#9;b&#10;c'), textCell('B1', '&quot;x&quot;'), textCell('C1', 'y')) +
    row(2, textCell('C2', 'z'))
  const file = await readTableFile(fileOf(workbook({ sheet })))
  expect('text' in file && file.text).toBe('a b c\t"""x"""\ty\n\t\tz')
})

const TOO_BIG = '파일이 너무 커요. 기간을 나누어 내려받아 주세요.'
const BROKEN = '엑셀 파일을 읽을 수 없어요. CSV로 저장하거나, 표를 복사해 붙여 넣어 주세요.'

test('unpacking a ZIP bomb stops at the limit, whatever size its headers state', async () => {
  const bomb = Buffer.alloc(MAX_UNPACKED_BYTES * 1.2, ' ')
  for (const statedSize of [bomb.length, 10]) {
    const entries = entriesOf({ sheet: '' }).map((each) =>
      each.name === 'xl/worksheets/sheet1.xml' ? { ...each, bytes: bomb, statedSize } : each,
    )
    const bytes = zip(entries)
    expect(bytes.length).toBeLessThan(1_000_000)
    expect(await linesOf(bytes)).toBe(TOO_BIG)
  }
})

test('parts that fit alone but not together are too big', async () => {
  const largePart = Buffer.alloc(MAX_UNPACKED_BYTES * 0.6, ' ')
  const entries = entriesOf({ sheet: '' }).map((each) =>
    /styles|sharedStrings/.test(each.name) ? { ...each, bytes: largePart } : each,
  )
  expect(await linesOf(zip(entries))).toBe(TOO_BIG)
})

test('more rows, parts or bytes than a bank has are refused, and a row far down costs nothing', async () => {
  expect(await linesOf(workbook({ sheet: row(MAX_SHEET_ROWS + 1, textCell(`A${MAX_SHEET_ROWS + 1}`, 'x')) }))).toBe(
    TOO_BIG,
  )
  const more = Array.from({ length: 1_001 }, (_, at) => part(`x${at}`, ''))
  expect(await linesOf(workbook({ sheet: '', more }))).toBe(TOO_BIG)
  const rows = await readXlsx(workbook({ sheet: row(1, textCell('A1', 'x'), textCell('ZZZ1', 'far')) }))
  expect(rows).toEqual([['x']])
  expect(await readTableFile({ size: 9 * 1_024 * 1_024 } as Blob)).toEqual({ refused: TOO_BIG })
})

test('a file that is no complete, plain workbook is refused with a message and never throws', async () => {
  const validFile = workbook({ sheet: head })
  for (let length = 4; length < validFile.length; length += 37)
    expect(await linesOf(validFile.slice(0, length))).toBe(BROKEN)
  const duplicatePart = part('xl/worksheets/sheet1.xml', '<worksheet/>')
  expect(await linesOf(workbook({ sheet: '', more: [duplicatePart] }))).toBe(BROKEN)
  const entities = '<!DOCTYPE x [<!ENTITY a "aaaa">]>'
  expect(await linesOf(workbook({ sheet: entities }))).toBe(BROKEN)
  const locked = entriesOf({ sheet: '' }).map((each) => ({ ...each, flags: 1 }))
  expect(await linesOf(zip(locked))).toBe('암호가 걸린 파일이에요. 암호 없이 저장해 주세요.')
  const undecodable = entriesOf({ sheet: '' }).map((each) => ({ ...each, compressed: Buffer.from('no deflate') }))
  expect(await linesOf(zip(undecodable))).toBe(BROKEN)
  expect(await linesOf(workbook({ sheet: row(5, textCell('A5', 'x')) + row(4, textCell('A4', 'y')) }))).toBe(BROKEN)
  expect(await linesOf(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]))).toMatch(/^옛 엑셀 파일/)
})

test('markup that never ends is read to its end, whatever is repeated in it', async () => {
  // Markup that is tried again from each of its characters would take days at this length.
  for (const mark of ['<a ', '<a b="', '<c r="A1"', '&#', "<a b='x' ", 'a', 'a:', '"', ' r="', ' r ='])
    for (const start of ['', '<c', '<c '])
      expect(await readXlsx(workbook({ sheet: start + mark.repeat(1_000_000 / mark.length) }))).toEqual([])
})

test('a text that many cells refer to counts for each of them', async () => {
  const long = 'x'.repeat(1_000)
  const sharing = (count: number) =>
    Array.from({ length: Math.ceil(count / 150) }, (_, at) =>
      row(at + 1, '<c t="s"><v>0</v></c>'.repeat(Math.min(150, count - at * 150))),
    ).join('')
  const most = Math.floor(MAX_SHEET_LENGTH / long.length)
  expect((await readXlsx(workbook({ sheet: sharing(most), shared: [long] }))).flat()).toHaveLength(most)
  expect(await linesOf(workbook({ sheet: sharing(most + 1), shared: [long] }))).toBe(TOO_BIG)
})
