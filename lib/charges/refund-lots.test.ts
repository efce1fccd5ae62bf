import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { smallerOf } from '#lib/money/points.ts'
import { type LotEntry, type UnspentOfCharge, unspentByCharge } from './refund-lots.ts'

const chargeEntry = (chargeId: number, point: bigint): LotEntry => ({ type: 'CHARGE', chargeId, point })
const cardEntry = (point: bigint): LotEntry => ({ type: 'CHARGE', chargeId: null, point })
const bonusEntry = (point: bigint): LotEntry => ({ type: 'BONUS', point })
const spentEntry = (cause: string, point: bigint): LotEntry => ({ type: 'SPENT', cause, point })
const returnedEntry = (cause: string, point: bigint): LotEntry => ({ type: 'RETURNED', cause, point })
const reversalEntry = (chargeId: number, point: bigint): LotEntry => ({ type: 'REVERSAL', chargeId, point })
const cashEntry = (chargeId: number, point: bigint): LotEntry => ({ type: 'CASH', parts: [{ chargeId, point }], point })

const unspentByChargeId = (before: bigint, ...entries: LotEntry[]) =>
  Object.fromEntries(unspentByCharge(before, entries).map(({ chargeId, unspent }) => [chargeId, unspent]))

describe('points are spent', () => {
  test('oldest charge first', () => {
    expect(unspentByChargeId(0n, chargeEntry(1, 500n), chargeEntry(2, 500n), spentEntry('a', 700n))).toEqual({
      1: 0n,
      2: 300n,
    })
  })

  test('the balance from before and points that nobody paid for come before any charge, whenever they were credited', () => {
    expect(unspentByChargeId(100n, chargeEntry(1, 500n), bonusEntry(200n), spentEntry('a', 350n))).toEqual({ 1: 450n })
  })

  test('from a card charge as from any other, although it is never paid back by transfer', () => {
    expect(unspentByChargeId(0n, cardEntry(300n), chargeEntry(1, 500n), spentEntry('a', 400n))).toEqual({ 1: 400n })
    expect(unspentByChargeId(0n, chargeEntry(1, 500n), cardEntry(300n), spentEntry('a', 400n))).toEqual({ 1: 100n })
  })
})

describe('an order refund returns', () => {
  test('to the charges that paid, starting with the part that was taken last', () => {
    const history = [bonusEntry(100n), chargeEntry(1, 500n), chargeEntry(2, 500n), spentEntry('a', 800n)]
    expect(unspentByChargeId(0n, ...history, returnedEntry('a', 250n))).toEqual({ 1: 50n, 2: 500n })
    expect(unspentByChargeId(0n, ...history, returnedEntry('a', 250n), returnedEntry('a', 550n))).toEqual({
      1: 500n,
      2: 500n,
    })
  })

  test('to no charge if points that nobody paid for had paid for the order: canceling it doesn’t turn them into money', () => {
    expect(
      unspentByChargeId(0n, chargeEntry(1, 500n), bonusEntry(500n), spentEntry('a', 500n), returnedEntry('a', 500n)),
    ).toEqual({ 1: 500n })
    expect(
      unspentByChargeId(
        0n,
        chargeEntry(1, 500n),
        spentEntry('a', 500n),
        bonusEntry(500n),
        spentEntry('b', 500n),
        returnedEntry('b', 500n),
      ),
    ).toEqual({
      1: 0n,
    })
  })

  test('to no charge if the order is older than all charges', () => {
    expect(unspentByChargeId(0n, chargeEntry(1, 500n), returnedEntry('old', 300n), spentEntry('a', 300n))).toEqual({
      1: 500n,
    })
  })

  test('to the charge that paid in place of a reversed one', () => {
    const history = [chargeEntry(1, 1_500n), spentEntry('a', 1_000n), chargeEntry(2, 5_000n), reversalEntry(1, 1_500n)]
    expect(unspentByChargeId(0n, ...history)).toEqual({ 1: 0n, 2: 4_000n })
    expect(unspentByChargeId(0n, ...history, returnedEntry('a', 1_000n))).toEqual({ 1: 0n, 2: 5_000n })
  })

  test('to the reversed charge as long as its debt is open, and from there to the debt', () => {
    const history = [
      chargeEntry(1, 1_500n),
      spentEntry('a', 1_000n),
      reversalEntry(1, 500n),
      returnedEntry('a', 1_000n),
    ]
    expect(unspentByChargeId(0n, ...history, reversalEntry(1, 1_000n), chargeEntry(2, 700n))).toEqual({
      1: 0n,
      2: 700n,
    })
  })
})

