'use client'

import { type ReactNode, useState } from 'react'
import { type ApprovalVerb, adviceOf, approvalVerbLabels, verbsOf } from '#lib/approvals/decisions/labels.ts'
import type { ApprovalRow } from '#lib/approvals/decisions/schema.ts'
import { askedText, groundText } from '#lib/approvals/labels.ts'
import { Notice } from '../../ui/badge.tsx'
import type { Action } from '../actions.tsx'
import { ReasonDialog } from '../reason-dialog.tsx'
import { useConsoleCall } from '../use-console-call.ts'

interface Deciding {
  readonly actions: readonly Action[]
  readonly busy: boolean
  /** The open dialog that asks for a reason; null if none is open. */
  readonly dialog: ReactNode
}

const asks = (verb: ApprovalVerb): boolean => verb === 'alone' || verb === 'refuse'

/**
 * The viewer's actions on a request that waits for a second person, and the dialog that asks for a reason; no actions
 * without `approval`. `onDecided` is called once the server accepted a decision.
 */
export function useApproval(approval: ApprovalRow | undefined, onDecided: () => void): Deciding {
  const [asking, setAsking] = useState<ApprovalVerb | null>(null)
  const { busy, run } = useConsoleCall()
  if (!approval) return { actions: [], busy, dialog: null }
  const titleOf = (verb: ApprovalVerb) => `${askedText(approval)} ${approvalVerbLabels[verb]}`
  const decide = async (verb: ApprovalVerb, reason = '') => {
    const call = verb === 'confirm' || verb === 'alone' ? 'confirm' : 'refuse'
    const path = `/api/admin/approvals/${approval.id}/${call}`
    const answer = await run({ method: 'POST', path, body: { reason }, done: titleOf(verb) })
    if (!answer) return
    setAsking(null)
    if (answer.ok) onDecided()
  }
  // A first decision that approves has the key A, all others have R.
  const actions = verbsOf[approval.mine].map((verb, at): Action => {
    const key = at === 0 && verb !== 'withdraw' && verb !== 'refuse' ? 'a' : 'r'
    return { key, label: approvalVerbLabels[verb], run: () => (asks(verb) ? setAsking(verb) : decide(verb)) }
  })
  const dialog = asking && (
    <ReasonDialog
      title={titleOf(asking)}
      text={`${approval.askedBy} · ${groundText(approval)}`}
      action={approvalVerbLabels[asking]}
      busy={busy}
      onGiven={(reason) => decide(asking, reason)}
      onClose={() => setAsking(null)}
    />
  )
  return { actions, busy, dialog }
}

/**
 * Notice about a request for a second person: who asked for what, why one person isn't enough, and what the viewer
 * should do.
 */
export function ApprovalNotice({ approval }: { readonly approval: ApprovalRow }) {
  return (
    <Notice tone="warn" className="grid gap-1 text-s">
      <b className="font-semibold wrap-anywhere">
        {approval.askedBy} 요청 · {askedText(approval)}
      </b>
      <span className="wrap-anywhere">{groundText(approval)}</span>
      <span className="text-ink-2">{adviceOf[approval.mine]}</span>
    </Notice>
  )
}
