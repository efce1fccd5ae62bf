import type { BankLine, TableColumns, TableLine } from '#lib/deposits/bank-files/rules.ts'
import {
  type BankTableColumn,
  bankTableColumnLabels,
  bankTableColumns,
  depositStatusLabels,
  waitReasonLabels,
  waitReasonTexts,
} from '#lib/deposits/labels.ts'
import type { DepositResult } from '#lib/deposits/schema.ts'
import { wonText } from '#lib/money/points.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { cx } from '../../ui/class-names.ts'
import { SelectField } from '../../ui/select.tsx'

type LineBadge = readonly [text: string, tone: Tone, title?: string]

/**
 * Badge of a line of a bank's table before the import: that the line is a credit, a withdrawal or another line, or
 * which columns couldn't be read.
 */
function badgeBeforeImport(read: BankLine): LineBadge {
  if (read.is === 'credit') return [`입금 ${wonText(read.deposit.amount)}`, 'main']
  if (read.is === 'other') return [read.isWithdrawal ? '출금, 건너뜀' : '입금 아님, 건너뜀', 'neutral']
  return [`확인 필요: ${read.columns.map((column) => bankTableColumnLabels[column]).join(', ')}`, 'bad']
}

/** Badge of a line of a bank's table after the import: the status of the deposit that was made from it. */
function badgeAfterImport({ status, reason, duplicate }: DepositResult): LineBadge {
  const text = reason ? `대기 · ${waitReasonLabels[reason]}` : depositStatusLabels[status]
  if (duplicate) return [`이미 있음 · ${text}`, 'neutral']
  if (status === 'UNCONFIRMED') return [text, 'main', '다른 운영자가 확인한 뒤에 충전돼요.']
  return reason ? [text, 'warn', waitReasonTexts[reason]] : [text, 'good']
}

interface BankTablePreviewProps {
  /** Headings of the columns; null if the table has none. */
  readonly head: readonly string[] | null
  /** Number of columns. */
  readonly width: number
  readonly columns: TableColumns
  readonly lines: readonly { readonly line: TableLine; readonly read: BankLine }[]
  /** The stored deposit of each credit, in the sequence of the lines; null before the import. */
  readonly answers: readonly DepositResult[] | null
  /** Called when staff choose the meaning of the column at index `place`; null for none. */
  readonly onColumn: (place: number, column: BankTableColumn | null) => void
}

/** Class names of a cell by the meaning of its column: amounts are right-aligned, dates and amounts don't wrap. */
const cellClassOf = (column: BankTableColumn | null | undefined): string => {
  if (!column) return 'text-ink-3'
  if (column === 'amount') return 'text-right whitespace-nowrap'
  return column === 'at' || column === 'time' ? 'whitespace-nowrap' : ''
}

const columnMeaningOptions = bankTableColumns.map((value) => ({ value, label: bankTableColumnLabels[value] }))

/**
 * Preview of a bank's table: all its lines, the meaning of each column, and how each line is read. After the import,
 * the result of each line is shown instead.
 */
export function BankTablePreview({ head, width, columns, lines, answers, onColumn }: BankTablePreviewProps) {
  const columnIndexes = Array.from({ length: width }, (_, at) => at)
  let credits = 0
  return (
    <section
      aria-label="거래내역 미리보기"
      className="max-h-[max(16rem,100dvh-260px)] overflow-auto rounded-card bg-card"
    >
      <table className="w-full border-collapse text-s tabular-nums">
        <thead className="sticky top-0 z-10 bg-sunken">
          <tr>
            <th scope="col" className="p-3 text-left align-bottom font-semibold whitespace-nowrap text-ink-3">
              {answers ? '결과' : '가져올 내용'}
            </th>
            {columnIndexes.map((place) => (
              <th key={place} scope="col" className="min-w-[128px] p-2 text-left align-bottom font-semibold text-ink-3">
                <span className={cx('mb-1 block px-1', columns[place] === 'amount' && 'text-right')}>
                  {head?.[place] ?? `${place + 1}열`}
                </span>
                <SelectField
                  label={`${head?.[place] ?? `${place + 1}열`}의 뜻`}
                  labelHidden
                  dense
                  placeholder="안 씀"
                  options={columnMeaningOptions}
                  value={columns[place] ?? ''}
                  onChange={(event) => onColumn(place, (event.target.value || null) as BankTableColumn | null)}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ line, read }) => {
            const answer = read.is === 'credit' ? answers?.[credits++] : undefined
            const [text, tone, title] = answer ? badgeAfterImport(answer) : badgeBeforeImport(read)
            return (
              <tr key={line.index} className="border-t border-line">
                <td className="px-3 py-2">
                  <Badge tone={tone} title={title}>
                    {text}
                  </Badge>
                </td>
                {columnIndexes.map((place) => (
                  <td key={place} className={cx('px-3 py-2', cellClassOf(columns[place]))}>
                    {line.cells[place]}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
