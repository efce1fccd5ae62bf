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

/** The one set of charges of a depositor name, or else of a member, that comes to the amount; empty if there are several. */
function chargesOfSum<C extends Charge>({ name, amount, charges }: DepositWithCandidates<C>): readonly C[] {
  const open = charges.filter((charge) => !wasApprovedBefore(charge))
  const named = setsOfSum(
    open.filter((charge) => normalName(charge.name) === normalName(name)),
    amount,
  )
  const byMember = [...Map.groupBy(open, ({ memberNo }) => memberNo).values()]
  const sets = named.length > 0 ? named : byMember.flatMap((own) => setsOfSum(own, amount))
  const [only = [], ...others] = sets
  return others.length === 0 ? only : []
}

/**
 * The charges that are picked beforehand because nothing else fits: the only one with the deposit's amount and depositor
 * name or, if no name matches, the only one with its amount; if none has its amount, the only ones of one name or member
 * that come to it together. Empty otherwise, and for a deposit that is probably a duplicate report.
 */
export function likelyCharges<C extends Charge>(deposit: DepositWithCandidates<C>): readonly C[] {
  const { name, amount, reason, charges } = deposit
  if (reason && dismissibleReasons.includes(reason)) return []
  const ofSum = charges.filter(({ payAmount }) => payAmount === amount)
  if (ofSum.length === 0) return chargesOfSum(deposit)
  const ofName = ofSum.filter((charge) => normalName(charge.name) === normalName(name))
  const likely = ofName.length > 0 ? ofName : ofSum
  return likely.length === 1 ? likely : []
}
