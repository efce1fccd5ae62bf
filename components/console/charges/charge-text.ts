import { chargeStatus, outcomeLabels, reversedLabel } from '#lib/charges/labels.ts'
import type { PastCharges } from '#lib/charges/queries.ts'
import type { AdminChargeRow } from '#lib/charges/schema.ts'
import type { DepositHint } from '#lib/deposits/labels.ts'
import { formatCount, formatWon } from '#lib/money/points.ts'
import type { Tone } from '../../ui/badge.tsx'
import { exact, wonText } from '../format.ts'

const tones: readonly Tone[] = ['warn', 'good', 'bad']

/** Badge colour of a charge. Only charges that staff rejected are red; expired and withdrawn ones are neutral. */
export const chargeTone = ({ status, outcome }: Pick<AdminChargeRow, 'status' | 'outcome'>): Tone =>
  status === chargeStatus.FAIL && outcome !== 'REJECTED' ? 'neutral' : (tones[status] ?? 'neutral')

/** Green if a deposit matches the charge, neutral if there is none, amber if a person must check. */
export const hintTone = (hint: DepositHint): Tone =>
  hint === 'FITS' || hint === 'PAID' ? 'good' : hint === 'NONE' ? 'neutral' : 'warn'

/** Title of a charge: the depositor's name and the amount to transfer. */
export const chargeTitle = ({ name, payAmount }: AdminChargeRow): string => `${name} · ${wonText(payAmount)}`

/** Number of picked charges and the total to be transferred for them. */
export function pickedText(charges: readonly AdminChargeRow[]): string {
  const sum = charges.reduce((total, { payAmount }) => total + exact(payAmount), 0n)
  return `${formatCount(charges.length)}건 고름 · ${formatWon(sum)}`
}

/**
 * '14번 · 모두 승인': summary of the member's past charges. Without any the text is '없음', not '첫 충전', because the first
 * charge is the first accepted one, which a referral reward is for.
 */
export function pastText(past: PastCharges | undefined): string {
  if (!past) return '없음'
  const { approved, reversed, rejected, lapsed } = past
  const all = approved + reversed + rejected + lapsed
  if (approved === all) return `${all}번 · 모두 승인`
  const parts = [
    [approved, '승인'],
    [reversed, reversedLabel],
    [rejected, '거절'],
    [lapsed, '입금 없음'],
  ] as const
  return [`${all}번`, ...parts.filter(([count]) => count > 0).map(([count, word]) => `${word} ${count}`)].join(' · ')
}

/** Label of how a charge ended; null while it is pending. */
export function outcomeText({ status, outcome }: AdminChargeRow): string | null {
  if (status === chargeStatus.PENDING) return null
  return outcomeLabels[outcome ?? ''] ?? null
}
