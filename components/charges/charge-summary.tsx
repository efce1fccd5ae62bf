import { paymentTexts } from '#lib/card-payments/labels.ts'
import type { FeeType } from '#lib/charges/labels.ts'
import { computePayAmount, type PaymentFee } from '#lib/charges/rules.ts'
import { formatWon, wholePoints } from '#lib/money/points.ts'
import { promotionTexts } from '#lib/promotions/labels.ts'
import { bestShownOffer, type ShownOffer } from '#lib/promotions/rules.ts'
import { Amount, Facts } from '../ui/amount.tsx'
import { FormAlert } from '../ui/form-alert.tsx'
import { SummaryButton, SummaryCard } from '../ui/summary-card.tsx'
import type { PayWay } from './charge-terms.ts'

/**
 * Shows the points that the member will get, with their bonus, and the amount to pay in won, including the 10 % that
 * some receipts add (docs/contract.md#receipt-kinds).
 */
export function ChargeSummary({
  amount,
  kind,
  fee,
  offers,
  failure,
  busy,
  way,
}: {
  /** Typed amount of the charge, in won. */
  readonly amount: number
  readonly kind: FeeType
  /** Receipt kinds that add 10 %. */
  readonly fee: PaymentFee
  readonly offers: readonly ShownOffer[]
  /** Error of the whole submission; null without an error. */
  readonly failure: string | null
  readonly busy: boolean
  /** How the charge is paid. */
  readonly way: PayWay
}) {
  const point = wholePoints(amount)
  const pay = computePayAmount(point, kind, fee)
  const bonus = bestShownOffer(offers, point)?.gives ?? 0n
  const bonusFacts =
    bonus === 0n
      ? []
      : [
          { term: promotionTexts.bonus, value: `+${formatWon(bonus)}` },
          { term: promotionTexts.total, value: formatWon(point + bonus) },
        ]
  const taxFacts = pay > point ? [{ term: '부가세 10%', value: formatWon(pay - point) }] : []
  return (
    <SummaryCard label="충전 요약">
      <Facts
        className="mt-4 max-wide:hidden"
        facts={[{ term: '충전금액', value: formatWon(point) }, ...taxFacts, ...bonusFacts]}
      />
      <FormAlert message={failure} className="max-wide:basis-full max-wide:mb-3 wide:mt-4" />
      <p className="grid max-wide:flex-[999_1_8rem] wide:mt-4 wide:flex wide:items-baseline wide:justify-between wide:border-t wide:border-line wide:pt-4">
        <span className="max-wide:text-s max-wide:text-ink-3">
          {way === 'TRANSFER' ? '입금하실 금액' : paymentTexts.amount}
          {pay > point && <span className="wide:hidden"> · 부가세 포함</span>}
          {bonus > 0n && <span className="wide:hidden"> · 보너스 +{formatWon(bonus)}</span>}
        </span>
        <Amount
          size="xl"
          text={formatWon(pay)}
          className="max-wide:text-l max-wide:whitespace-normal max-wide:wrap-anywhere"
        />
      </p>
      <SummaryButton busy={busy}>충전하기</SummaryButton>
      <p className="mt-3 text-s text-ink-3 max-wide:hidden">
        {way === 'TRANSFER' ? '신청한 뒤 3시간 안에 입금해 주세요.' : paymentTexts.next}
      </p>
    </SummaryCard>
  )
}
