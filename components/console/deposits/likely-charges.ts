import { normalName } from '#lib/charges/rules.ts'
import { dismissibleReasons, type WaitReason } from '#lib/deposits/labels.ts'
import { normalDepositorName, sumOfWon, wasApprovedBefore } from '#lib/deposits/rules.ts'
import type { DepositCharge } from '#lib/deposits/schema.ts'

type Charge = Pick<DepositCharge, 'id' | 'memberNo' | 'name' | 'payAmount' | 'status' | 'outcome' | 'createdAt'>

type DepositWithCandidates<C> = {
  readonly name: string
  readonly amount: number
  readonly reason: WaitReason | null
  readonly charges: readonly C[]
}

/** Largest number of candidate charges among which sums are tried; with more of them, sums would fit by chance. */
const MAX_SUMMED_CHARGES = 10

/** All sets of at least two of the charges whose sum is the amount; none if there are too many charges to try. */
function setsOfSum<C extends Charge>(charges: readonly C[], amount: number): (readonly C[])[] {
  if (charges.length > MAX_SUMMED_CHARGES) return []
  const sets: (readonly C[])[] = [[]]
  for (const charge of charges) sets.push(...sets.map((set) => [...set, charge]))
  return sets.filter((set) => set.length > 1 && sumOfWon(set.map(({ payAmount }) => payAmount)) === amount)
}

const MIN_SIMILAR_NAME = 2

/**
 * Whether the depositor's names of a charge and of a deposit may be one person's: equal, or one is a part of the other,
 * as '김민수' is of '김민수님'. False for a deposit without a name.
 */
export function namesFit(ofCharge: string, ofDeposit: string): boolean {
  const names = [normalName(ofCharge), normalDepositorName(ofDeposit)]
  const [short = '', long = ''] = names.toSorted((a, b) => a.length - b.length)
  return short !== '' && (short === long || (short.length >= MIN_SIMILAR_NAME && long.includes(short)))
}

const isSameName = (ofCharge: string, ofDeposit: string): boolean =>
  normalName(ofCharge) !== '' && normalName(ofCharge) === normalDepositorName(ofDeposit)

/**
 * The only set of charges whose sum is the deposit's amount: among charges under the depositor's name or, if no sum
 * of them fits, among all of `charges`. Empty if there is no such set, or several.
 */
function chargesOfSum<C extends Charge>({ name, amount, charges }: DepositWithCandidates<C>): readonly C[] {
  const open = charges.filter((charge) => !wasApprovedBefore(charge))
  const named = setsOfSum(
    open.filter((charge) => isSameName(charge.name, name)),
    amount,
  )
  const [only = [], ...others] = named.length > 0 ? named : setsOfSum(open, amount)
  return others.length === 0 ? only : []
}

/**
 * The charges that are picked before staff choose, because they are the only ones that fit the deposit. Of charges with
 * its amount those with the same depositor name come first, then those with a similar name, then all others (the match
 * dialog then says that the names differ). If no charge has the amount, the only set of charges with a similar name
 * that adds up to it; sums of other members' charges would fit by chance. Empty if nothing or several fit, and for a
 * deposit that is probably reported twice.
 */
export function likelyCharges<C extends Charge>(deposit: DepositWithCandidates<C>): readonly C[] {
  const { name, amount, reason, charges } = deposit
  if (reason && dismissibleReasons.includes(reason)) return []
  const fits = (charge: C) => namesFit(charge.name, name)
  const ofSum = charges.filter(({ payAmount }) => payAmount === amount)
  if (ofSum.length === 0) return chargesOfSum({ ...deposit, charges: charges.filter(fits) })
  const ofName = ofSum.filter((charge) => isSameName(charge.name, name))
  const likely = [ofName, ofSum.filter(fits), ofSum].find(({ length }) => length > 0) ?? []
  return likely.length === 1 ? likely : []
}
