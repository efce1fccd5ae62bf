import { useEffect, useRef } from 'react'
import type { ReadLine } from '#lib/deposits/rules.ts'
import type { TakenDeposit } from '#lib/deposits/schema.ts'
import { formatCount } from '#lib/money/points.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { wonText } from '../amounts.ts'

interface ImportBarProps {
  readonly lines: readonly ReadLine[]
  readonly answers: readonly TakenDeposit[] | null
  readonly busy: boolean
  readonly onSend: () => void
  readonly onReset: () => void
}

const counted = (count: number): string => `${formatCount(count)}건`

function beforeText(lines: readonly ReadLine[]): string {
  const sum = lines.reduce((total, read) => total + (read.is === 'credit' ? read.deposit.amount : 0), 0)
  const count = (is: ReadLine['is']) => lines.filter((read) => read.is === is).length
  return [
    `입금 ${counted(count('credit'))} · ${wonText(sum)}`,
    ...(count('other') > 0 ? [`입금 아님 ${counted(count('other'))}`] : []),
    ...(count('broken') > 0 ? [`확인 필요 ${counted(count('broken'))}`] : []),
  ].join(' · ')
}

function afterText(answers: readonly TakenDeposit[]): string {
  const fresh = answers.filter(({ duplicate }) => !duplicate)
  const waiting = fresh.filter(({ status }) => status === 'WAITING').length
  const unconfirmed = fresh.filter(({ status }) => status === 'UNCONFIRMED').length
  return [
    `충전 완료 ${counted(fresh.length - waiting - unconfirmed)}`,
    `대기 ${counted(waiting)}`,
    ...(unconfirmed > 0 ? [`다른 운영자의 확인 대기 ${counted(unconfirmed)}`] : []),
    `이미 있음 ${counted(answers.length - fresh.length)}`,
  ].join(' · ')
}

/** What a table comes to, before and after it is sent; always in sight. */
export function ImportBar({ lines, answers, busy, onSend, onReset }: ImportBarProps) {
  const send = useRef<HTMLButtonElement>(null)
  useEffect(() => send.current?.focus(), [])
  const credits = lines.filter(({ is }) => is === 'credit').length
  return (
    <div className="sticky bottom-4 flex flex-wrap items-center gap-3 rounded-card bg-card px-5 py-4 shadow-float">
      <p role="status" className="font-semibold tabular-nums">
        {answers ? afterText(answers) : beforeText(lines)}
      </p>
      <span className="ml-auto flex flex-wrap gap-2">
        <Button onClick={onReset}>다른 내역</Button>
        {answers ? (
          <ButtonLink tone="main" href="/admin/deposits">
            대기 입금 보기
          </ButtonLink>
        ) : (
          <Button ref={send} tone="main" busy={busy} onClick={onSend}>
            {counted(credits)} 가져오기
          </Button>
        )}
      </span>
    </div>
  )
}
