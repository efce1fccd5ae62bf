'use client'

import { useState } from 'react'
import { tooManyDeposits } from '#lib/deposits/errors.ts'
import type { DepositColumn } from '#lib/deposits/labels.ts'
import { type BankTable, type Columns, MOST_DEPOSITS, readLine, readTable } from '#lib/deposits/rules.ts'
import { toast } from '../../ui/toast-store.ts'
import { keepColumns, recallColumns } from './column-memory.ts'
import { ImportBar } from './import-bar.tsx'
import { ImportSource } from './import-source.tsx'
import { ImportTable } from './import-table.tsx'
import { useImport } from './use-import.ts'

type Given = { readonly table: BankTable; readonly columns: Columns }

/** Each thing stands in one column only. */
const withColumn = (columns: Columns, place: number, column: DepositColumn | null, width: number): Columns =>
  Array.from({ length: width }, (_, at) =>
    at === place ? column : columns[at] === column ? null : (columns[at] ?? null),
  )

/** From a bank's table to deposits: what each line is before anything is sent, and what became of it afterwards. */
export function DepositImport() {
  const [given, setGiven] = useState<Given | null>(null)
  const { busy, answers, send, forget } = useImport()
  const take = (text: string) => {
    forget()
    const table = readTable(text)
    setGiven(table.lines.length > 0 ? { table, columns: recallColumns(table) } : null)
  }
  if (!given) return <ImportSource onText={take} />
  const { table, columns } = given
  const width = Math.max(...table.lines.map(({ cells }) => cells.length), table.head?.length ?? 0)
  const lines = table.lines.map((line) => ({ line, read: readLine(line, columns) }))
  const credits = lines.flatMap(({ read }) => (read.is === 'credit' ? [read.deposit] : []))
  const change = (place: number, column: DepositColumn | null) => {
    forget()
    const next = withColumn(columns, place, column, width)
    keepColumns(table, next)
    setGiven({ table, columns: next })
  }
  const begin = () => {
    if (credits.length === 0) toast('가져올 입금이 없습니다. 열을 확인해 주세요.', { tone: 'bad' })
    else if (credits.length > MOST_DEPOSITS) toast(tooManyDeposits(MOST_DEPOSITS).message, { tone: 'bad' })
    else send(credits)
  }
  return (
    <>
      <ImportTable
        head={table.head}
        width={width}
        columns={columns}
        lines={lines}
        answers={answers}
        onColumn={change}
      />
      <ImportBar
        lines={lines.map(({ read }) => read)}
        answers={answers}
        busy={busy}
        onSend={begin}
        onReset={() => {
          forget()
          setGiven(null)
        }}
      />
    </>
  )
}
