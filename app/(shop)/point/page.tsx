import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { CardPayment, OpenPayments } from '#components/charges/card-payment.tsx'
import { CashRefundCard } from '#components/charges/cash-refund-card.tsx'
import { presetAmountText } from '#components/charges/charge-draft.ts'
import { CHARGE_HISTORY_PAGE_SIZE, ChargeHistory } from '#components/charges/charge-history.tsx'
import {
  type ChargeHistoryState,
  parseChargeHistoryState,
  queryAboveHistory,
} from '#components/charges/charge-history-state.ts'
import { ChargeNotes } from '#components/charges/charge-notes.tsx'
import { ChargeScreen } from '#components/charges/charge-screen.tsx'
import { buildChargeTerms, toDepositAccount } from '#components/charges/charge-terms.ts'
import { selectAwaitedCharges } from '#components/charges/open-charge.ts'
import { RecoveryHistory } from '#components/charges/recovery-history.tsx'
import { BonusOffers } from '#components/promotions/bonus-offers.tsx'
import { PromotionCard } from '#components/promotions/promotion-card.tsx'
import { InPlaceLogin } from '#components/sessions/in-place-login.tsx'
import { ReauthPrompt } from '#components/sessions/reauth-prompt.tsx'
import { hrefOf } from '#components/ui/href.ts'
import { PageTitle } from '#components/ui/page-title.tsx'
import { payMethods } from '#lib/card-payments/labels.ts'
import { areCardPaymentsOffered, openPaymentsOf, paymentWindowOf } from '#lib/card-payments/queries.ts'
import { lastChargeDetails, noChargeDetails } from '#lib/charges/queries/last-details.ts'
import { readRefundablePoints } from '#lib/charges/queries/refundable-points.ts'
import { recentCashRefundsOf } from '#lib/charges/queries/refunds.ts'
import { chargeHistory, pendingChargesOf } from '#lib/charges/queries.ts'
import { clock } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { unreachableChannels } from '#lib/messages/queries.ts'
import { pointsToNumber } from '#lib/money/points.ts'
import { readLatestRecoveries } from '#lib/points/queries.ts'
import { promotionsOfMember } from '#lib/promotions/queries.ts'
import { chargesWithFailedReceipt } from '#lib/receipts/queries.ts'
import { settings } from '#lib/settings/queries.ts'
import type { Settings } from '#lib/settings/schema.ts'
import { readReauthWays } from '#lib/sns/queries.ts'
import { allow, type Viewer } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: '잔액충전' }

type PointPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function PointPage({ searchParams }: PointPageProps) {
  const who = await allow('member', 'guest')
  const query = await searchParams
  const state = parseChargeHistoryState(query)
  const site = await settings(db())
  const [{ pending, history, failedReceipts, lastDetails, recoveries, refunds, promotions }, cards, login] =
    await Promise.all([chargePageData(who, state), cardPaymentsOf(who, query), inPlaceLoginOf(who, site)])
  const lastPage = Math.max(1, Math.ceil(history.total / CHARGE_HISTORY_PAGE_SIZE))
  if (state.page > lastPage)
    redirect(
      hrefOf('/point', { ...queryAboveHistory(query), status: state.status, page: lastPage > 1 ? lastPage : null }),
    )
  const [isGuest, now] = [who.kind === 'guest', clock.now().getTime()]
  const { awaited, named } = selectAwaitedCharges(pending, query, now)
  const draftOwner = who.kind === 'member' ? who.caller.memberId : null
  return (
    <>
      <PageTitle title="잔액충전" />
      {/* A payment comes first, so that a phone shows it without scrolling: its button, its account or that it is over. */}
      {cards.named && <CardPayment {...cards.named} draftOwner={draftOwner} />}
      <ChargeNotes />
      <BonusOffers offers={promotions.offers} />
      <OpenPayments payments={cards.others} />
      {!cards.named && (
        <ChargeScreen
          terms={buildChargeTerms(site, isGuest, { lastDetails, cardOffered: cards.offered })}
          account={toDepositAccount(site)}
          awaited={awaited}
          named={named}
          now={now}
          preset={presetAmountText(query.amount)}
          offers={promotions.offers}
          draftOwner={draftOwner}
        />
      )}
      <PromotionCard grants={promotions.grants} isGuest={isGuest} />
      <ChargeHistory {...history} {...{ state, query, now, failedReceipts }} />
      <RecoveryHistory rows={recoveries} />
      <CashRefundCard {...refunds} isGuest={isGuest} />
      {login && <ReauthPrompt ways={login.ways} />}
      {login && <InPlaceLogin {...login} />}
    </>
  )
}

/**
 * The viewer's payments through PortOne. `offered`: whether the shop offers such payments. `named`: the member's open
 * payment whose id is in the URL. `others`: his other open payments.
 */
async function cardPaymentsOf(who: Viewer, query: Record<string, string | string[] | undefined>) {
  const offered = await areCardPaymentsOffered(db())
  if (who.kind !== 'member') return { offered, named: null, others: [] }
  const requestedId = typeof query.paymentId === 'string' ? query.paymentId.slice(0, 64) : ''
  const payments = await openPaymentsOf(db(), who.caller.memberId, requestedId)
  const payment = payments.find(({ paymentId }) => paymentId === requestedId)
  const payMethod = payMethods.find((each) => each === query.by) ?? 'CARD'
  const named = payment ? { payment, startedPayment: await paymentWindowOf(db(), payment, payMethod) } : null
  return { offered, named, others: payments.filter((each) => each !== payment) }
}

const noCharges = {
  pending: [],
  history: { rows: [], total: 0 },
  failedReceipts: [],
  lastDetails: noChargeDetails,
  recoveries: [],
  refunds: { refundable: 0, lowered: 0, back: 0, debt: 0, rows: [], canMail: true },
  promotions: { offers: [], grants: [] },
}

async function chargePageData(who: Viewer, state: ChargeHistoryState) {
  if (who.kind !== 'member') return noCharges
  const { memberId } = who.caller
  const [
    pending,
    history,
    failedReceipts,
    lastDetails,
    refundablePoints,
    refundRows,
    recoveries,
    promotions,
    unreachable,
  ] = await Promise.all([
    pendingChargesOf(db(), memberId),
    chargeHistory(db(), memberId, { ...state, size: CHARGE_HISTORY_PAGE_SIZE }),
    chargesWithFailedReceipt(db(), memberId),
    lastChargeDetails(db(), memberId),
    readRefundablePoints(db(), memberId),
    recentCashRefundsOf(db(), memberId),
    readLatestRecoveries(db(), memberId),
    promotionsOfMember(db(), memberId),
    unreachableChannels(db()),
  ])
  const refunds = {
    refundable: pointsToNumber(refundablePoints.refundable),
    lowered: pointsToNumber(refundablePoints.lowered),
    back: pointsToNumber(refundablePoints.back),
    debt: pointsToNumber(refundablePoints.debt),
    rows: refundRows,
    canMail: !unreachable.includes('EMAIL'),
  }
  return { pending, history, failedReceipts, lastDetails, recoveries, refunds, promotions }
}

/**
 * Props of the login dialog that opens over this page if the member's session ends, and the ways in which he proves his
 * identity for a cash refund; null for a guest.
 */
async function inPlaceLoginOf(who: Viewer, site: Settings) {
  if (who.kind !== 'member') return null
  return { loginId: who.caller.loginId, ways: await readReauthWays(db(), who.caller.memberId, site) }
}
