const KOREAN_ENCODING = 'euc-kr'

const signatureOf = (bytes: Uint8Array): string => [...bytes.slice(0, 2)].map((byte) => byte.toString(16)).join('')

/** First two bytes of a file in UTF-16, as hex: Excel saves "Unicode text" and Notepad "Unicode" so. */
const utf16Encodings: Readonly<Record<string, string>> = { fffe: 'utf-16le', feff: 'utf-16be' }

/**
 * Decodes a file as UTF-16 if it begins with its byte order mark, else as UTF-8 or, if it is not valid UTF-8, as EUC-KR
 * or CP949, the encodings in which Windows programs save Korean. Browsers call both of them `euc-kr`.
 */
function decodeFile(bytes: Uint8Array): string {
  const utf16 = utf16Encodings[signatureOf(bytes)]
  if (utf16) return new TextDecoder(utf16).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder(KOREAN_ENCODING).decode(bytes)
  }
}

/**
 * Converts the rows of an HTML table to tab-separated lines. Many banks offer an HTML page with a table as an .xls
 * file.
 */
function tableOfHtmlPage(text: string): string {
  const page = new DOMParser().parseFromString(text, 'text/html')
  const rows = [...page.querySelectorAll('tr')].map((row) => [...row.querySelectorAll('th, td')])
  return rows
    .map((cells) => cells.map((cell) => (cell.textContent ?? '').replace(/\s+/g, ' ').trim()).join('\t'))
    .join('\n')
}

/** The first two bytes, as hex, of Excel workbooks: zip (.xlsx) and the old Office container (.xls). */
const workbookSignatures: readonly string[] = ['504b', 'd0cf']

/** Returns the text of a file; an HTML table becomes tab-separated lines. Returns null for an Excel workbook. */
export function decodeTextFile(bytes: Uint8Array): string | null {
  if (workbookSignatures.includes(signatureOf(bytes))) return null
  const text = decodeFile(bytes)
  if (!/<table[\s>]/i.test(text)) return text
  const charset = /charset=["']?(euc-kr|ks_c_5601-1987|cp949)/i.test(text) ? KOREAN_ENCODING : 'utf-8'
  return tableOfHtmlPage(charset === KOREAN_ENCODING ? new TextDecoder(KOREAN_ENCODING).decode(bytes) : text)
}

const refusalTexts = {
  OLD: '옛 엑셀 파일(.xls)이거나 암호가 걸린 파일이에요. 엑셀에서 암호 없이 .xlsx나 CSV로 저장해 주세요.',
  TOO_BIG: '파일이 너무 커요. 기간을 나누어 내려받아 주세요.',
  LOCKED: '암호가 걸린 파일이에요. 암호 없이 저장해 주세요.',
  BROKEN: '엑셀 파일을 읽을 수 없어요. CSV로 저장하거나, 표를 복사해 붙여 넣어 주세요.',
} as const

/** Writes a cell for a tab-separated line: in quotes if it contains a quote. */
const tabCell = (cell: string): string => (cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell)

/**
 * Takes the file that was chosen in an input, and clears the input: otherwise choosing the same file again, after
 * correcting it, would fire no change event.
 */
export function takeChosenFile(input: Pick<HTMLInputElement, 'files' | 'value'>): File | undefined {
  const file = input.files?.[0]
  input.value = ''
  return file
}

/**
 * Reads the table in a file that staff chose: a text file, an HTML page with the extension .xls, or the first sheet of
 * a workbook (.xlsx). A sheet becomes tab-separated lines, one for each row number of Excel, even if the row is empty.
 * If the file cannot be read, `refused` is the reason in Korean.
 */
export async function readTableFile(file: Blob): Promise<{ text: string } | { refused: string }> {
  // The bytes are read only after the size is checked.
  const [{ MAX_FILE_BYTES, readXlsx }, { UnreadableWorkbook }] = await Promise.all([
    import('./xlsx/read-xlsx.ts'),
    import('./xlsx/unreadable.ts'),
  ])
  if (file.size > MAX_FILE_BYTES) return { refused: refusalTexts.TOO_BIG }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const text = decodeTextFile(bytes)
  if (text !== null) return { text }
  if (signatureOf(bytes) !== '504b') return { refused: refusalTexts.OLD }
  try {
    const rows = await readXlsx(bytes)
    return { text: rows.map((cells) => cells.map(tabCell).join('\t')).join('\n') }
  } catch (error) {
    return { refused: refusalTexts[error instanceof UnreadableWorkbook ? error.fault : 'BROKEN'] }
  }
}
