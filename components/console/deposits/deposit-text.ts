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

/** What a deposit is called: its depositor and its sum. */
export const depositTitle = ({ name, amount }: Pick<DepositRow, 'name' | 'amount'>): string =>
  `${name} · ${wonText(amount)}`

/** A waiting deposit says why it waits, all others what became of them. */
export const depositLabel = ({ status, reason }: Pick<DepositRow, 'status' | 'reason'>): [text: string, tone: Tone] =>
  reason
    ? [waitReasonLabels[reason], reason === 'SOON' ? 'main' : 'warn']
    : [depositStatusLabels[status], tones[status]]

/** When it came, as precisely as the bank reported it. */
export function bankTime({ at, precision }: Pick<DepositRow, 'at' | 'precision'>): string {
  const text = seoulTime(at)
  if (precision === 'DAY') return `${text.slice(0, 10)} (시각 없음)`
  return precision === 'MINUTE' ? text.slice(0, 16) : text
}

/** The same in a list. `now` in milliseconds. */
export const shortBankTime = ({ at, precision }: Pick<DepositRow, 'at' | 'precision'>, now: number): string =>
  precision === 'DAY' ? seoulTime(at).slice(5, 10) : shortMoment(at, now)

/** Staff had approved it before its money came: a deposit is joined to it, and nothing is credited. */
export const wasCredited = (charge: DepositCharge): boolean => !canApprove(charge)

export const sumOf = (charges: readonly Pick<DepositCharge, 'payAmount'>[]): number =>
  charges.reduce((sum, { payAmount }) => sum + payAmount * 100, 0) / 100

/**
 * Chosen by itself is only what leaves no choice: the one charge of the deposit's name and sum, else the one of its sum; and
 * none for what is probably no money of its own.
 */
export function likelyCharges({ name, amount, reason, charges }: DepositDetail): readonly DepositCharge[] {
  if (reason && dismissibleReasons.includes(reason)) return []
  const ofSum = charges.filter(({ payAmount }) => payAmount === amount)
  const ofName = ofSum.filter((charge) => normalName(charge.name) === normalName(name))
  const likely = ofName.length > 0 ? ofName : ofSum
  return likely.length === 1 ? likely : []
}
