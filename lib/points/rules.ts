import { formatPoints, type Points, pointsFromNumber, pointsToNumber, pointText } from '#lib/money/points.ts'
import {
  adjustmentAboveBalance,
  adjustmentAboveLimit,
  adjustmentAmountMessage,
  adjustmentReasonMissing,
} from './errors.ts'

/** Text that staff have typed in the adjustment form so far. */
export type AdjustmentDraft = {
  readonly direction: 'give' | 'take'
  readonly amount: string
  readonly reason: string
}

/** Facts that the check of an adjustment needs besides the draft. */
export interface AdjustmentFacts {
  /** Balance of the member whose points are adjusted. */
  readonly balance: Points
  /**
   * Value of the setting ADJUSTMENT_LIMIT: only an OWNER may request a larger adjustment, and another OWNER must
   * confirm it, or he himself if there is none (docs/contract.md#adjustments).
   */
  readonly limit: Points
  /** True if the staff member who fills in the form is an OWNER. */
  readonly isOwner: boolean
  /** True if he is an OWNER and nobody else could confirm a larger adjustment. */
  readonly isAlone: boolean
}

/**
 * Result of checking a draft. If it is valid: the change of the balance in points (`delta`), the balance `after` it,
 * and whether it waits until it is confirmed (`waits`). If it isn't: the faulty field and the message about it.
 */
export type AdjustmentPlan =
  | { readonly ok: true; readonly delta: number; readonly after: Points; readonly waits: boolean }
  | { readonly ok: false; readonly path: 'amount' | 'reason'; readonly message: string }

const parseAmount = (text: string): Points | null => {
  const plain = text.replace(/[\s,]/g, '').replace(/[원P]$/, '')
  return /^\d+(\.\d{1,2})?$/.test(plain) ? pointsFromNumber(Number(plain)) : null
}

/**
 * Checks an adjustment form in the browser, by the same rules as the server. A missing reason is an error only while
 * the form is being submitted (`final`), because staff fill in the reason last.
 */
export function checkAdjustmentDraft(
  draft: AdjustmentDraft,
  facts: AdjustmentFacts,
  { final }: { final: boolean },
): AdjustmentPlan {
  const { balance, limit, isOwner } = facts
  const points = parseAmount(draft.amount)
  const refusal = (path: 'amount' | 'reason', message: string) => ({ ok: false, path, message }) as const
  if (!points) return refusal('amount', adjustmentAmountMessage)
  const delta = draft.direction === 'give' ? points : -points
  const waits = points > limit
  if (waits && !isOwner) return refusal('amount', adjustmentAboveLimit().message)
  if (balance + delta < 0n) return refusal('amount', adjustmentAboveBalance().message)
  if (final && draft.reason.trim() === '') return refusal('reason', adjustmentReasonMissing().message)
  return { ok: true, delta: pointsToNumber(delta), after: balance + delta, waits }
}

/**
 * Text about the effect of an adjustment: '조정 뒤 잔액 12,500P', and a note who has to confirm it if somebody must. Null
 * if the form isn't valid.
 */
export function adjustmentEffectText(
  plan: AdjustmentPlan,
  { isAlone }: Pick<AdjustmentFacts, 'isAlone'>,
): string | null {
  if (!plan.ok) return null
  const after = `조정 뒤 잔액 ${formatPoints(plan.after)}`
  if (!plan.waits) return after
  return isAlone
    ? `${after} · 한도를 넘어 할 일에서 사유를 남기고 혼자 확인해야 반영돼요.`
    : `${after} · 한도를 넘어 다른 대표가 할 일에서 확인해야 반영돼요.`
}

/**
 * Toast after staff added points to a member's balance (`delta` above 0) or took them away. `memberId` is the login id.
 */
export const adjustmentDoneText = (memberId: string, delta: number): string =>
  delta > 0
    ? `${memberId} 님에게 ${pointText(delta)}를 지급했어요.`
    : `${memberId} 님의 잔액에서 ${pointText(-delta)}를 차감했어요.`
