'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { ShownOffer } from '#lib/promotions/rules.ts'
import type { DraftOwner } from '../orders/stored-draft.ts'
import { WaitingDraft } from '../orders/waiting-draft.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { AwaitedCharges } from './awaited-charges.tsx'
import { ChargeForm } from './charge-form.tsx'
import type { ChargeTerms, DepositAccount } from './charge-terms.ts'
import { DepositInstructions } from './deposit-instructions.tsx'
import type { OpenCharge } from './open-charge.ts'
import { returnToDraft } from './return-to-draft.ts'

interface ChargeScreenProps {
  readonly terms: ChargeTerms
  readonly account: DepositAccount
  /** The member's charges that still waited for their deposit when the server rendered the page. */
  readonly awaited: readonly OpenCharge[]
  /** The charge of `awaited` whose id is in the query string; null if there is none. */
  readonly named: OpenCharge | null
  /** Time of the server's rendering, in milliseconds. */
  readonly now: number
  /** Initial text of the amount field, from the page's URL; '' for an empty field. */
  readonly preset: string
  readonly draftOwner: DraftOwner
  /** Bonuses that the member gets with a charge now. */
  readonly offers: readonly ShownOffer[]
}

/** The charge form, or the deposit instructions of one charge in its place (docs/product.md#charge-screen). */
export function ChargeScreen({ terms, account, awaited, named, now, preset, draftOwner, offers }: ChargeScreenProps) {
  const router = useRouter()
  const [justRequested, setJustRequested] = useState<{ readonly charge: OpenCharge; readonly since: number } | null>(
    null,
  )
  // Deposit instructions that are shown when the page opens don't take the focus. Those that are shown later take it,
  // because they replace the button that was pressed.
  const [initialChargeId] = useState(named?.id)
  // The server doesn't know of a charge just requested yet, so `named` isn't it. It is shown until the server renders
  // again, which changes `now`.
  const shown = justRequested?.since === now ? justRequested.charge : named
  const goTo = (path: string) => {
    // Changes the URL at once, before the new page arrives: a reload in between must not show the old charge.
    window.history.replaceState(null, '', path)
    router.replace(path, { scroll: false })
    router.refresh()
  }
  // Called when the charge has ended. If it was credited and an order is being typed, goes back to that order.
  const handleEnd = (isCredited: boolean) => {
    if (!isCredited || !returnToDraft(router, draftOwner)) goTo('/point')
  }
  if (shown)
    return (
      <>
        <WaitingDraft owner={draftOwner} />
        <DepositInstructions
          key={shown.id}
          charge={shown}
          account={account}
          now={now}
          announced={shown.id !== initialChargeId}
          onEnded={handleEnd}
        />
      </>
    )
  return (
    <>
      <WaitingDraft owner={draftOwner} />
      <AwaitedCharges charges={awaited} />
      {terms.ways.length === 0 ? (
        <Card>
          <EmptyState
            title="아직 충전할 수 없어요."
            hint="입금받을 계좌를 준비하고 있어요. 잠시 뒤에 다시 확인해 주세요."
          />
        </Card>
      ) : (
        <ChargeForm
          key={preset}
          terms={terms}
          preset={preset}
          offers={offers}
          onRequested={(charge) => {
            setJustRequested({ charge, since: now })
            goTo(`/point?charge=${charge.id}`)
          }}
          onOutdated={() => router.refresh()}
        />
      )}
    </>
  )
}
