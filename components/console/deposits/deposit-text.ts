import { canApprove, normalName } from '#lib/charges/rules.ts'
import { type DepositStatus, depositStatusLabels, dismissibleReasons, waitReasonLabels } from '#lib/deposits/labels.ts'
import type { DepositCharge, DepositDetail, DepositRow } from '#lib/deposits/schema.ts'
import type { Tone } from '../../ui/badge.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import { shortMoment, wonText } from '../format.ts'

const tones: Record<DepositStatus, Tone> = {
  WAITING: 'warn',
  UNCONFIRMED: 'main',
  MATCHED: 'good',
  SPLIT: 'good',
  MERGED: 'good',
  RETURNED: 'neutral',
  DUPLICATE: 'neutral',
}

/** Title of a deposit: the depositor's name and the amount. */
export const depositTitle = ({ name, amount }: Pick<DepositRow, 'name' | 'amount'>): string =>
  `${name} · ${wonText(amount)}`

/** Badge of a deposit: why it waits, or its status if it doesn't wait. */
export const depositLabel = ({ status, reason }: Pick<DepositRow, 'status' | 'reason'>): [text: string, tone: Tone] =>
  reason
    ? [waitReasonLabels[reason], reason === 'SOON' ? 'main' : 'warn']
    : [depositStatusLabels[status], tones[status]]

/** Time of a deposit in Seoul, as precise as the bank reported it. */
export function bankTime({ at, precision }: Pick<DepositRow, 'at' | 'precision'>): string {
  const text = seoulTime(at)
  if (precision === 'DAY') return `${text.slice(0, 10)} (시각 없음)`
  return precision === 'MINUTE' ? text.slice(0, 16) : text
}

/** The same, shortened for a list. `now` in milliseconds. */
export const shortBankTime = ({ at, precision }: Pick<DepositRow, 'at' | 'precision'>, now: number): string =>
  precision === 'DAY' ? seoulTime(at).slice(5, 10) : shortMoment(at, now)

/**
 * Whether staff approved the charge before its money arrived: a deposit is then only linked to it and credits nothing.
 */
export const wasCredited = (charge: DepositCharge): boolean => !canApprove(charge)

export const sumOf = (charges: readonly Pick<DepositCharge, 'payAmount'>[]): number =>
  charges.reduce((sum, { payAmount }) => sum + payAmount * 100, 0) / 100

/**
 * The charge that is picked beforehand because there is no other candidate: the only one with the deposit's amount and
 * depositor name or, if no name matches, the only one with its amount. Empty otherwise, and for a deposit that is
 * probably a duplicate report.
 */
export function likelyCharges({ name, amount, reason, charges }: DepositDetail): readonly DepositCharge[] {
  if (reason && dismissibleReasons.includes(reason)) return []
  const ofSum = charges.filter(({ payAmount }) => payAmount === amount)
  const ofName = ofSum.filter((charge) => normalName(charge.name) === normalName(name))
  const likely = ofName.length > 0 ? ofName : ofSum
  return likely.length === 1 ? likely : []
}
