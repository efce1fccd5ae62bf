import { type FeeType, feeType, feeTypeLabels } from '#lib/charges/labels.ts'
import type { PastCharges } from '#lib/charges/queries.ts'
import type { AdminChargeRow } from '#lib/charges/schema.ts'
import { formatCount } from '#lib/money/points.ts'
import { type Fact, Facts } from '../../ui/amount.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import { wonText } from '../amounts.ts'
import { ChargeBadge, TimeLeft } from './charge-columns.tsx'
import { outcomeText, pastText } from './charge-words.ts'

/** What a receipt is issued to (spec 3), in the order of the form. */
const receiptTerms: Readonly<Record<string, string>> = {
  company: '상호',
  businessNumber: '사업자번호',
  leader: '대표자',
  jobType: '업태',
  jobType2: '종목',
  address: '주소',
  email: '이메일',
  phone: '연락처',
}

const dashed = (term: string, text: string): string =>
  term === 'businessNumber' ? text.replace(/^(\d{3})(\d{2})(\d{5})$/, '$1-$2-$3') : phoneText(text)

const phoneText = (text: string): string => text.replace(/^(01\d)(\d{3,4})(\d{4})$/, '$1-$2-$3')

function receiptFacts({ feeType: kind, feeValue, point, payAmount }: AdminChargeRow): Fact[] {
  if (kind === feeType.NONE) return [{ term: '영수증', value: feeTypeLabels[feeType.NONE] }]
  const fee = payAmount > point ? `10% 포함 ${wonText(payAmount)}` : '신청'
  const given = Object.entries(receiptTerms).filter(([key]) => feeValue[key])
  return [
    { term: feeTypeLabels[kind as FeeType], value: fee },
    ...given.map(([key, term]) => ({ term, value: dashed(key, feeValue[key] ?? '') })),
  ]
}

function outcomeFacts(charge: AdminChargeRow): Fact[] {
  const outcome = outcomeText(charge)
  return [
    ...(charge.responseAt ? [{ term: '처리 시각', value: seoulTime(charge.responseAt) }] : []),
    ...(outcome ? [{ term: '결과', value: outcome }] : []),
    ...(charge.reason ? [{ term: '사유', value: charge.reason }] : []),
  ]
}

/** All that the one who decides on a charge needs to know of it. `now` in milliseconds. */
export function ChargeStory({
  charge,
  past,
  now,
}: {
  readonly charge: AdminChargeRow
  readonly past: PastCharges | undefined
  readonly now: number
}) {
  const facts: Fact[] = [
    { term: '상태', value: <ChargeBadge charge={charge} /> },
    { term: '회원', value: `${charge.memberId} (${formatCount(charge.memberNo)})` },
    { term: '충전 포인트', value: wonText(charge.point) },
    ...receiptFacts(charge),
    { term: '지난 충전', value: pastText(past) },
    { term: '요청 시각', value: seoulTime(charge.createdAt) },
    ...(outcomeText(charge)
      ? outcomeFacts(charge)
      : [{ term: '남은 시간', value: <TimeLeft charge={charge} now={now} /> }]),
  ]
  return <Facts facts={facts} align="start" className="text-s tabular-nums" />
}