test('a cash refund is taken from the charges that it names; one that names none, from the newest charges', () => {
  expect(unspentByChargeId(0n, chargeEntry(1, 500n), chargeEntry(2, 500n), cashEntry(1, 200n))).toEqual({
    1: 300n,
    2: 500n,
  })
  const old: LotEntry = { type: 'CASH', parts: [], point: 600n }
  expect(unspentByChargeId(900n, chargeEntry(1, 500n), chargeEntry(2, 500n), old)).toEqual({ 1: 400n, 2: 0n })
})

type Step = { what: 'charge' | 'bonus' | 'order' | 'refund' | 'cash' | 'reversal'; which: number; share: number }

const steps = fc.array(
  fc.record({
    what: fc.constantFrom<Step['what']>('charge', 'bonus', 'order', 'order', 'refund', 'refund', 'cash', 'reversal'),
    which: fc.nat(),
    share: fc.integer({ min: 1, max: 100 }),
  }),
  { maxLength: 40 },
)

type SimulatedCharge = { chargeId: number; point: bigint; cashed: bigint; reversed: boolean; debt: bigint }

/**
 * Simulates a member's ledger under the shop's rules, as input for `unspentByCharge`: the balance is never negative, an
 * order is never refunded beyond its price, and credits pay debts first.
 */
class History {
  readonly entries: LotEntry[] = []
  readonly balances: bigint[] = []
  readonly charges: SimulatedCharge[] = []
  readonly orders: { cause: string; left: bigint }[] = []
  balance: bigint
  readonly before: bigint

  constructor(before: bigint) {
    this.before = before
    this.balance = before
  }

  private add(entry: LotEntry, delta: bigint): void {
    if (delta === 0n) return
    this.balance += delta
    this.entries.push(entry)
    this.balances.push(this.balance)
    if (delta > 0n) this.payDebts()
  }

  private payDebts(): void {
    for (const each of this.charges) {
      const paid = smallerOf(each.debt, this.balance)
      each.debt -= paid
      this.add(reversalEntry(each.chargeId, paid), -paid)
    }
  }

  unspent(): UnspentOfCharge[] {
    return unspentByCharge(this.before, this.entries)
  }

  play({ what, which, share }: Step): void {
    const part = (whole: bigint) => (whole * BigInt(share)) / 100n
    const of = <T>(list: readonly T[]) => list[which % Math.max(list.length, 1)]
    if (what === 'charge') {
      const chargeId = this.charges.length + 1
      const point = BigInt(share) * 10n
      this.charges.push({ chargeId, point, cashed: 0n, reversed: false, debt: 0n })
      this.add(chargeEntry(chargeId, point), point)
    } else if (what === 'bonus') this.add(bonusEntry(BigInt(share)), BigInt(share))
    else if (what === 'order') {
      const price = part(this.balance)
      this.orders.push({ cause: `order ${this.orders.length}`, left: price })
      this.add(spentEntry(`order ${this.orders.length - 1}`, price), -price)
    } else if (what === 'refund') {
      const order = of(this.orders)
      if (!order) return
      const back = part(order.left)
      order.left -= back
      this.add(returnedEntry(order.cause, back), back)
    } else if (what === 'cash') this.payBack(of(this.charges), part)
    else this.takeBack(of(this.charges))
  }

  private payBack(from: SimulatedCharge | undefined, part: (whole: bigint) => bigint): void {
    if (!from || from.reversed) return
    const point = part(this.unspent().find(({ chargeId }) => chargeId === from.chargeId)?.unspent ?? 0n)
    from.cashed += point
    this.add(cashEntry(from.chargeId, point), -point)
  }

  private takeBack(from: SimulatedCharge | undefined): void {
    if (!from || from.reversed) return
    from.reversed = true
    const due = from.point - from.cashed
    const taken = smallerOf(due, this.balance)
    from.debt = due - taken
    this.add(reversalEntry(from.chargeId, taken), -taken)
  }
}

