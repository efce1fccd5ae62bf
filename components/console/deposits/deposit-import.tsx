'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { isAmountColumnABalance } from '#lib/deposits/bank-files/map-rules.ts'
import {
  type BankLine,
  type BankTable,
  depositsAsCsv,
  type ParsedDeposit,
  readBankLine,
  readBankTable,
  type TableColumns,
  type TableLine,
} from '#lib/deposits/bank-files/rules.ts'
import type { ColumnMapRow } from '#lib/deposits/bank-files/schema.ts'
import { readBankStatement, statementFaultsOf } from '#lib/deposits/bank-files/statement.ts'
import { tooManyDeposits } from '#lib/deposits/errors.ts'
import {
  type BankTableColumn,
  balanceAsDepositText,
  importResultText,
  noCreditsText,
  parsedTableText,
} from '#lib/deposits/labels.ts'
import { MAX_IMPORTED_DEPOSITS } from '#lib/deposits/rules.ts'
import type { DepositResult } from '#lib/deposits/schema.ts'
import { MAX_STATEMENT_ROWS } from '#lib/deposits/statements/rules.ts'
import { formatCount } from '#lib/money/points.ts'
import { useCall } from '../../chrome/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { serverAheadMs } from '../../ui/server-time.ts'
import { toast } from '../../ui/toast-store.ts'
import { BankTableInput } from './bank-table-input.tsx'
import { BankTablePreview } from './bank-table-preview.tsx'
import { ColumnMaps, ColumnsNotice } from './column-maps.tsx'

const STATEMENT_FAILED_TEXT = '입금은 저장했지만 정산에 쓸 거래내역을 저장하지 못했어요. 다시 가져와 주세요.'
const IMPORT_FAILED_TEXT = '가져오지 못했어요. 다시 눌러도 두 번 저장되지 않아요.'

/** A bank's table, and the meanings of its columns, by which its lines are read. */
type ParsedTable = {
  readonly table: BankTable<ColumnMapRow>
  readonly columns: TableColumns
  /** True if staff chose the columns in this preview: they are remembered when the table is imported. */
  readonly isByHand: boolean
  /** The server's time when the table was read: what the bank dates later isn't imported yet. */
  readonly readAt: Date
}

/**
 * Returns the id of the stored column map by which the table is read, as `{ id }`; `id` is null if the columns were
 * guessed. Columns that staff chose are first stored as a map; if that fails, shows a toast and returns null.
 */
async function ensureColumnMap(call: ReturnType<typeof useCall>['call'], { table, columns, isByHand }: ParsedTable) {
  if (!isByHand || !table.head) return { id: table.map?.id ?? null }
  const body = { headings: table.head.join('\t'), columns: table.head.map((_, at) => columns[at] ?? null) }
  const answer = await call<{ id: number }>('POST', '/api/admin/bank-file-maps', body)
  if (answer?.ok) return answer.body
  toast(answer?.message || IMPORT_FAILED_TEXT, { tone: 'bad' })
  return null
}

/**
 * Reads a line as the import does: also a withdrawal has to be readable in a table with headings, whose rows are sent
 * for the comparison of the books with the bank.
 */
function readImportedLine(line: TableLine, { table, columns, readAt }: ParsedTable): BankLine {
  const read = readBankLine(line, columns, readAt)
  const faults = read.is === 'other' && table.head ? statementFaultsOf(line, columns) : []
  return faults.length > 0 ? { is: 'broken', columns: faults } : read
}

/**
 * Sends the deposits and withdrawals of a file with headings (`readBankStatement`), each with the balance after it, for
 * the daily comparison of the books with the bank. A failure only shows a toast: the deposits are stored already, and
 * importing the same file again stores the missing rows.
 */
async function sendStatement(call: ReturnType<typeof useCall>['call'], { table, columns, readAt }: ParsedTable) {
  if (!table.head) return
  const rows = readBankStatement(table.lines, columns, readAt)
  for (let at = 0; at < rows.length; at += MAX_STATEMENT_ROWS) {
    const body = { account: table.account, rows: rows.slice(at, at + MAX_STATEMENT_ROWS) }
    const answer = await call('POST', '/api/admin/bank-rows', body)
    if (!answer?.ok) return void toast(STATEMENT_FAILED_TEXT, { tone: 'bad' })
  }
}

/**
 * Returns `send`, which imports the credits of a bank's table. Afterwards `answers` contains the stored deposit of each
 * credit, in the order of the credits. `send` is safe to repeat: deposits that are already stored do not change.
 */
function useSendCredits() {
  const router = useRouter()
  const { busy, call } = useCall()
  const [answers, setAnswers] = useState<readonly DepositResult[] | null>(null)
  async function send(parsed: ParsedTable, credits: readonly ParsedDeposit[]) {
    const map = await ensureColumnMap(call, parsed)
    if (!map) return
    const body = { csv: depositsAsCsv(credits), mapId: map.id }
    const answer = await call<DepositResult[]>('POST', '/api/admin/deposits', body)
    if (!answer) return
    if (answer.ok) {
      setAnswers(answer.body)
      await sendStatement(call, parsed)
    } else toast(answer.message || IMPORT_FAILED_TEXT, { tone: 'bad' })
    // Reloads the menu's count of waiting deposits, and the remembered columns.
    router.refresh()
  }
  return { busy, answers, send, clearAnswers: () => setAnswers(null) }
}

