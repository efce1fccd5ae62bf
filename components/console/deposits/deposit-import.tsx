'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { movesLikeBalance } from '#lib/deposits/bank-files/map-rules.ts'
import {
  type BankLine,
  type BankTable,
  depositsAsCsv,
  type ReadDeposit,
  readBankLine,
  readBankTable,
  type TableColumns,
} from '#lib/deposits/bank-files/rules.ts'
import type { ColumnMapRow } from '#lib/deposits/bank-files/schema.ts'
import { readStatement } from '#lib/deposits/bank-files/statement.ts'
import { tooManyDeposits } from '#lib/deposits/errors.ts'
import {
  type BankTableColumn,
  balanceAsDepositText,
  importResultText,
  noCreditsText,
  parsedTableText,
} from '#lib/deposits/labels.ts'
import { MAX_DEPOSITS } from '#lib/deposits/rules.ts'
import type { DepositResult } from '#lib/deposits/schema.ts'
import { MAX_STATEMENT_ROWS } from '#lib/deposits/statements/rules.ts'
import { formatCount } from '#lib/money/points.ts'
import { useCall } from '../../chrome/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { toast } from '../../ui/toast-store.ts'
import { ColumnMaps, ColumnsNotice } from './column-maps.tsx'
import { ImportSource } from './import-source.tsx'
import { ImportTable } from './import-table.tsx'

const STATEMENT_FAILED_TEXT = '입금은 저장했지만 정산에 쓸 거래내역을 저장하지 못했어요. 다시 가져와 주세요.'
const IMPORT_FAILED_TEXT = '가져오지 못했어요. 다시 눌러도 두 번 저장되지 않아요.'

type ReadTable = {
  readonly table: BankTable<ColumnMapRow>
  readonly columns: TableColumns
  /** True if the columns were chosen in this preview: they are remembered when the table is imported. */
  readonly isByHand: boolean
}

/** The id of the remembered columns by which the table is read; columns chosen by hand are remembered first. */
async function mapIdOf(call: ReturnType<typeof useCall>['call'], { table, columns, isByHand }: ReadTable) {
  if (!isByHand || !table.head) return { id: table.map?.id ?? null }
  const body = { headings: table.head.join('\t'), columns: table.head.map((_, at) => columns[at] ?? null) }
  const answer = await call<{ id: number }>('POST', '/api/admin/bank-file-maps', body)
  if (answer?.ok) return answer.body
  toast(answer?.message || IMPORT_FAILED_TEXT, { tone: 'bad' })
  return null
}

/**
 * Sends all rows of a file, with the bank's balance after each, for the comparison of a day's money. A failure only
 * shows a toast: the deposits are stored already, and importing the same file again stores the missing rows.
 */
async function sendStatement(call: ReturnType<typeof useCall>['call'], { table, columns }: ReadTable) {
  if (!table.head) return
  const rows = readStatement(table.lines, columns)
  for (let at = 0; at < rows.length; at += MAX_STATEMENT_ROWS) {
    const body = { account: table.account, rows: rows.slice(at, at + MAX_STATEMENT_ROWS) }
    const answer = await call('POST', '/api/admin/bank-rows', body)
    if (!answer?.ok) return void toast(STATEMENT_FAILED_TEXT, { tone: 'bad' })
  }
}

/**
 * `send` imports the credits of a bank's table; `answers` contains the stored deposit of each credit, in the same order.
 * Safe to repeat: deposits that are already stored don't change.
 */
