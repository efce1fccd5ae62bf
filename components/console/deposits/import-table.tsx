import { type DepositColumn, depositColumnLabels, depositColumns } from '#lib/deposits/labels.ts'
import type { Columns, ReadLine, TableLine } from '#lib/deposits/rules.ts'
import type { TakenDeposit } from '#lib/deposits/schema.ts'
import { Badge } from '../../ui/badge.tsx'
import { SelectField } from '../../ui/select.tsx'
import { answerWord, readWord } from './import-text.ts'

interface ImportTableProps {
  readonly head: readonly string[] | null
  readonly width: number
  readonly columns: Columns
  readonly lines: readonly { readonly line: TableLine; readonly read: ReadLine }[]
  readonly answers: readonly TakenDeposit[] | null
  readonly onColumn: (place: number, column: DepositColumn | null) => void
}

const options = depositColumns.map((value) => ({ value, label: depositColumnLabels[value] }))

/** Every line as it came, what its columns mean, and what is or became of it. */
export function ImportTable({ head, width, columns, lines, answers, onColumn }: ImportTableProps) {
  const places = Array.from({ length: width }, (_, at) => at)
  let credits = 0
  return (
    <section aria-label="거래내역 미리보기" className="max-h-[calc(100dvh-260px)] overflow-auto rounded-card bg-card">
      <table className="w-full border-collapse text-s tabular-nums">
        <thead className="sticky top-0 z-10 bg-sunken">
          <tr>
            <th scope="col" className="p-3 text-left align-bottom font-semibold whitespace-nowrap text-ink-3">
              {answers ? '결과' : '가져올 내용'}
            </th>
            {places.map((place) => (
              <th key={place} scope="col" className="min-w-[128px] p-2 text-left align-bottom font-semibold text-ink-3">
                <span className="mb-1 block px-1">{head?.[place] ?? `${place + 1}열`}</span>
                <SelectField
                  label={`${head?.[place] ?? `${place + 1}열`}의 뜻`}
                  labelHidden
                  dense
                  placeholder="안 씀"
                  options={options}
                  value={columns[place] ?? ''}
                  onChange={(event) => onColumn(place, (event.target.value || null) as DepositColumn | null)}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ line, read }) => {
            const answer = read.is === 'credit' ? answers?.[credits++] : undefined
            const [text, tone, title] = answer ? answerWord(answer) : readWord(read)
            return (
              <tr key={line.at} className="border-t border-line">
                <td className="px-3 py-2">
                  <Badge tone={tone} title={title}>
                    {text}
                  </Badge>
                </td>
                {places.map((place) => (
                  <td key={place} className={`px-3 py-2 ${columns[place] ? '' : 'text-ink-3'}`}>
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
