'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import {
  type BankLine,
  type BankTable,
  depositsAsCsv,
  type ReadDeposit,
  readBankLine,
  readBankTable,
  type TableColumns,
} from '#lib/deposits/bank-files/rules.ts'
import { tooManyDeposits } from '#lib/deposits/errors.ts'
import { type BankTableColumn, importResultText, noCreditsText, parsedTableText } from '#lib/deposits/labels.ts'
import { MAX_DEPOSITS } from '#lib/deposits/rules.ts'
import type { DepositResult } from '#lib/deposits/schema.ts'
import { formatCount } from '#lib/money/points.ts'
import { useCall } from '../../chrome/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { toast } from '../../ui/toast-store.ts'
import { ImportSource } from './import-source.tsx'
import { ImportTable } from './import-table.tsx'

// Meanings stored under `deposit-columns:` know no column of directions, and would make deposits of withdrawals.
const COLUMNS_KEY_PREFIX = 'bank-columns:'

/** localStorage key of the column meanings that were chosen for tables with the same headings, or number of columns. */
const columnsKeyOf = ({ head, lines }: BankTable): string =>
  COLUMNS_KEY_PREFIX + (head?.join('|') ?? lines[0]?.cells.length ?? 0)

/**
 * The column meanings that this browser stored for a table of the same layout, else those derived from the headings.
 */
function storedColumnsOf(table: BankTable): TableColumns {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(columnsKeyOf(table)) ?? 'null')
    return Array.isArray(stored) ? (stored as TableColumns) : table.columns
  } catch {
    return table.columns
  }
}

function storeColumns(table: BankTable, columns: TableColumns): void {
  try {
    localStorage.setItem(columnsKeyOf(table), JSON.stringify(columns))
  } catch {
    // Storage can be forbidden or full; the columns must then be assigned again next time.
  }
}

const IMPORT_FAILED_TEXT = '가져오지 못했어요. 다시 눌러도 두 번 저장되지 않아요.'

/**
 * `send` imports the credits of a bank's table in one call; `answers` contains the stored deposit of each credit, in
 * the same order. Safe to repeat: deposits that are already stored don't change.
 */
function useSendCredits() {
  const router = useRouter()
  const { busy, call } = useCall()
  const [answers, setAnswers] = useState<readonly DepositResult[] | null>(null)
  async function send(credits: readonly ReadDeposit[]) {
    const answer = await call<DepositResult[]>('POST', '/api/admin/deposits', { csv: depositsAsCsv(credits) })
    if (!answer) return
    if (answer.ok) {
      setAnswers(answer.body)
      // Reloads the menu's count of waiting deposits.
      router.refresh()
    } else toast(answer.message || IMPORT_FAILED_TEXT, { tone: 'bad' })
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

type ReadTable = { readonly table: BankTable; readonly columns: TableColumns }

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
export function DepositImport() {
  const [given, setGiven] = useState<ReadTable | null>(null)
  const { busy, answers, send, forget } = useSendCredits()
  const take = (text: string) => {
    forget()
    const table = readBankTable(text)
    setGiven(table.lines.length > 0 ? { table, columns: storedColumnsOf(table) } : null)
  }
  if (!given) return <ImportSource onText={take} />
  const { table, columns } = given
  const width = Math.max(...table.lines.map(({ cells }) => cells.length), table.head?.length ?? 0)
  const lines = table.lines.map((line) => ({ line, read: readBankLine(line, columns) }))
  const credits = lines.flatMap(({ read }) => (read.is === 'credit' ? [read.deposit] : []))
  const change = (place: number, column: BankTableColumn | null) => {
    forget()
    const next = withColumn(columns, place, column, width)
    storeColumns(table, next)
    setGiven({ table, columns: next })
  }
  const begin = () => {
    if (credits.length > MAX_DEPOSITS) toast(tooManyDeposits(MAX_DEPOSITS).message, { tone: 'bad' })
    else send(credits)
  }
  return (
    <>
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
