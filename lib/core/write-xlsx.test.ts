import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { writeXlsx } from './write-xlsx.ts'

/** The files of an uncompressed ZIP archive by their names, found by its directory as an unpacker does. */
function filesOf(zip: Buffer): Record<string, string> {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06'))
  let at = zip.readUInt32LE(end + 16)
  const files: Record<string, string> = {}
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    expect(zip.subarray(at, at + 4).toString('latin1')).toBe('PK\x01\x02')
    const [sum, size, nameLength, offset] = [16, 24, 28, 42].map((field, index) =>
      index === 2 ? zip.readUInt16LE(at + field) : zip.readUInt32LE(at + field),
    ) as [number, number, number, number]
    const name = zip.subarray(at + 46, at + 46 + nameLength).toString()
    const bytes = zip.subarray(offset + 30 + nameLength, offset + 30 + nameLength + size)
    expect(crc32(bytes)).toBe(sum)
    files[name] = bytes.toString()
    at += 46 + nameLength
  }
  expect(at).toBe(end)
  return files
}

test('texts are text cells whatever they look like, and numbers are numbers', () => {
  const sheet =
    filesOf(writeXlsx('이체', [['은행'], ['0012', '=1+1', '<a> & "b"\u0001', 10_000]]))['xl/worksheets/sheet1.xml'] ??
    ''
  expect(sheet).toContain('<c r="A1" s="1" t="inlineStr"><is><t xml:space="preserve">은행</t></is></c>')
  expect(sheet).toContain('<c r="A2" s="1" t="inlineStr"><is><t xml:space="preserve">0012</t></is></c>')
  expect(sheet).toContain('<c r="B2" s="1" t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c>')
  expect(sheet).toContain('preserve">&lt;a&gt; &amp; &quot;b&quot;</t>')
  expect(sheet).toContain('<c r="D2"><v>10000</v></c>')
  expect(sheet).not.toContain('<f>')
})

test('a workbook has the parts that Excel asks for, and the same rows give the same bytes', () => {
  const first = writeXlsx('이체', [['가']])
  expect(Object.keys(filesOf(first))).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/workbook.xml',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/worksheets/sheet1.xml',
  ])
  expect(first.equals(writeXlsx('이체', [['가']]))).toBe(true)
})
