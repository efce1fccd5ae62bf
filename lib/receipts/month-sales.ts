import { type Points, pointsToNumber } from '#lib/money/points.ts'
import type { SaleChange, SaleKind } from './labels.ts'
import { splitIntoSupplyAndTax } from './rules.ts'

/**
 * An event that changed the amount of a charge. `amount` is in hundredths of a won, and negative if it was paid back. A
 * reversal takes back the whole charge; its `amount` is ignored.
 */
export type SaleEvent = { chargeId: number; at: Date; change: SaleChange; amount: Points }

/** A charge, as the file with a month's sales describes it. */
export type SoldCharge = {
  kind: SaleKind
  /** Company of the tax invoice, or the depositor name; the member's login id if both are erased. */
  name: string
  businessNumber: string
  receiptStatus: string
  /** Number that the tax office gave the receipt; '' if it gave none. */
  number: string
}

/** A line of the file with a month's sales. Amounts are in whole won, and negative if they were taken back. */
export type SaleLine = SoldCharge & {
  chargeId: number
  at: Date
  change: SaleChange
  total: number
  supply: number
  tax: number
}

/** One won, in hundredths. */
const WON = 100n

/**
 * Amount that the receipt should state after an event: the amount paid less the amount paid back. A reversal leaves 0,
 * also if a refund that it waited for has a later time. Of a card charge the amount may be negative for a while: all
 * its debts have the time of the first one, although they grew later, when a refused cancellation had given points back.
 */
function dueAfter(due: Points, { change, amount }: SaleEvent): Points {
  if (change === 'REVERSAL') return 0n
  const dueAmount = due + amount
  return change === 'CARD_RETURN' || dueAmount > 0n ? dueAmount : 0n
}

const wholeWon = (sum: Points): Points => (sum / WON) * WON

/**
 * Makes the lines of a month's file. A line states by how much an event changed the total, supply value and tax that
 * the charge's receipt should state. So the lines of a charge add up to its receipt without rounding differences.
 * `events` are all events of these charges until the end of the month, sorted by charge and time; `from` is the start
 * of the month.
 */
export function makeSaleLines(
  events: readonly SaleEvent[],
  charges: ReadonlyMap<number, SoldCharge>,
  from: Date,
): SaleLine[] {
  const due = new Map<number, Points>()
  const lines = events.flatMap((event): SaleLine[] => {
    const { chargeId, at, change } = event
    const before = due.get(chargeId) ?? 0n
    const after = dueAfter(before, event)
    due.set(chargeId, after)
    const charge = charges.get(chargeId)
    const [oldTotal, newTotal] = [wholeWon(before), wholeWon(after)]
    if (!charge || at < from || oldTotal === newTotal) return []
    const [oldSplit, newSplit] = [splitIntoSupplyAndTax(oldTotal), splitIntoSupplyAndTax(newTotal)]
    return [
      {
        ...charge,
        ...{ chargeId, at, change },
        total: pointsToNumber(newTotal - oldTotal),
        supply: pointsToNumber(newSplit.supply - oldSplit.supply),
        tax: pointsToNumber(newSplit.tax - oldSplit.tax),
      },
    ]
  })
  return lines.toSorted((a, b) => a.at.getTime() - b.at.getTime() || a.chargeId - b.chargeId)
}
