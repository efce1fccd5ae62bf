import { type Points, pointsToNumber } from '#lib/money/points.ts'
import type { SaleKind, SaleTurn } from './labels.ts'
import { splitTax } from './rules.ts'

/** What happened to a charge's sum. A reversal leaves nothing; other amounts are in hundredths of a won. */
export type SaleEvent = { chargeId: number; at: Date; turn: SaleTurn; amount: Points }

export type SoldCharge = {
  kind: SaleKind
  name: string
  businessNumber: string
  receiptStatus: string
  number: string
}

/** A line of the month's file, in whole won; negative for what was taken back. */
export type SaleLine = SoldCharge & {
  chargeId: number
  at: Date
  turn: SaleTurn
  total: number
  supply: number
  tax: number
}

const WON = 100n

/** What the charge's receipt is to state after an event, in whole won: what was paid and not paid back. */
function dueAfter(due: Points, { turn, amount }: SaleEvent): Points {
  if (turn === 'REVERSAL') return 0n
  const left = due + amount
  return left > 0n ? left : 0n
}

const whole = (sum: Points): Points => (sum / WON) * WON

/**
 * The lines of a month: each event of it changes what its charge's receipt is to state, and its line has the difference of
 * sum, supply value and tax. So the lines of a charge add up to its receipt, whatever parts it was paid back in. `events`
 * are all events of these charges until the month's end, by charge and time.
 */
export function saleLines(
  events: readonly SaleEvent[],
  charges: ReadonlyMap<number, SoldCharge>,
  from: Date,
): SaleLine[] {
  const due = new Map<number, Points>()
  const lines = events.flatMap((event): SaleLine[] => {
    const { chargeId, at, turn } = event
    const before = due.get(chargeId) ?? 0n
    const after = dueAfter(before, event)
    due.set(chargeId, after)
    const charge = charges.get(chargeId)
    const [old, now] = [whole(before), whole(after)]
    if (!charge || at < from || old === now) return []
    const [oldTax, nowTax] = [splitTax(old), splitTax(now)]
    return [
      {
        ...charge,
        ...{ chargeId, at, turn },
        total: pointsToNumber(now - old),
        supply: pointsToNumber(nowTax.supply - oldTax.supply),
        tax: pointsToNumber(nowTax.tax - oldTax.tax),
      },
    ]
  })
  return lines.toSorted((a, b) => a.at.getTime() - b.at.getTime() || a.chargeId - b.chargeId)
}
