import { fundingLabels, reversedLabel } from '#lib/charges/labels.ts'
import { normalName } from '#lib/charges/rules.ts'
import type { AdminRefundRow, RestingChargeRow } from '#lib/charges/schema.ts'
import { Badge } from '../../ui/badge.tsx'
import { cx } from '../../ui/class-names.ts'
import { wonText } from '../amounts.ts'
import { PageLink } from '../page-link.tsx'

/** What a request rests on: each charge, whose name the bank gave, and who vouches for it. */
export function RestingCharges({ refund }: { readonly refund: AdminRefundRow }) {
  if (refund.charges.length === 0) return <p className="text-s text-ink-3">근거 충전이 기록되기 전의 신청이에요.</p>
  return (
    <ul aria-label="근거 충전" className="grid gap-2.5">
      {refund.charges.map((charge) => (
        <Resting key={charge.id} charge={charge} refund={refund} />
      ))}
    </ul>
  )
}

function Resting({ charge, refund }: { readonly charge: RestingChargeRow; readonly refund: AdminRefundRow }) {
  const { id, point, chargePoint, depositors, reversed, funding } = charge
  const differs = depositors.some((name) => normalName(name) !== normalName(refund.name))
  const part = point === chargePoint ? wonText(point) : `${wonText(chargePoint)} 중 ${wonText(point)}`
  return (
    <li className="grid gap-0.5 text-s tabular-nums">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <PageLink path="/admin/charges" query={{ status: 'all', q: refund.memberId, id }}>
          충전 {id}
        </PageLink>
        <b className="font-semibold">{part}</b>
        <Badge tone={reversed ? 'bad' : funding === 'UNCONFIRMED' ? 'warn' : 'good'} className="ml-auto">
          {reversed ? reversedLabel : fundingLabels[funding]}
        </Badge>
      </span>
      <span className={cx('wrap-anywhere', differs ? 'font-semibold text-bad' : 'text-ink-2')}>
        입금자 {depositors.join(', ')}
      </span>
      <span className="text-ink-3 wrap-anywhere">{vouchers(charge)}</span>
    </li>
  )
}

function vouchers({ creditedBy, confirmedBy }: RestingChargeRow): string {
  const by = creditedBy.length > 0 ? `처리 ${creditedBy.join(', ')}` : '자동으로 확인'
  return confirmedBy ? `${by} · 확인 ${confirmedBy}` : by
}
