'use client'

import { type ReactNode, useState } from 'react'
import type { ApprovalRow } from '#lib/approvals/decisions/schema.ts'
import { reasonMissing } from '#lib/charges/errors.ts'
import type { Act } from '../acts.tsx'
import { ReasonDialog } from '../reason-dialog.tsx'
import { useConsoleCall } from '../use-console-call.ts'
import { type ApprovalVerb, approvalVerbLabels, askedText, doneText, groundText, verbsOf } from './approval-text.ts'

interface Deciding {
  readonly acts: readonly Act[]
  readonly busy: boolean
  /** The question that is open, if any. */
  readonly dialog: ReactNode
}

/** What the reader can do about a request that waits for a second person. `onDecided` comes once it is decided. */
export function useApproval(approval: ApprovalRow | undefined, onDecided: () => void): Deciding {
  const [asking, setAsking] = useState<'alone' | 'refuse' | null>(null)
  const { busy, run } = useConsoleCall()
  if (!approval) return { acts: [], busy, dialog: null }
  const decide = async (verb: ApprovalVerb, reason = '') => {
    const call = verb === 'confirm' || verb === 'alone' ? 'confirm' : 'refuse'
    const path = `/api/admin/approvals/${approval.id}/${call}`
    const answer = await run({ method: 'POST', path, body: { reason }, done: doneText(approval, verb) })
    if (!answer) return
    setAsking(null)
    if (answer.ok) onDecided()
  }
  const acts = verbsOf[approval.mine].map((verb, at): Act => {
    const asks = verb === 'alone' || verb === 'refuse'
    const key = at === 0 && verb !== 'withdraw' && verb !== 'refuse' ? 'a' : 'r'
    return { key, label: approvalVerbLabels[verb], run: () => (asks ? setAsking(verb) : decide(verb)) }
  })
  return {
    acts,
    busy,
    dialog: asking && (
      <ReasonDialog
        title={`${askedText(approval)} ${approvalVerbLabels[asking]}`}
        text={`${approval.askedBy} · ${groundText(approval)}`}
        action={approvalVerbLabels[asking]}
        missing={reasonMissing().message}
        busy={busy}
        onGiven={(reason) => decide(asking, reason)}
        onClose={() => setAsking(null)}
      />
    ),
  }
}
