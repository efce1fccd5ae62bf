const KOREAN_ENCODING = 'euc-kr'

/** Decodes a file as UTF-8, which phones write, else as EUC-KR or CP949 from desktops; browsers call both `euc-kr`. */
function decodeFile(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder(KOREAN_ENCODING).decode(bytes)
  }
}

/** Many banks save an HTML page with a table as .xls. Converts its rows to tab-separated lines. */
function tableOfHtmlPage(text: string): string {
  const page = new DOMParser().parseFromString(text, 'text/html')
  const rows = [...page.querySelectorAll('tr')].map((row) => [...row.querySelectorAll('th, td')])
  return rows
    .map((cells) => cells.map((cell) => (cell.textContent ?? '').replace(/\s+/g, ' ').trim()).join('\t'))
    .join('\n')
}

const signatureOf = (bytes: Uint8Array): string => [...bytes.slice(0, 2)].map((byte) => byte.toString(16)).join('')

/** First bytes, as hex, of workbooks that only Excel can open: zip (.xlsx) and the old Office container (.xls). */
const workbookSignatures: readonly string[] = ['504b', 'd0cf']

/** The text of a file that a member or staff chose, an HTML table as tab-separated lines; null for an Excel workbook. */
export function textOfFile(bytes: Uint8Array): string | null {
  if (workbookSignatures.includes(signatureOf(bytes))) return null
  const text = decodeFile(bytes)
  if (!/<table[\s>]/i.test(text)) return text
  const charset = /charset=["']?(euc-kr|ks_c_5601-1987|cp949)/i.test(text) ? KOREAN_ENCODING : 'utf-8'
  return tableOfHtmlPage(charset === KOREAN_ENCODING ? new TextDecoder(KOREAN_ENCODING).decode(bytes) : text)
}
