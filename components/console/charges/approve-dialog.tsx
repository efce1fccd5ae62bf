'use client'

import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { chargeStatus, chargeTitle } from '#lib/charges/labels.ts'
import type { AdminChargeRow, ApprovedCharge } from '#lib/charges/schema.ts'
import { messages } from '#lib/core/pipeline-messages.ts'
import { exactPoints, formatCount, formatPoints, formatWon, type Points } from '#lib/money/points.ts'
import { callApi } from '../../chrome/call-api.ts'
import { Facts } from '../../ui/amount.tsx'
import { Notice } from '../../ui/badge.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

type Charges = readonly AdminChargeRow[]

/** Number of parallel calls: enough for a page of charges to finish quickly, few enough not to delay other requests. */
const MAX_PARALLEL_CALLS = 4

/** Result of one call; `waiting` is a charge that now waits for a second person. */
interface ApprovalResult {
  readonly charge: AdminChargeRow
  readonly end: 'approved' | 'waiting' | 'refused'
  readonly message: string
}

async function approveCharge(charge: AdminChargeRow): Promise<ApprovalResult> {
  const answer = await callApi<ApprovedCharge>('POST', `/api/admin/charges/${charge.id}/approve`)
  if (!answer.ok) return { charge, end: 'refused', message: answer.message || messages.fault }
  return answer.body.approval
    ? { charge, end: 'waiting', message: '확인 대기' }
    : { charge, end: 'approved', message: '' }
}

/**
 * Approves charges with one call each, so that a refused charge, such as one that a colleague settled, doesn't stop the
 * others.
 */
function useApproveMany(onApproved: (charge: AdminChargeRow) => void) {
  const router = useRouter()
  const stopped = useRef(false)
  const [results, setResults] = useState<readonly ApprovalResult[]>([])
  const [running, setRunning] = useState(false)
  async function approveAll(charges: Charges): Promise<readonly ApprovalResult[]> {
    setRunning(true)
    const queue = [...charges]
    const ended: ApprovalResult[] = []
    const work = async () => {
      for (let next = queue.shift(); next && !stopped.current; next = queue.shift()) {
        const result = await approveCharge(next)
        ended.push(result)
        if (result.end === 'approved') onApproved(result.charge)
        setResults([...ended])
      }
    }
    await Promise.all(Array.from({ length: MAX_PARALLEL_CALLS }, work))
    setRunning(false)
    router.refresh()
    return ended
  }
  /** Starts no further calls; the calls in flight finish. */
  const stop = () => {
    stopped.current = true
  }
  return { running, results, approveAll, stop }
}

export const sumOfCharges = (charges: Charges, field: 'point' | 'payAmount'): Points =>
  charges.reduce((sum, charge) => sum + exactPoints(charge[field]), 0n)

const chargeCountText = (rows: readonly unknown[]): string => `${formatCount(rows.length)}건`

function approvalEffectOf(charges: Charges) {
  const expired = charges.filter(({ status }) => status === chargeStatus.FAIL)
  const members = new Set(charges.map(({ memberNo }) => memberNo)).size
  return [
    { term: '승인할 요청', value: chargeCountText(charges) },
    { term: '받는 회원', value: `${formatCount(members)}명` },
    { term: '입금액 합계', value: formatWon(sumOfCharges(charges, 'payAmount')) },
    { term: '충전될 포인트', value: `+${formatPoints(sumOfCharges(charges, 'point'))}` },
    ...(expired.length > 0 ? [{ term: '시간이 지난 요청', value: chargeCountText(expired) }] : []),
  ]
}

interface ApproveDialogProps {
  readonly charges: Charges
  readonly onApproved: (charge: AdminChargeRow) => void
  /** Called if every started charge was approved; `left` is the number of charges not started because of a stop. */
  readonly onEnd: (approved: number, left: number) => void
  readonly onClose: () => void
}

/**
 * Confirms approving several charges. Shows the totals beforehand, and afterwards the charges that were refused or now
 * wait for a second person.
 */
export function ApproveDialog({ charges, onApproved, onEnd, onClose }: ApproveDialogProps) {
  // The list behind the dialog changes while charges are approved; the dialog keeps the charges that it was opened
  // with.
  const [all] = useState(charges)
  const { running, results, approveAll, stop } = useApproveMany(onApproved)
  const ended = results.length > 0 && !running
  const begin = async () => {
    if (running) return
    const done = await approveAll(all)
    if (done.every(({ end }) => end === 'approved')) onEnd(done.length, all.length - done.length)
  }
  return (
    <ConfirmDialog
      title="충전 모두 승인"
      action={ended ? undefined : running ? `${results.length}/${all.length}` : `${chargeCountText(all)} 승인`}
      tone="main"
      focused
      busy={running}
      onConfirm={begin}
      onClose={() => {
        stop()
        onClose()
      }}
    >
      <Facts facts={approvalEffectOf(all)} />
      {ended && <UnapprovedCharges results={results} />}
    </ConfirmDialog>
  )
}

/** The charges that are not approved, those that wait first; nothing if all are. */
function UnapprovedCharges({ results }: { readonly results: readonly ApprovalResult[] }) {
  const { approved = [], waiting = [], refused = [] } = Object.groupBy(results, ({ end }) => end)
  if (approved.length === results.length) return null
  const failed = refused.length > 0 ? `했고 ${chargeCountText(refused)}은 승인하지 못했어요.` : '했어요.'
  const waits = waiting.length > 0 ? ` ${chargeCountText(waiting)}은 다른 운영자의 확인을 기다려요.` : ''
  return (
    <div role="status" className="grid gap-2">
      <Notice tone="warn" className="text-s">
        {`${chargeCountText(approved)}을 승인${failed}${waits}`}
      </Notice>
      <ul className="grid gap-1.5 text-s">
        {[...waiting, ...refused].map(({ charge, message }) => (
          <li key={charge.id}>
            <b className="font-semibold">{chargeTitle(charge)}</b> {message}
          </li>
        ))}
      </ul>
    </div>
  )
}
