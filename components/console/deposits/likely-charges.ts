import { normalName } from '#lib/charges/rules.ts'
import { dismissibleReasons, type WaitReason } from '#lib/deposits/labels.ts'
import { sumOfWon, wasApprovedBefore } from '#lib/deposits/rules.ts'
import type { DepositCharge } from '#lib/deposits/schema.ts'

type Charge = Pick<DepositCharge, 'id' | 'memberNo' | 'name' | 'payAmount' | 'status' | 'outcome' | 'createdAt'>

type DepositWithCandidates<C> = {
  readonly name: string
  readonly amount: number
  readonly reason: WaitReason | null
  readonly charges: readonly C[]
}

/** Charges that one deposit pays for are at least two; of more candidates than this, too many sums would fit by chance. */
const MAX_SUMMED_CHARGES = 10

/** The sets of at least two charges that come to an amount. */
function setsOfSum<C extends Charge>(charges: readonly C[], amount: number): (readonly C[])[] {
  if (charges.length > MAX_SUMMED_CHARGES) return []
  const sets: (readonly C[])[] = [[]]
  for (const charge of charges) sets.push(...sets.map((set) => [...set, charge]))
  return sets.filter((set) => set.length > 1 && sumOfWon(set.map(({ payAmount }) => payAmount)) === amount)
}

const MIN_SIMILAR_NAME = 2

/** Whether two depositor names may be one person's: equal, or one is a part of the other, as '김민수' is of '김민수님'. */
export function namesFit(one: string, other: string): boolean {
  const [short = '', long = ''] = [normalName(one), normalName(other)].toSorted((a, b) => a.length - b.length)
  return short === long || (short.length >= MIN_SIMILAR_NAME && long.includes(short))
}

/** The one set of charges that comes to the amount, of the depositor's name before all that fit; empty if there are several. */
function chargesOfSum<C extends Charge>({ name, amount, charges }: DepositWithCandidates<C>): readonly C[] {
  const open = charges.filter((charge) => !wasApprovedBefore(charge))
  const named = setsOfSum(
    open.filter((charge) => normalName(charge.name) === normalName(name)),
    amount,
  )
  const [only = [], ...others] = named.length > 0 ? named : setsOfSum(open, amount)
  return others.length === 0 ? only : []
}

/**
 * The charges that are picked beforehand because nothing else fits: the only one with the deposit's amount, an equal name
 * before a similar one and that before any other (the question before the match then says that the names differ); if none
 * has its amount, the only ones of a fitting name that come to it together, as a sum of strangers' charges fits by
 * chance. Empty otherwise, and for a deposit that is probably a duplicate report.
 */
export function likelyCharges<C extends Charge>(deposit: DepositWithCandidates<C>): readonly C[] {
  const { name, amount, reason, charges } = deposit
  if (reason && dismissibleReasons.includes(reason)) return []
  const fits = (charge: C) => namesFit(charge.name, name)
  const ofSum = charges.filter(({ payAmount }) => payAmount === amount)
  if (ofSum.length === 0) return chargesOfSum({ ...deposit, charges: charges.filter(fits) })
  const ofName = ofSum.filter((charge) => normalName(charge.name) === normalName(name))
  const likely = [ofName, ofSum.filter(fits), ofSum].find(({ length }) => length > 0) ?? []
  return likely.length === 1 ? likely : []
}
