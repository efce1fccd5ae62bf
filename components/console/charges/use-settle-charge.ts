'use client'

import { chargeStatus } from '#lib/charges/labels.ts'
import type { AdminChargeRow, ApprovedCharge } from '#lib/charges/schema.ts'
import { waitsText } from '../approvals/approval-text.ts'
import { useConsoleCall } from '../use-console-call.ts'
import { chargeTitle } from './charge-text.ts'

/** What a verdict changed, shown until the list itself comes afresh. */
export type ChargeChange = Partial<Pick<AdminChargeRow, 'status' | 'outcome' | 'reversedAt'>>

export type Verdict = { verb: 'approve' } | { verb: 'reject' | 'reverse'; reason: string }

const words: Record<Verdict['verb'], string> = { approve: '승인', reject: '거절', reverse: '승인 취소' }

/** `at` is the moment of a reversal until the server says which one it was. */
const changes = (verb: Verdict['verb'], at: string): ChargeChange =>
  ({
    approve: { status: chargeStatus.SUCCESS, outcome: 'APPROVED' },
    reject: { status: chargeStatus.FAIL, outcome: 'REJECTED' },
    reverse: { reversedAt: at },
  })[verb]

/**
 * Settles a charge and asks the server afresh. `onDone` gets what changed, or null when somebody else was first;
 * it isn't called when nobody knows what became of the call.
 */
export function useSettleCharge(onDone: (charge: AdminChargeRow, change: ChargeChange | null) => void) {
  const { busy, run } = useConsoleCall()
  async function settle(charge: AdminChargeRow, { verb, ...body }: Verdict) {
    const path = `/api/admin/charges/${charge.id}/${verb}`
    const done = ({ approval }: Partial<ApprovedCharge>) =>
      approval ? waitsText({ kind: 'CHARGE_APPROVE', ...approval }) : `${chargeTitle(charge)} ${words[verb]}`
    const answer = await run({ method: 'POST', path, body: verb === 'approve' ? undefined : body, done })
    if (!answer) return
    const isDone = answer.ok && !answer.body.approval
    // What waits for the only OWNER himself stays chosen: he has to look at it once more.
    if (answer.ok && answer.body.approval?.alone) return
    onDone(charge, isDone ? changes(verb, new Date().toISOString()) : null)
  }
  return { busy, settle }
}
