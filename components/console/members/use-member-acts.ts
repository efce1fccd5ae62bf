'use client'

import { useRef, useState } from 'react'
import { restrictionLabels } from '#lib/members/labels.ts'
import type { AdminMemberRow } from '#lib/members/schema.ts'
import { type Attempt, attemptFor } from '../../chrome/attempt.ts'
import { signedPoints } from '../amounts.ts'
import { type Asked, waitsText } from '../approvals/approval-text.ts'
import { type ConsoleCall, useConsoleCall } from '../use-console-call.ts'
import type { Restricting } from './restriction-dialog.tsx'

type Adjusted = { readonly approval?: Pick<Asked, 'alone'> }

/** What staff do to a member; `onAnswered` comes after each answer. `round` grows with each, as his story does. */
export function useMemberActs(onAnswered: () => void) {
  const { busy, run } = useConsoleCall()
  const [round, setRound] = useState(0)
  const attempt = useRef<Attempt | null>(null)
  async function send<T>(call: ConsoleCall<T>) {
    const answer = await run<T>(call)
    if (!answer) return null
    setRound((before) => before + 1)
    if (answer.ok || answer.status === 409) onAnswered()
    return answer
  }
  const pathOf = ({ memberNo }: AdminMemberRow, what: string) => `/api/admin/members/${memberNo}/${what}`
  async function adjust(member: AdminMemberRow, body: { delta: number; reason: string }) {
    // Pressed again after a failure it is still one adjustment (docs/contract.md#idempotency).
    attempt.current = attemptFor(attempt.current, `${member.memberNo} ${JSON.stringify(body)}`)
    const answer = await send<Adjusted>({
      method: 'POST',
      path: pathOf(member, 'points'),
      body,
      headers: { 'idempotency-key': attempt.current.key },
      done: ({ approval }) =>
        approval
          ? waitsText({ kind: 'ADJUSTMENT', alone: approval.alone })
          : `${member.memberId} ${signedPoints(body.delta)} 조정`,
    })
    if (answer) attempt.current = null
  }
  const restrict = (member: AdminMemberRow, body: Restricting) => {
    const done = `${member.memberId} ${restrictionLabels[body.level]}`
    return send({ method: 'POST', path: pathOf(member, 'restriction'), body, done })
  }
  const note = (member: AdminMemberRow, memo: string) =>
    send({ method: 'POST', path: pathOf(member, 'memo'), body: { memo }, done: `${member.memberId} 메모 저장` })
  const revoke = (member: AdminMemberRow) =>
    send({ method: 'DELETE', path: pathOf(member, 'api-key'), done: `${member.memberId} API 키 해지` })
  return { busy, round, adjust, restrict, note, revoke }
}
