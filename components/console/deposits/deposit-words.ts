import { canApprove } from '#lib/charges/rules.ts'
import { type DepositStatus, depositStatusLabels, waitReasonLabels } from '#lib/deposits/labels.ts'
import type { DepositCharge, DepositDetail, DepositRow } from '#lib/deposits/schema.ts'
import type { Tone } from '../../ui/badge.tsx'
import { wonText } from '../amounts.ts'

const tones: Record<DepositStatus, Tone> = {
  WAITING: 'warn',
  MATCHED: 'good',
  SPLIT: 'good',
  MERGED: 'good',
  RETURNED: 'neutral',
}

/** What a deposit is called: its depositor and its sum. */
export const depositTitle = ({ name, amount }: Pick<DepositRow, 'name' | 'amount'>): string =>
  `${name} · ${wonText(amount)}`

/** A waiting deposit says why it waits, all others what became of them. */
export const depositWord = ({ status, reason }: Pick<DepositRow, 'status' | 'reason'>): [text: string, tone: Tone] =>
  reason
    ? [waitReasonLabels[reason], reason === 'SOON' ? 'main' : 'warn']
    : [depositStatusLabels[status], tones[status]]

/** Staff had approved it before its money came: a deposit is joined to it, and nothing is credited. */
export const wasCredited = (charge: DepositCharge): boolean => !canApprove(charge)

export const sumOf = (charges: readonly Pick<DepositCharge, 'payAmount'>[]): number =>
  charges.reduce((sum, { payAmount }) => sum + payAmount * 100, 0) / 100

/** Chosen by itself is only what leaves no choice: the one charge of the deposit's sum. */
export function likelyCharges({ amount, charges }: DepositDetail): readonly DepositCharge[] {
  const fitting = charges.filter(({ payAmount }) => payAmount === amount)
  return fitting.length === 1 ? fitting : []
}
