import { useState } from 'react'
import { waitsForApprovalText } from '#lib/approvals/labels.ts'
import { chargeTitle } from '#lib/charges/labels.ts'
import type { AdminChargeRow } from '#lib/charges/schema.ts'
import { isDepositFound, withoutDepositText } from '#lib/deposits/labels.ts'
import type { ChargeDepositFit } from '#lib/deposits/queries/deposit-fits.ts'
import { formatCount, formatWon, type Points, pointsFromResponse } from '#lib/money/points.ts'
import { toast } from '../../ui/toast-store.ts'
import { sendActLater } from '../undo-store.ts'
import { approveCharges, type ChargeApprovalResult } from './approve-charges.ts'

type Charges = readonly AdminChargeRow[]

export const sumOfCharges = (charges: Charges, field: 'point' | 'payAmount'): Points =>
  charges.reduce((sum, charge) => sum + pointsFromResponse(charge[field]), 0n)

/** The charges for which no deposit was found, according to `depositFits`. */
export const chargesWithoutDeposit = (
  charges: Charges,
  depositFits: Readonly<Record<number, ChargeDepositFit>>,
): Charges => charges.filter(({ id }) => !isDepositFound(depositFits[id]?.fit))

/** Text for charges that are approved together: the count and sum of the charges, or the title of a single charge. */
const chargesText = (charges: Charges): string =>
  charges.length === 1 && charges[0]
    ? chargeTitle(charges[0])
    : `${formatCount(charges.length)}건 · ${formatWon(sumOfCharges(charges, 'payAmount'))}`

/**
 * Shows a toast after approvals: the number of charges that were approved and the number that were not. For a single
 * charge that was not approved, it shows the reason.
 */
function toastResults(results: readonly ChargeApprovalResult[]) {
  const [first] = results
  const approved = results.filter(({ outcome }) => outcome === 'approved')
  if (approved.length === results.length) {
    const subject = results.length === 1 && first ? chargeTitle(first.charge) : `${formatCount(results.length)}건`
    toast(`${subject}을 승인했어요.`, { tone: 'good' })
  } else if (results.length === 1 && first?.outcome === 'refused') toast(first.message, { tone: 'bad' })
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
 * Returns `approveLater`, which approves charges after five seconds. If staff undo the approval within that time,
 * `approveLater` calls `onTakenBack` with the ids of the charges. If some of several charges were not approved,
 * `results` contains the results of all of them until `clear` is called, so that a dialog can list them.
 */
export function useApproveLater(
  depositFits: Readonly<Record<number, ChargeDepositFit>>,
  onApproved: (id: number) => void,
  onTakenBack: (ids: readonly number[]) => void,
) {
  const [results, setResults] = useState<readonly ChargeApprovalResult[]>([])
  const approveLater = (charges: Charges) => {
    const unpaid = chargesWithoutDeposit(charges, depositFits).length
    sendActLater({
      ids: charges.map(({ id }) => id),
      text: `${chargesText(charges)}을 승인할게요`,
      warning: unpaid > 0 ? withoutDepositText(unpaid, charges.length) : undefined,
      onTakenBack: () => onTakenBack(charges.map(({ id }) => id)),
      async send({ isLeaving }) {
        const outcomes = await approveCharges(charges, isLeaving, ({ charge, outcome }) => {
          if (outcome === 'approved') onApproved(charge.id)
        })
        toastResults(outcomes)
        if (outcomes.length > 1 && outcomes.some(({ outcome }) => outcome !== 'approved')) setResults(outcomes)
      },
    })
  }
  return { approveLater, results, clear: () => setResults([]) }
}
