'use client'

import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { chargeStatus } from '#lib/charges/labels.ts'
import type { AdminChargeRow, ApprovedCharge } from '#lib/charges/schema.ts'
import { messages } from '#lib/core/pipeline-messages.ts'
import { formatCount, formatPoints, formatWon } from '#lib/money/points.ts'
import { callApi } from '../../chrome/call-api.ts'
import { Facts } from '../../ui/amount.tsx'
import { Notice } from '../../ui/badge.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { exact } from '../format.ts'
import { chargeTitle } from './charge-text.ts'

/** Number of parallel calls: enough for a page of charges to finish quickly, few enough not to delay other requests. */
const AT_ONCE = 4

/** Results so far of approving several charges. */
interface Outcome {
  readonly approved: readonly AdminChargeRow[]
  /** Charges that now wait for a second person. */
  readonly waiting: readonly AdminChargeRow[]
  readonly refused: readonly { readonly charge: AdminChargeRow; readonly message: string }[]
}

const nothing: Outcome = { approved: [], waiting: [], refused: [] }

/**
 * Approves charges with one call each, so that a refused charge, such as one that a colleague settled, doesn't stop the
 * others.
 */
function useApproveMany(onApproved: (charge: AdminChargeRow) => void) {
  const router = useRouter()
  const stopped = useRef(false)
  const [outcome, setOutcome] = useState(nothing)
  const [running, setRunning] = useState(false)
  async function approveAll(charges: readonly AdminChargeRow[]): Promise<Outcome> {
    setRunning(true)
    const queue = [...charges]
    let so = nothing
    const work = async () => {
      for (let next = queue.shift(); next && !stopped.current; next = queue.shift()) {
        const charge = next
        const answer = await callApi<ApprovedCharge>('POST', `/api/admin/charges/${charge.id}/approve`)
        if (!answer.ok) so = { ...so, refused: [...so.refused, { charge, message: answer.message || messages.fault }] }
        else if (answer.body.approval) so = { ...so, waiting: [...so.waiting, charge] }
        else {
          onApproved(charge)
          so = { ...so, approved: [...so.approved, charge] }
        }
        setOutcome(so)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    setRunning(false)
    router.refresh()
    return so
  }
  /** Starts no further calls; the calls in flight finish. */
  const stop = () => {
    stopped.current = true
  }
  return { running, outcome, approveAll, stop }
}

interface ApproveDialogProps {
  readonly charges: readonly AdminChargeRow[]
  readonly onApproved: (charge: AdminChargeRow) => void
  /** Called if every started charge was approved; `left` is the number of charges not started because of a stop. */
  readonly onEnd: (approved: number, left: number) => void
  readonly onClose: () => void
}

const counted = (rows: readonly unknown[]): string => `${formatCount(rows.length)}건`

function effectOf(charges: readonly AdminChargeRow[]) {
  const expired = charges.filter(({ status }) => status === chargeStatus.FAIL)
  const members = new Set(charges.map(({ memberNo }) => memberNo)).size
  const sumOf = (field: 'point' | 'payAmount') => charges.reduce((sum, charge) => sum + exact(charge[field]), 0n)
  return [
    { term: '승인할 요청', value: counted(charges) },
    { term: '받는 회원', value: `${formatCount(members)}명` },
    { term: '입금액 합계', value: formatWon(sumOf('payAmount')) },
    { term: '충전될 포인트', value: `+${formatPoints(sumOf('point'))}` },
    ...(expired.length > 0 ? [{ term: '시간이 지난 요청', value: counted(expired) }] : []),
  ]
}

/**
 * Confirms approving several charges. Shows the totals beforehand, and afterwards the charges that were refused or now
 * wait for a second person.
 */
export function ApproveDialog({ charges, onApproved, onEnd, onClose }: ApproveDialogProps) {
  // The list behind the dialog changes while charges are approved; the dialog keeps the charges that it was opened
  // with.
  const [all] = useState(charges)
  const { running, outcome, approveAll, stop } = useApproveMany(onApproved)
  const done = outcome.approved.length + outcome.waiting.length + outcome.refused.length
  const ended = done > 0 && !running
  const begin = async () => {
    if (running) return
    const { approved, waiting, refused } = await approveAll(all)
    if (waiting.length + refused.length === 0) onEnd(approved.length, all.length - approved.length)
  }
  return (
    <ConfirmDialog
      title="충전 모두 승인"
      action={ended ? undefined : running ? `${done}/${all.length}` : `${counted(all)} 승인`}
      tone="main"
      focused
      busy={running}
      onConfirm={begin}
      onClose={() => {
        stop()
        onClose()
      }}
    >
      <Facts facts={effectOf(all)} />
      {ended && outcome.waiting.length + outcome.refused.length > 0 && <Results {...outcome} />}
    </ConfirmDialog>
  )
}

function resultText({ approved, waiting, refused }: Outcome): string {
  const failed = refused.length > 0 ? `했고 ${counted(refused)}은 승인하지 못했습니다.` : '했습니다.'
  const waits = waiting.length > 0 ? ` ${counted(waiting)}은 다른 운영자의 확인을 기다립니다.` : ''
  return `${counted(approved)}을 승인${failed}${waits}`
}

function Results(outcome: Outcome) {
  const lines = [...outcome.waiting.map((charge) => ({ charge, message: '확인 대기' })), ...outcome.refused]
  return (
    <div role="status" className="grid gap-2">
      <Notice tone="warn" className="text-s">
        {resultText(outcome)}
      </Notice>
      <ul className="grid gap-1.5 text-s">
        {lines.map(({ charge, message }) => (
          <li key={charge.id}>
            <b className="font-semibold">{chargeTitle(charge)}</b> {message}
          </li>
        ))}
      </ul>
    </div>
  )
}
