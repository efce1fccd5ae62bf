'use client'

import { type ReactNode, useState } from 'react'
import type { ApprovalRow } from '#lib/approvals/decisions/schema.ts'
import type { Action } from '../actions.tsx'
import { ReasonDialog } from '../reason-dialog.tsx'
import { useConsoleCall } from '../use-console-call.ts'
import { type ApprovalVerb, approvalVerbLabels, askedText, doneText, groundText, verbsOf } from './approval-text.ts'

interface Deciding {
  readonly actions: readonly Action[]
  readonly busy: boolean
  /** The open dialog that asks for a reason; null if none is open. */
  readonly dialog: ReactNode
}

/**
 * The viewer's actions on a request that waits for a second person, and the dialog that asks for a reason; no actions
 * without `approval`. `onDecided` is called once the server accepted a decision.
 */
export function useApproval(approval: ApprovalRow | undefined, onDecided: () => void): Deciding {
  const [asking, setAsking] = useState<'alone' | 'refuse' | null>(null)
  const { busy, run } = useConsoleCall()
  if (!approval) return { actions: [], busy, dialog: null }
  const decide = async (verb: ApprovalVerb, reason = '') => {
    const call = verb === 'confirm' || verb === 'alone' ? 'confirm' : 'refuse'
    const path = `/api/admin/approvals/${approval.id}/${call}`
    const answer = await run({ method: 'POST', path, body: { reason }, done: doneText(approval, verb) })
    if (!answer) return
    setAsking(null)
    if (answer.ok) onDecided()
  }
  const actions = verbsOf[approval.mine].map((verb, at): Action => {
    const asks = verb === 'alone' || verb === 'refuse'
    const key = at === 0 && verb !== 'withdraw' && verb !== 'refuse' ? 'a' : 'r'
    return { key, label: approvalVerbLabels[verb], run: () => (asks ? setAsking(verb) : decide(verb)) }
  })
  const dialog = asking && (
    <ReasonDialog
      title={`${askedText(approval)} ${approvalVerbLabels[asking]}`}
      text={`${approval.askedBy} · ${groundText(approval)}`}
      action={approvalVerbLabels[asking]}
      busy={busy}
      onGiven={(reason) => decide(asking, reason)}
      onClose={() => setAsking(null)}
    />
  )
  return { actions, busy, dialog }
}
