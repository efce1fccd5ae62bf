import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { waitsForApprovalText } from '#lib/approvals/labels.ts'
import { chargeTitle } from '#lib/charges/labels.ts'
import type { AdminChargeRow } from '#lib/charges/schema.ts'
import { isDepositSeen, withoutDepositText } from '#lib/deposits/labels.ts'
import type { ChargeHint } from '#lib/deposits/queries/hints.ts'
import { exactPoints, formatCount, formatWon, type Points } from '#lib/money/points.ts'
import { toast } from '../../ui/toast-store.ts'
import { sendLater } from '../undo-store.ts'
import { type ApprovalResult, approveCharges } from './approve-charges.ts'

type Charges = readonly AdminChargeRow[]

export const sumOfCharges = (charges: Charges, field: 'point' | 'payAmount'): Points =>
  charges.reduce((sum, charge) => sum + exactPoints(charge[field]), 0n)

/** The charges for which no deposit was found that pays for them. */
export const chargesWithoutDeposit = (charges: Charges, hints: Readonly<Record<number, ChargeHint>>): Charges =>
  charges.filter(({ id }) => !isDepositSeen(hints[id]?.hint))

/** Name of one charge, or number and sum of several. */
const chargesText = (charges: Charges): string =>
  charges.length === 1 && charges[0]
    ? chargeTitle(charges[0])
    : `${formatCount(charges.length)}건 · ${formatWon(sumOfCharges(charges, 'payAmount'))}`

/** Toast after the approvals: what was approved, what waits, or why a single one was refused. */
function toastResults(results: readonly ApprovalResult[]) {
  const [first] = results
  const approved = results.filter(({ end }) => end === 'approved')
  if (approved.length === results.length) {
    const what = results.length === 1 && first ? chargeTitle(first.charge) : `${formatCount(results.length)}건`
    toast(`${what}을 승인했어요.`, { tone: 'good' })
  } else if (results.length === 1 && first?.end === 'refused') toast(first.message, { tone: 'bad' })
  else if (results.length === 1 && first) toast(waitsForApprovalText({ kind: 'CHARGE_APPROVE', alone: first.alone }))
  else
    toast(
      `${formatCount(approved.length)}건을 승인했고 ${formatCount(results.length - approved.length)}건은 승인하지 못했어요.`,
      {
        tone: 'bad',
      },
    )
}

/**
 * Approves charges after the five seconds in which staff can take it back. `results` are those of several charges of
 * which some weren't approved, to be listed until `clear`.
 */
export function useApproveLater(hints: Readonly<Record<number, ChargeHint>>, onApproved: (id: number) => void) {
  const router = useRouter()
  const [results, setResults] = useState<readonly ApprovalResult[]>([])
  const approveLater = (charges: Charges) => {
    const unpaid = chargesWithoutDeposit(charges, hints).length
    sendLater({
      ids: charges.map(({ id }) => id),
      text: `${chargesText(charges)}을 승인할게요`,
      warning: unpaid > 0 ? withoutDepositText(unpaid, charges.length) : undefined,
      async send({ leaving }) {
        const ended = await approveCharges(charges, leaving, ({ charge, end }) => {
          if (end === 'approved') onApproved(charge.id)
        })
        toastResults(ended)
        if (ended.length > 1 && ended.some(({ end }) => end !== 'approved')) setResults(ended)
        router.refresh()
      },
    })
  }
  return { approveLater, results, clear: () => setResults([]) }
}