const histories = fc.record({ before: fc.bigInt({ min: 0n, max: 500n }), steps }).map(({ before, steps }) => {
  const history = new History(before)
  for (const step of steps) history.play(step)
  return history
})

const sumOfPoints = (list: Iterable<bigint>) => [...list].reduce((total, each) => total + each, 0n)

describe('whatever a member does', () => {
  test('the unspent points are within the balance, and no charge gives back more points than it had', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const left = history.unspent()
        expect(sumOfPoints(left.map(({ unspent }) => unspent))).toBeLessThanOrEqual(history.balance)
        for (const { chargeId, unspent } of left) {
          const { point, cashed } = history.charges.find((each) => each.chargeId === chargeId) as SimulatedCharge
          expect(unspent).toBeGreaterThanOrEqual(0n)
          expect(unspent + cashed).toBeLessThanOrEqual(point)
        }
      }),
      { numRuns: 500 },
    )
  })

  test('the points paid out and still refundable are at most the points paid in less those spent on orders', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const honest = history.charges.filter(({ reversed }) => !reversed)
        const paidIn = sumOfPoints(honest.map(({ point }) => point))
        const free = history.before + sumOfPoints(history.entries.flatMap((e) => (e.type === 'BONUS' ? [e.point] : [])))
        const bought = sumOfPoints(history.orders.map(({ left }) => left))
        const out = sumOfPoints(history.charges.map(({ cashed }) => cashed))
        const ids = new Set(honest.map(({ chargeId }) => chargeId))
        const could = sumOfPoints(
          history.unspent().flatMap(({ chargeId, unspent }) => (ids.has(chargeId) ? [unspent] : [])),
        )
        const owed = sumOfPoints(history.charges.map(({ debt }) => debt))
        const cashOfReversed = sumOfPoints(
          history.charges.flatMap(({ reversed, cashed }) => (reversed ? [cashed] : [])),
        )
        expect(could + out - cashOfReversed).toBeLessThanOrEqual(paidIn)
        expect(could + out + bought).toBeLessThanOrEqual(paidIn + cashOfReversed + free + owed)
      }),
      { numRuns: 500 },
    )
  })

  test('an order that is canceled at once changes no unspent points', () => {
    fc.assert(
      fc.property(histories, fc.integer({ min: 1, max: 100 }), (history, share) => {
        const price = (history.balance * BigInt(share)) / 100n
        const tried = [...history.entries, spentEntry('tried', price), returnedEntry('tried', price)]
        expect(unspentByCharge(history.before, tried)).toEqual(history.unspent())
      }),
    )
  })

  test('without order refunds and reversals, the newest points are left', () => {
    const plain = steps.map((all) => all.filter(({ what }) => what === 'charge' || what === 'order'))
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 500n }), plain, (before, all) => {
        const history = new History(before)
        for (const step of all) history.play(step)
        const paid = sumOfPoints(history.charges.map(({ point }) => point))
        const left = sumOfPoints(history.unspent().map(({ unspent }) => unspent))
        expect(left).toBe(smallerOf(paid, history.balance))
      }),
    )
  })

  test('computed from spans, the unspent points are never more than computed entry by entry', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const short = sumOfPoints(unspentByCharge(history.before, spansOf(history)).map(({ unspent }) => unspent))
        expect(short).toBeLessThanOrEqual(sumOfPoints(history.unspent().map(({ unspent }) => unspent)))
        expect(short).toBeGreaterThanOrEqual(0n)
      }),
      { numRuns: 1_000 },
    )
  })
})

const belongsInSpan = ({ type }: LotEntry) => type === 'BONUS' || type === 'SPENT' || type === 'RETURNED'

function spansOf({ entries, balances }: History): LotEntry[] {
  const spans: LotEntry[] = []
  for (const [at, entry] of entries.entries()) {
    const end = balances[at] ?? 0n
    const last = spans.at(-1)
    if (!belongsInSpan(entry)) spans.push(entry)
    else if (last?.type === 'SPAN') spans[spans.length - 1] = { ...last, low: smallerOf(last.low, end), end }
    else spans.push({ type: 'SPAN', low: end, end })
  }
  return spans
}
