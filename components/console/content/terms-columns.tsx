import { type TermsKind, type TermsState, termsState } from '#lib/content/rules.ts'
import type { TermsRow } from '#lib/content/schema.ts'
import { termsNames } from '../../content/terms-versions.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import type { Column } from '../../ui/table.tsx'
import { RowLink } from '../row-link.tsx'

const states: Readonly<Record<TermsState, { readonly label: string; readonly tone: Tone }>> = {
  PLANNED: { label: '예정', tone: 'neutral' },
  ANNOUNCED: { label: '알리는 중', tone: 'warn' },
  HOLDS: { label: '시행', tone: 'good' },
}

export function TermsBadge({ row, now }: { readonly row: TermsRow; readonly now: number }) {
  const { label, tone } = states[termsState(row, now)]
  return <Badge tone={tone}>{label}</Badge>
}

export const termsTitle = ({ kind, since }: { readonly kind: TermsKind; readonly since: string }): string =>
  `${termsNames[kind]} ${since}`

/** `now` in milliseconds. */
export const termsColumns = (now: number, hrefOf: (id: number) => string): readonly Column<TermsRow>[] => [
  {
    key: 'since',
    head: '시행일',
    cell: ({ id, since }) => <RowLink href={hrefOf(id)}>{since}</RowLink>,
    className: 'whitespace-nowrap tabular-nums',
    phone: 'title',
  },
  { key: 'kind', head: '종류', cell: ({ kind }) => termsNames[kind], phone: 'line' },
  { key: 'state', head: '상태', cell: (row) => <TermsBadge row={row} now={now} />, phone: 'badge' },
  {
    key: 'at',
    head: '올린 때',
    cell: ({ createdAt }) => seoulTime(createdAt).slice(0, 16),
    className: 'whitespace-nowrap tabular-nums text-ink-3',
    phone: 'amount',
  },
]
