import { depositSourceLabels, waitReasonTexts } from '#lib/deposits/labels.ts'
import type { DepositDetail, DepositRow } from '#lib/deposits/schema.ts'
import { formatCount } from '#lib/money/points.ts'
import { type Fact, Facts } from '../../ui/amount.tsx'
import { Notice } from '../../ui/badge.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import { wonText } from '../amounts.ts'
import { DepositBadge } from './deposit-columns.tsx'
import { bankTime } from './deposit-text.ts'

/** What the bank reported, why it waits, and who settled it. */
export function DepositFacts({
  deposit,
  detail,
}: {
  readonly deposit: DepositRow
  readonly detail: DepositDetail | null
}) {
  const { reason, status } = deposit
  const isOpen = status === 'WAITING' || status === 'UNCONFIRMED'
  const facts: Fact[] = [
    { term: '상태', value: <DepositBadge deposit={deposit} /> },
    { term: '입금액', value: wonText(deposit.amount) },
    { term: '입금 일시', value: bankTime(deposit) },
    { term: '경로', value: depositSourceLabels[deposit.source] },
    { term: '거래번호', value: <span className="wrap-anywhere">{deposit.externalId}</span> },
    { term: '가져온 시각', value: seoulTime(deposit.createdAt) },
    ...(deposit.matchedAt ? [{ term: '처리 시각', value: seoulTime(deposit.matchedAt) }] : []),
    ...(isOpen ? [] : [{ term: '처리', value: detail ? (detail.settledBy ?? '자동') : '…' }]),
    ...(detail?.note ? [{ term: '사유', value: detail.note }] : []),
  ]
  return (
    <>
      {reason && (
        <Notice tone={reason === 'SOON' ? 'main' : 'warn'} className="text-s">
          {waitReasonTexts[reason]}
        </Notice>
      )}
      <Facts facts={facts} align="start" className="text-s tabular-nums" />
      {!isOpen && detail && detail.charges.length > 0 && (
        <ul aria-label="충전된 요청" className="grid gap-1.5 text-s">
          {detail.charges.map((charge) => (
            <li key={charge.id} className="flex justify-between gap-3 rounded-field bg-sunken px-3 py-2">
              <a href={`/admin/charges?status=all&q=${encodeURIComponent(charge.name)}&id=${charge.id}`}>
                {charge.memberId} ({formatCount(charge.memberNo)})
              </a>
              <b className="font-semibold tabular-nums">{wonText(charge.payAmount)}</b>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
