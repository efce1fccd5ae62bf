import { approvalStateLabels } from '#lib/approvals/labels.ts'
import {
  type ChargeStatus,
  chargeStatus,
  chargeStatusLabels,
  type FeeType,
  feeType,
  feeTypeLabels,
  reversedLabel,
} from '#lib/charges/labels.ts'
import type { AdminChargeRow } from '#lib/charges/schema.ts'
import { depositHintLabels } from '#lib/deposits/labels.ts'
import type { ChargeHint } from '#lib/deposits/queries/hints.ts'
import { Badge } from '../../ui/badge.tsx'
import { Countdown } from '../../ui/countdown.tsx'
import type { Column } from '../../ui/table.tsx'
import { wonText } from '../amounts.ts'
import { askerColumn, inDetail, madeColumn } from '../list-columns.tsx'
import { RowLink } from '../row-link.tsx'
import { chargeTone, hintTone } from './charge-text.ts'

/** A charge's own time is up, though the sweep that says so has yet to come by. */
const ENDED = '시간 만료'

/** Where the story stands beside a table that has little more than its own width left. */
const narrow = 'split:max-[1380px]:max-w-[100px]'

export function ChargeBadge({ charge }: { readonly charge: AdminChargeRow }) {
  if (charge.reversedAt) return <Badge tone="bad">{reversedLabel}</Badge>
  return <Badge tone={chargeTone(charge)}>{chargeStatusLabels[charge.status as ChargeStatus]}</Badge>
}

export function TimeLeft({ charge, now }: { readonly charge: AdminChargeRow; readonly now: number }) {
  if (charge.status !== chargeStatus.PENDING) return '—'
  return <Countdown until={Date.parse(charge.expiresAt)} now={now} ended={ENDED} />
}

interface HintProps {
  readonly charge: AdminChargeRow
  readonly hint: ChargeHint | undefined
  /** For a second person. */
  readonly waits: boolean
}

/** What the deposits say of a charge that waits; what became of it otherwise. */
function HintBadge({ charge, hint, waits }: HintProps) {
  if (waits) return <Badge tone="main">{approvalStateLabels.WAITING}</Badge>
  if (!hint || charge.status !== chargeStatus.PENDING) return <ChargeBadge charge={charge} />
  return <Badge tone={hintTone(hint.hint)}>{depositHintLabels[hint.hint]}</Badge>
}

interface Looks {
  /** In milliseconds. */
  readonly now: number
  readonly hints: Readonly<Record<number, ChargeHint>>
  readonly approvals: Readonly<Record<number, unknown>>
  /** A list of those that wait shows what the deposits say instead of one and the same state. */
  readonly waiting: boolean
  readonly hrefOfRow: (id: number) => string
}

/** The table of look/console.html. */
export function chargeColumns({ now, hints, approvals, waiting, hrefOfRow }: Looks): readonly Column<AdminChargeRow>[] {
  return [
    madeColumn('요청 시각', now),
    askerColumn(now, `wide:max-w-[120px] wide:truncate ${narrow}`),
    {
      key: 'name',
      head: '입금자명',
      cell: ({ id, name }) => <RowLink href={hrefOfRow(id)}>{name}</RowLink>,
      className: `wide:max-w-[140px] wide:truncate ${narrow}`,
      phone: 'title',
    },
    {
      key: 'amount',
      head: '입금액',
      cell: ({ payAmount }) => <b className="font-semibold whitespace-nowrap">{wonText(payAmount)}</b>,
      align: 'right',
      phone: 'amount',
    },
    {
      key: 'receipt',
      head: '영수증',
      cell: (row) => (row.feeType === feeType.NONE ? '—' : feeTypeLabels[row.feeType as FeeType]),
      className: `${inDetail} whitespace-nowrap`,
      phone: 'line',
    },
    {
      key: 'left',
      head: '남은 시간',
      cell: (row) => (
        <span className="text-ink-3">
          <TimeLeft charge={row} now={now} />
        </span>
      ),
      className: `${inDetail} whitespace-nowrap tabular-nums`,
      phone: 'line',
    },
    waiting
      ? {
          key: 'hint',
          head: '입금 대조',
          cell: (row) => <HintBadge charge={row} hint={hints[row.id]} waits={row.id in approvals} />,
          phone: 'badge',
        }
      : { key: 'status', head: '상태', cell: (row) => <ChargeBadge charge={row} />, phone: 'badge' },
  ]
}
