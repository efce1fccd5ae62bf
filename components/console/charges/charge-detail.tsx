import { type FeeType, feeType, feeTypeLabels } from '#lib/charges/labels.ts'
import type { PastCharges } from '#lib/charges/queries.ts'
import type { AdminChargeRow } from '#lib/charges/schema.ts'
import { type DepositHint, depositHintLabels } from '#lib/deposits/labels.ts'
import type { ChargeHint } from '#lib/deposits/queries/hints.ts'
import { type Fact, Facts } from '../../ui/amount.tsx'
import { Notice } from '../../ui/badge.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import { wonText } from '../amounts.ts'
import { MemberLink } from '../member-link.tsx'
import { shortMoment } from '../moments.ts'
import { givenTo } from '../receipts/receipt-text.ts'
import { ChargeBadge, TimeLeft } from './charge-columns.tsx'
import { hintTone, outcomeText, pastText } from './charge-text.ts'

function receiptFacts({ feeType: kind, feeValue, point, payAmount }: AdminChargeRow): Fact[] {
  if (kind === feeType.NONE) return [{ term: '영수증', value: feeTypeLabels[feeType.NONE] }]
  const fee = payAmount > point ? `10% 포함 ${wonText(payAmount)}` : '신청'
  return [
    { term: feeTypeLabels[kind as FeeType], value: fee },
    ...givenTo(feeValue).map(({ term, shown }) => ({ term, value: shown })),
  ]
}

function outcomeFacts(charge: AdminChargeRow): Fact[] {
  const outcome = outcomeText(charge)
  return [
    ...(charge.responseAt ? [{ term: '처리 시각', value: seoulTime(charge.responseAt) }] : []),
    ...(outcome ? [{ term: '결과', value: outcome }] : []),
    ...(charge.reversedAt ? [{ term: '승인 취소', value: seoulTime(charge.reversedAt) }] : []),
    ...(charge.reversed === null ? [] : [{ term: '회수', value: wonText(charge.reversed) }]),
    ...(charge.debtPaid > 0 ? [{ term: '미수금 회수', value: wonText(charge.debtPaid) }] : []),
    ...(charge.reason ? [{ term: '사유', value: charge.reason }] : []),
  ]
}

/** All that the one who decides on a charge needs to know of it. `now` in milliseconds. */
export function ChargeDetail({
  charge,
  past,
  hint,
  now,
}: {
  readonly charge: AdminChargeRow
  readonly past: PastCharges | undefined
  readonly hint: ChargeHint | undefined
  readonly now: number
}) {
  const facts: Fact[] = [
    { term: '상태', value: <ChargeBadge charge={charge} /> },
    { term: '회원', value: <MemberLink {...charge} /> },
    { term: '충전 포인트', value: wonText(charge.point) },
    ...receiptFacts(charge),
    { term: '지난 충전', value: pastText(past) },
    { term: '요청 시각', value: seoulTime(charge.createdAt) },
    ...(outcomeText(charge)
      ? outcomeFacts(charge)
      : [{ term: '남은 시간', value: <TimeLeft charge={charge} now={now} /> }]),
  ]
  return (
    <>
      {hint?.deposit && <NearestDeposit hint={hint.hint} deposit={hint.deposit} now={now} />}
      <Facts facts={facts} align="start" className="text-s tabular-nums" />
    </>
  )
}

type NearestProps = { hint: DepositHint; deposit: NonNullable<ChargeHint['deposit']>; now: number }

function NearestDeposit({ hint, deposit, now }: NearestProps) {
  const tone = hintTone(hint)
  return (
    <Notice tone={tone} className="grid gap-0.5 text-s">
      <b className={tone === 'good' ? 'text-good' : 'text-warn'}>{depositHintLabels[hint]}</b>
      <a
        href={`/admin/deposits?status=all&id=${deposit.id}&q=${encodeURIComponent(deposit.name)}`}
        className="tabular-nums"
      >
        {shortMoment(deposit.at, now)} · {deposit.name} · {wonText(deposit.amount)}
      </a>
    </Notice>
  )
}
