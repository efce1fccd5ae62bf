import { crc32 } from 'node:zlib'

/** A cell of a sheet: a text, which Excel never evaluates or rounds, or a whole number. */
export type SheetCell = string | number

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text as XML content. Characters that XML can't contain are left out. */
const xmlText = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"]/g, (each) => escapes[each] ?? each)

/**
 * XML of the cell at `place`, such as B2. Style 1 of `styles` is the number format "text": leading zeros stay, also
 * when the cell is edited.
 */
const cellXml = (cell: SheetCell, place: string): string =>
  typeof cell === 'number'
    ? `<c r="${place}"><v>${cell}</v></c>`
    : `<c r="${place}" s="1" t="inlineStr"><is><t xml:space="preserve">${xmlText(cell)}</t></is></c>`

/** XML of a row of at most 26 cells; `at` is its index. */
const rowXml = (cells: readonly SheetCell[], at: number): string =>
  `<row r="${at + 1}">${cells.map((cell, column) => cellXml(cell, `${String.fromCharCode(65 + column)}${at + 1}`)).join('')}</row>`

const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationsNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006/relationships'
const contentTypePrefix = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const styles = `<styleSheet xmlns="${mainNamespace}"><fonts count="1"><font/></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf numFmtId="49" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`

const partsOf = (sheet: string, rows: readonly (readonly SheetCell[])[]): Readonly<Record<string, string>> => ({
  '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentTypePrefix}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${contentTypePrefix}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${contentTypePrefix}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${packageNamespace}"><Relationship Id="rId1" Type="${relationsNamespace}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${mainNamespace}" xmlns:r="${relationsNamespace}"><sheets><sheet name="${xmlText(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packageNamespace}"><Relationship Id="rId1" Type="${relationsNamespace}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relationsNamespace}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': styles,
  'xl/worksheets/sheet1.xml': `<worksheet xmlns="${mainNamespace}"><sheetData>${rows.map(rowXml).join('')}</sheetData></worksheet>`,
})

/** 1980-01-01, the earliest date in a ZIP archive; fixed, so that equal contents give equal bytes. */
const FIRST_DATE = 0x21

/** The fields that are equal in both headers, local and central, of an uncompressed file in a ZIP archive. */
function entryFields(name: Buffer, bytes: Buffer): Buffer {
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(20, 0)
  fields.writeUInt16LE(FIRST_DATE, 8)
  fields.writeUInt32LE(crc32(bytes), 10)
  fields.writeUInt32LE(bytes.length, 14)
  fields.writeUInt32LE(bytes.length, 18)
  fields.writeUInt16LE(name.length, 22)
  return fields
}

/** Little-endian integers of the given lengths, one after the other. */
const littleEndian = (...values: readonly [bytes: 2 | 4, value: number][]): Buffer =>
  Buffer.concat(
    values.map(([bytes, value]) => {
      const buffer = Buffer.alloc(bytes)
      buffer.writeUIntLE(value, 0, bytes)
      return buffer
    }),
  )

/**
 * A ZIP archive of these XML files, stored without compression. Adds the XML declaration at the beginning of each file.
 */
function zipOf(files: Readonly<Record<string, string>>): Buffer {
  const [bodies, directory]: [Buffer[], Buffer[]] = [[], []]
  let offset = 0
  for (const [path, text] of Object.entries(files)) {
    const [name, bytes] = [Buffer.from(path), Buffer.from(xmlDeclaration + text)]
    const fields = entryFields(name, bytes)
    const body = Buffer.concat([Buffer.from('PK\x03\x04'), fields, name, bytes])
    const place = littleEndian([2, 0], [2, 0], [2, 0], [4, 0], [4, offset])
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), littleEndian([2, 20]), fields, place, name]))
    bodies.push(body)
    offset += body.length
  }
  const index = Buffer.concat(directory)
  const count = directory.length
  const end = littleEndian([2, 0], [2, 0], [2, count], [2, count], [4, index.length], [4, offset], [2, 0])
  return Buffer.concat([...bodies, index, Buffer.from('PK\x05\x06'), end])
}

/**
 * Writes a workbook (.xlsx) of one sheet named `sheet`. Texts become text cells: Excel shows no formula, rounds no
 * number and keeps leading zeros. Equal rows give equal bytes.
 */
export const writeXlsx = (sheet: string, rows: readonly (readonly SheetCell[])[]): Buffer => zipOf(partsOf(sheet, rows))
