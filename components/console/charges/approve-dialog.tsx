'use client'

import { useEffect, useRef, useState } from 'react'
import { chargeStatus } from '#lib/charges/labels.ts'
import type { AdminChargeRow } from '#lib/charges/schema.ts'
import { formatCount, formatPoints, formatWon } from '#lib/money/points.ts'
import { type Fact, Facts } from '../../ui/amount.tsx'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { exact } from '../amounts.ts'
import { chargeTitle } from './charge-text.ts'
import { type Outcome, useApproveMany } from './use-approve-many.ts'

interface ApproveDialogProps {
  readonly charges: readonly AdminChargeRow[]
  readonly onApproved: (charge: AdminChargeRow) => void
  /** All that were begun are approved; `left` of them were not begun any more. */
  readonly onEnd: (approved: number, left: number) => void
  readonly onClose: () => void
}

const sumOf = (charges: readonly AdminChargeRow[], field: 'point' | 'payAmount') =>
  charges.reduce((sum, charge) => sum + exact(charge[field]), 0n)

function effectOf(charges: readonly AdminChargeRow[]): Fact[] {
  const expired = charges.filter(({ status }) => status === chargeStatus.FAIL).length
  const members = new Set(charges.map(({ memberNo }) => memberNo)).size
  return [
    { term: '승인할 요청', value: `${formatCount(charges.length)}건` },
    { term: '받는 회원', value: `${formatCount(members)}명` },
    { term: '입금액 합계', value: formatWon(sumOf(charges, 'payAmount')) },
    { term: '충전될 포인트', value: `+${formatPoints(sumOf(charges, 'point'))}` },
    ...(expired > 0 ? [{ term: '시간이 지난 요청', value: `${formatCount(expired)}건` }] : []),
  ]
}

/** What approving all of them does to the money, then what became of each that was refused. */
export function ApproveDialog({ charges, onApproved, onEnd, onClose }: ApproveDialogProps) {
  // The list behind changes while they are approved; what was asked for doesn't.
  const [all] = useState(charges)
  const button = useRef<HTMLButtonElement>(null)
  const { running, outcome, approveAll, stop } = useApproveMany(onApproved)
  const done = outcome.approved.length + outcome.waiting.length + outcome.refused.length
  const ended = done > 0 && !running
  useEffect(() => button.current?.focus(), [])
  const begin = async () => {
    if (running) return
    const { approved, waiting, refused } = await approveAll(all)
    if (waiting.length + refused.length === 0) onEnd(approved.length, all.length - approved.length)
  }
  return (
    <Dialog
      open
      onClose={() => {
        stop()
        onClose()
      }}
      title="충전 모두 승인"
      footer={
        <>
          <Button onClick={onClose}>닫기</Button>
          {!ended && (
            <Button ref={button} tone="main" busy={running} onClick={begin}>
              {running ? `${done}/${all.length}` : `${formatCount(all.length)}건 승인`}
            </Button>
          )}
        </>
      }
    >
      <Facts facts={effectOf(all)} />
      {ended && outcome.waiting.length + outcome.refused.length > 0 && <Results {...outcome} />}
    </Dialog>
  )
}

function resultText({ approved, waiting, refused }: Outcome): string {
  const count = (charges: readonly unknown[]) => `${formatCount(charges.length)}건`
  const failed = refused.length > 0 ? `했고 ${count(refused)}은 승인하지 못했습니다.` : '했습니다.'
  const waits = waiting.length > 0 ? ` ${count(waiting)}은 다른 운영자의 확인을 기다립니다.` : ''
  return `${count(approved)}을 승인${failed}${waits}`
}

function Results(outcome: Outcome) {
  return (
    <div role="status" className="grid gap-2">
      <Notice tone="warn" className="text-s">
        {resultText(outcome)}
      </Notice>
      <ul className="grid gap-1.5 text-s">
        {outcome.waiting.map((charge) => (
          <li key={charge.id}>
            <b className="font-semibold">{chargeTitle(charge)}</b> 확인 대기
          </li>
        ))}
        {outcome.refused.map(({ charge, message }) => (
          <li key={charge.id}>
            <b className="font-semibold">{chargeTitle(charge)}</b> {message}
          </li>
        ))}
      </ul>
    </div>
  )
}