interface ImportBarProps {
  readonly lines: readonly BankLine[]
  readonly answers: readonly DepositResult[] | null
  readonly busy: boolean
  readonly onSend: () => void
  readonly onReset: () => void
}

/** Bar at the bottom of the screen with the totals of a bank's table and the button that imports it. */
function ImportBar({ lines, answers, busy, onSend, onReset }: ImportBarProps) {
  const sendButton = useRef<HTMLButtonElement>(null)
  const depositsLink = useRef<HTMLAnchorElement>(null)
  const resetButton = useRef<HTMLButtonElement>(null)
  const isSent = answers !== null
  const credits = lines.flatMap((read) => (read.is === 'credit' ? [read.deposit] : []))
  const canSend = credits.length > 0
  // After the import a link to the deposits replaces the focused import button, so the focus moves to the link.
  useEffect(() => (isSent ? depositsLink.current : (sendButton.current ?? resetButton.current))?.focus(), [isSent])
  const countOf = (is: BankLine['is']) => lines.filter((read) => read.is === is).length
  const totals = parsedTableText(credits, countOf('other'), countOf('broken'))
  return (
    <div className="sticky bottom-4 cramped:static flex flex-wrap items-center gap-3 rounded-card bg-card px-5 py-4 shadow-float">
      <p role="status" className="font-semibold tabular-nums">
        {answers ? importResultText(answers) : canSend ? totals : noCreditsText}
      </p>
      <span className="ml-auto flex flex-wrap gap-2">
        <Button ref={resetButton} onClick={onReset}>
          다른 내역
        </Button>
        {answers ? (
          <ButtonLink ref={depositsLink} tone="main" href="/admin/deposits">
            대기 입금 보기
          </ButtonLink>
        ) : (
          canSend && (
            <Button
              ref={sendButton}
              tone="main"
              busy={busy}
              onClick={onSend}
              // Ignores repeated key presses: if the Ctrl+Enter that opened the preview is still held down, it must not
              // import a table that nobody has looked at.
              onKeyDown={(event) => event.repeat && event.preventDefault()}
            >
              {formatCount(credits.length)}건 가져오기
            </Button>
          )
        )}
      </span>
    </div>
  )
}

/**
 * Assigns a meaning to the column at index `place` and removes it from any other column. Only `direction` may be the
 * meaning of several columns.
 */
const withColumn = (
  columns: TableColumns,
  place: number,
  column: BankTableColumn | null,
  width: number,
): TableColumns =>
  Array.from({ length: width }, (_, at) =>
    at === place ? column : columns[at] === column && column !== 'direction' ? null : (columns[at] ?? null),
  )

/**
 * Form that imports deposits from a bank's table. It shows how each line is read before anything is sent, and the
 * results afterwards.
 */
export function DepositImport({ maps }: { readonly maps: readonly ColumnMapRow[] }) {
  const [parsed, setParsed] = useState<ParsedTable | null>(null)
  // Ids of the column maps that were deleted since the page was loaded; files are no longer read by them.
  const [deletedMapIds, setDeletedMapIds] = useState<readonly number[]>([])
  const rememberedMaps = maps.filter(({ id }) => !deletedMapIds.includes(id))
  const { busy, answers, send, clearAnswers } = useSendCredits()
  const parse = (text: string) => {
    clearAnswers()
    const table = readBankTable(text, rememberedMaps)
    const readAt = new Date(Date.now() + serverAheadMs())
    setParsed(table.lines.length > 0 ? { table, columns: table.columns, isByHand: false, readAt } : null)
  }
  if (!parsed)
    return (
      <div className="grid gap-4">
        <BankTableInput onText={parse} />
        <ColumnMaps maps={rememberedMaps} onForgotten={(id) => setDeletedMapIds((ids) => [...ids, id])} />
      </div>
    )
  const { table, columns } = parsed
  const width = Math.max(...table.lines.map(({ cells }) => cells.length), table.head?.length ?? 0)
  const lines = table.lines.map((line) => ({ line, read: readImportedLine(line, parsed) }))
  const credits = lines.flatMap(({ read }) => (read.is === 'credit' ? [read.deposit] : []))
  const change = (place: number, column: BankTableColumn | null) => {
    clearAnswers()
    setParsed({ ...parsed, columns: withColumn(columns, place, column, width), isByHand: true })
  }
  const startImport = () => {
    if (isAmountColumnABalance(table.lines, columns)) toast(balanceAsDepositText, { tone: 'bad' })
    else if (credits.length > MAX_IMPORTED_DEPOSITS)
      toast(tooManyDeposits(MAX_IMPORTED_DEPOSITS).message, { tone: 'bad' })
    else send(parsed, credits)
  }
  return (
    <>
      <ColumnsNotice {...parsed} onConfirmed={(map) => setParsed({ ...parsed, table: { ...table, map } })} />
      <BankTablePreview head={table.head} {...{ width, columns, lines, answers }} onColumn={change} />
      <ImportBar
        {...{ answers, busy }}
        lines={lines.map(({ read }) => read)}
        onSend={startImport}
        onReset={() => {
          clearAnswers()
          setParsed(null)
        }}
      />
    </>
  )
}