function useSendCredits() {
  const router = useRouter()
  const { busy, call } = useCall()
  const [answers, setAnswers] = useState<readonly DepositResult[] | null>(null)
  async function send(given: ReadTable, credits: readonly ReadDeposit[]) {
    const map = await mapIdOf(call, given)
    if (!map) return
    const body = { csv: depositsAsCsv(credits), mapId: map.id }
    const answer = await call<DepositResult[]>('POST', '/api/admin/deposits', body)
    if (!answer) return
    if (answer.ok) {
      setAnswers(answer.body)
      await sendStatement(call, given)
    } else toast(answer.message || IMPORT_FAILED_TEXT, { tone: 'bad' })
    // Reloads the menu's count of waiting deposits, and the remembered columns.
    router.refresh()
  }
  return { busy, answers, send, forget: () => setAnswers(null) }
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
  const send = useRef<HTMLButtonElement>(null)
  const next = useRef<HTMLAnchorElement>(null)
  const reset = useRef<HTMLButtonElement>(null)
  const isSent = answers !== null
  const credits = lines.flatMap((read) => (read.is === 'credit' ? [read.deposit] : []))
  const canSend = credits.length > 0
  // After the import a link to the deposits replaces the button, which had the focus: the link takes it.
  useEffect(() => (isSent ? next.current : (send.current ?? reset.current))?.focus(), [isSent])
  const countOf = (is: BankLine['is']) => lines.filter((read) => read.is === is).length
  const totals = parsedTableText(credits, countOf('other'), countOf('broken'))
  return (
    <div className="sticky bottom-4 flex flex-wrap items-center gap-3 rounded-card bg-card px-5 py-4 shadow-float">
      <p role="status" className="font-semibold tabular-nums">
        {answers ? importResultText(answers) : canSend ? totals : noCreditsText}
      </p>
      <span className="ml-auto flex flex-wrap gap-2">
        <Button ref={reset} onClick={onReset}>
          다른 내역
        </Button>
        {answers ? (
          <ButtonLink ref={next} tone="main" href="/admin/deposits">
            대기 입금 보기
          </ButtonLink>
        ) : (
          canSend && (
            <Button
              ref={send}
              tone="main"
              busy={busy}
              onClick={onSend}
              // A held Ctrl+Enter that began the preview must not import what nobody has seen.
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
 * Assigns a meaning to a column and removes it from any other column, as no two may have the same one; only directions
 * may be in several.
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
 * Imports deposits from a bank's table: shows how each line is read before anything is sent, and the results
 * afterwards.
 */
export function DepositImport({ maps }: { readonly maps: readonly ColumnMapRow[] }) {
  const [given, setGiven] = useState<ReadTable | null>(null)
  // Ids of remembered columns that were deleted since the page was loaded: files are no longer read by them.
  const [forgotten, setForgotten] = useState<readonly number[]>([])
  const remembered = maps.filter(({ id }) => !forgotten.includes(id))
  const { busy, answers, send, forget } = useSendCredits()
  const take = (text: string) => {
    forget()
    const table = readBankTable(text, remembered)
    setGiven(table.lines.length > 0 ? { table, columns: table.columns, isByHand: false } : null)
  }
  if (!given)
    return (
      <div className="grid gap-4">
        <ImportSource onText={take} />
        <ColumnMaps maps={remembered} onForgotten={(id) => setForgotten((ids) => [...ids, id])} />
      </div>
    )
  const { table, columns } = given
  const width = Math.max(...table.lines.map(({ cells }) => cells.length), table.head?.length ?? 0)
  const lines = table.lines.map((line) => ({ line, read: readBankLine(line, columns) }))
  const credits = lines.flatMap(({ read }) => (read.is === 'credit' ? [read.deposit] : []))
  const change = (place: number, column: BankTableColumn | null) => {
    forget()
    setGiven({ table, columns: withColumn(columns, place, column, width), isByHand: true })
  }
  const begin = () => {
    if (movesLikeBalance(table.lines, columns)) toast(balanceAsDepositText, { tone: 'bad' })
    else if (credits.length > MAX_DEPOSITS) toast(tooManyDeposits(MAX_DEPOSITS).message, { tone: 'bad' })
    else send(given, credits)
  }
  return (
    <>
      <ColumnsNotice {...given} onConfirmed={(map) => setGiven({ ...given, table: { ...table, map } })} />
      <ImportTable head={table.head} {...{ width, columns, lines, answers }} onColumn={change} />
      <ImportBar
        {...{ answers, busy }}
        lines={lines.map(({ read }) => read)}
        onSend={begin}
        onReset={() => {
          forget()
          setGiven(null)
        }}
      />
    </>
  )
}
