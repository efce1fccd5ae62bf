import { normalName } from '#lib/core/normal-name.ts'
import { dismissibleReasons, type WaitReason } from '#lib/deposits/labels.ts'
import { isApprovedWithoutDeposit, normalDepositorName, sumOfWon } from '#lib/deposits/rules.ts'
import type { DepositCharge } from '#lib/deposits/schema.ts'

type Charge = Pick<DepositCharge, 'id' | 'memberNo' | 'name' | 'payAmount' | 'status' | 'outcome' | 'createdAt'>

type DepositWithCandidates<C> = {
  readonly name: string
  readonly amount: number
  readonly reason: WaitReason | null
  readonly charges: readonly C[]
}

/** Maximum number of candidate charges whose sums are tried. With more charges, some sum would fit by chance. */
const MAX_SUMMED_CHARGES = 10

/** All sets of two or more charges that add up to `amount`; none if there are more than MAX_SUMMED_CHARGES charges. */
function setsOfSum<C extends Charge>(charges: readonly C[], amount: number): (readonly C[])[] {
  if (charges.length > MAX_SUMMED_CHARGES) return []
  const sets: (readonly C[])[] = [[]]
  for (const charge of charges) sets.push(...sets.map((set) => [...set, charge]))
  return sets.filter((set) => set.length > 1 && sumOfWon(set.map(({ payAmount }) => payAmount)) === amount)
}

/** Minimum length, in characters, of a name that counts as a part of a longer name. */
const MIN_SIMILAR_NAME_LENGTH = 2

/**
 * Whether the depositor name of a charge and the name on a deposit may belong to the same person: they are equal, or
 * one is a part of the other, for example '김민수' and '김민수님'. False for a deposit without a name.
 */
export function areNamesSimilar(chargeName: string, depositName: string): boolean {
  const names = [normalName(chargeName), normalDepositorName(depositName)]
  const [short = '', long = ''] = names.toSorted((a, b) => a.length - b.length)
  return short !== '' && (short === long || (short.length >= MIN_SIMILAR_NAME_LENGTH && long.includes(short)))
}

const isSameName = (chargeName: string, depositName: string): boolean =>
  normalName(chargeName) !== '' && normalName(chargeName) === normalDepositorName(depositName)

/**
 * Returns the set of charges that adds up to the deposit's amount; empty if there is none, or more than one. Looks
 * first among the charges under the depositor's name and, only if none of their sets fits, among all `charges`. Charges
 * that were approved without a deposit are left out.
 */
function chargesOfSum<C extends Charge>({ name, amount, charges }: DepositWithCandidates<C>): readonly C[] {
  const openCharges = charges.filter((charge) => !isApprovedWithoutDeposit(charge))
  const setsUnderName = setsOfSum(
    openCharges.filter((charge) => isSameName(charge.name, name)),
    amount,
  )
  const [only = [], ...others] = setsUnderName.length > 0 ? setsUnderName : setsOfSum(openCharges, amount)
  return others.length === 0 ? only : []
}

/** Reasons for which no charge is picked: the deposit may have been reported twice, or be somebody else's money. */
const doubtfulReasons: readonly WaitReason[] = [...dismissibleReasons, 'BOUNCED', 'SHOP', 'SEVERAL']

/**
 * The charges that are picked before staff choose: the only charge, or the only set of charges, that fits the deposit.
 * Empty if none or several fit, and for the reasons in `doubtfulReasons`.
 * - A charge fits if it has the amount of the deposit. Charges under the same depositor name are preferred, then
 *   charges under a similar name. Charges under other names come last, and the match dialog warns that the names
 *   differ.
 * - If no charge has the amount, a set of charges fits if all have similar names and add up to the amount. Sums of
 *   charges under other names would fit by chance.
 * - If the reason is CREDITED, the deposit is probably the money of a charge that staff approved without a deposit.
 *   Only a charge of this kind is picked by its amount, and only if no other member has a charge of that name and
 *   amount.
 */
export function findLikelyCharges<C extends Charge>(deposit: DepositWithCandidates<C>): readonly C[] {
  const { name, amount, reason, charges } = deposit
  if (reason && doubtfulReasons.includes(reason)) return []
  const hasSimilarName = (charge: C) => areNamesSimilar(charge.name, name)
  const isCandidate = (charge: C) => reason !== 'CREDITED' || isApprovedWithoutDeposit(charge)
  const withAmount = charges.filter((charge) => charge.payAmount === amount && isCandidate(charge))
  if (withAmount.length === 0) return chargesOfSum({ ...deposit, charges: charges.filter(hasSimilarName) })
  const withName = withAmount.filter((charge) => isSameName(charge.name, name))
  const likely = [withName, withAmount.filter(hasSimilarName), withAmount].find(({ length }) => length > 0) ?? []
  const isOfSameMember = (charge: C) => likely.every(({ memberNo }) => memberNo === charge.memberNo)
  const isNameShared = charges.some(
    (charge) => charge.payAmount === amount && isSameName(charge.name, name) && !isOfSameMember(charge),
  )
  return likely.length === 1 && !(reason === 'CREDITED' && isNameShared) ? likely : []
}
