import { sha256 } from '#lib/core/crypto.ts'
import { unreadableLine } from './errors.ts'
import { type NewDeposit, newDeposit } from './schema.ts'

type Column = 'externalId' | 'name' | 'amount' | 'at'

const headings: Record<Column, RegExp> = {
  externalId: /^(externalid|id|거래번호|거래고유번호|관리번호)$/,
  name: /^(name|입금자|입금자명|의뢰인|보낸분|기재내용|적요|내용)$/,
  amount: /^(amount|금액|입금액|입금금액|맡기신금액)$/,
  at: /^(at|date|일시|거래일시|거래일자|입금일시|날짜)$/,
}

const usual: Column[] = ['externalId', 'name', 'amount', 'at']

/** One line's cells; a quoted cell may hold the mark between them, and a doubled quote. */
function cellsOf(line: string, mark: string): string[] {
  const cells: string[] = []
  let rest = line
  for (;;) {
    const quoted = /^\s*"((?:[^"]|"")*)"\s*/.exec(rest)
    const end = quoted ? quoted[0].length : (rest.indexOf(mark) + rest.length + 1) % (rest.length + 1)
    cells.push(quoted ? (quoted[1] ?? '').replaceAll('""', '"') : rest.slice(0, end).trim())
    if (rest[end] !== mark) return cells
    rest = rest.slice(end + 1)
  }
}

/** Which column stands where, if the line says so. */
function headingsOf(cells: readonly string[]): (Column | null)[] | null {
  const names = cells.map((cell) => cell.replace(/[\s()]/g, '').toLowerCase())
  const columns = names.map(
    (name) => (Object.keys(headings) as Column[]).find((key) => headings[key].test(name)) ?? null,
  )
  return columns.includes('amount') && columns.includes('name') ? columns : null
}

const SEOUL = '+09:00'

/** A bank's own way to write a moment is Seoul's time; ISO with an offset is what it says. */
function momentOf(text: string): string {
  const match = /^(\d{4})[-./](\d{2})[-./](\d{2})[ T](\d{2}:\d{2})(:\d{2})?$/.exec(text)
  return match ? `${match[1]}-${match[2]}-${match[3]}T${match[4]}${match[5] ?? ':00'}${SEOUL}` : text
}

const amountOf = (text: string): number =>
  /^[\d,]+(\.0+)?원?$/.test(text) ? Number(text.replace(/[,원]/g, '')) : Number.NaN

type Cells = Partial<Record<Column, string>>

/** Two alike on one page are two credits: the second of them is told apart by its turn. */
function idOf({ externalId, name, amount, at }: Cells, turns: Map<string, number>): string {
  if (externalId) return externalId
  const same = JSON.stringify([name, amount, at])
  const turn = (turns.get(same) ?? 0) + 1
  turns.set(same, turn)
  return `csv:${sha256(`${same}:${turn}`).toString('hex').slice(0, 32)}`
}

/**
 * Reads a table pasted or exported from a bank's page: commas, tabs or semicolons, with headings or in the hook's order.
 * @throws BAD_INPUT with the line that can't be read
 */
export function readCsv(csv: string): NewDeposit[] {
  const lines = csv.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)
  const first = lines.find((line) => line.trim() !== '') ?? ''
  const mark = ['\t', ';', ','].find((each) => first.includes(each)) ?? ','
  const columns = headingsOf(cellsOf(first, mark))
  const turns = new Map<string, number>()
  return lines.flatMap((line, at) => {
    if (line.trim() === '' || (columns && line === first)) return []
    const cells: Cells = {}
    for (const [place, cell] of cellsOf(line, mark).entries()) {
      const column = (columns ?? usual)[place]
      if (column) cells[column] = cell
    }
    const { name, amount = '', at: moment = '' } = cells
    const parsed = newDeposit.safeParse({
      externalId: idOf(cells, turns),
      name,
      amount: amountOf(amount),
      at: momentOf(moment),
    })
    if (!parsed.success) throw unreadableLine(at + 1)
    return [parsed.data]
  })
}
