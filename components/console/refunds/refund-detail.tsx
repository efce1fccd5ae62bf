import type { AdminRefundRow } from '#lib/charges/schema.ts'
import { type Fact, Facts } from '../../ui/amount.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import { wonText } from '../amounts.ts'
import { DetailPart } from '../detail-part.tsx'
import { MemberLink } from '../member-link.tsx'
import { RefundBadge } from './refund-columns.tsx'
import { RestingCharges } from './resting-charges.tsx'

interface RefundDetailProps {
  readonly refund: AdminRefundRow
  /** Who doesn't pay out has no whole account number to copy. */
  readonly mayAct: boolean
}

/** Where the money goes and what became of the wish. */
export function RefundDetail({ refund, mayAct }: RefundDetailProps) {
  const facts: Fact[] = [
    { term: '상태', value: <RefundBadge status={refund.status} /> },
    { term: '회원', value: <MemberLink {...refund} /> },
    { term: '환불 금액', value: wonText(refund.point) },
    { term: '은행', value: refund.bank },
    { term: '계좌번호', value: refund.account },
    { term: '예금주', value: <span className={refund.nameDiffers ? 'text-bad' : undefined}>{refund.name}</span> },
    { term: '이메일', value: <span className="wrap-anywhere">{refund.email}</span> },
    { term: '신청 시각', value: seoulTime(refund.createdAt) },
    ...(refund.responseAt ? [{ term: '처리 시각', value: seoulTime(refund.responseAt) }] : []),
    ...(refund.reason ? [{ term: '사유', value: refund.reason }] : []),
  ]
  return (
    <>
      <Facts facts={facts} align="start" className="text-s tabular-nums" />
      {mayAct && (
        <div className="flex flex-wrap gap-2">
          <CopyButton text={refund.account} label="계좌번호 복사" />
          <CopyButton text={String(refund.point)} label="금액 복사" />
        </div>
      )}
      <DetailPart title="근거 충전">
        <RestingCharges refund={refund} />
      </DetailPart>
    </>
  )
}
