'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { AwaitedCharges } from './awaited-charges.tsx'
import { ChargeForm } from './charge-form.tsx'
import type { ChargeTerms, DepositAccount } from './charge-terms.ts'
import { DepositInstructions } from './deposit-instructions.tsx'
import type { OpenCharge } from './shown-charge.ts'

interface ChargeScreenProps {
  readonly terms: ChargeTerms
  readonly account: DepositAccount
  /** The charges whose deposits are awaited, and the one of them that the address names, as the server knows them. */
  readonly open: readonly OpenCharge[]
  readonly named: OpenCharge | null
  /** When the server rendered this, in milliseconds. */
  readonly now: number
}

/** The form, or in its place what is to be transferred and where (docs/product.md#charge-screen). */
export function ChargeScreen({ terms, account, open, named, now }: ChargeScreenProps) {
  const router = useRouter()
  const [fresh, setFresh] = useState<{ readonly charge: OpenCharge; readonly since: number } | null>(null)
  // What was just asked for stands until the server's next rendering, which knows it too.
  const shown = fresh?.since === now ? fresh.charge : named
  const goTo = (path: string) => {
    // At once, for whoever reloads before the server has answered.
    window.history.replaceState(null, '', path)
    router.replace(path, { scroll: false })
    router.refresh()
  }
  if (shown)
    return (
      <DepositInstructions
        key={shown.id}
        charge={shown}
        account={account}
        now={now}
        announced={fresh?.charge.id === shown.id}
        onEnded={() => goTo('/point')}
      />
    )
  return (
    <>
      <AwaitedCharges charges={open} />
      <ChargeForm
        terms={terms}
        onRequested={(charge) => {
          setFresh({ charge, since: now })
          window.scrollTo({ top: 0 })
          goTo(`/point?charge=${charge.id}`)
        }}
      />
    </>
  )
}
