'use client'

import { useState } from 'react'
import { daysAhead, seoulDay, termsState } from '#lib/content/rules.ts'
import type { TermsRow } from '#lib/content/schema.ts'
import { termsNames } from '../../content/terms-versions.ts'
import { Facts } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { useConsoleCall } from '../use-console-call.ts'
import { TermsBadge, termsTitle } from './terms-columns.tsx'

interface TermsDetailProps {
  readonly row: TermsRow
  /** In milliseconds. */
  readonly now: number
  readonly mayAct: boolean
  readonly onEdit: () => void
  readonly onRemoved: () => void
}

const DAY = 86_400_000

/** A version: since when it holds, from when it is announced, and what may still be done with it. */
export function TermsDetail({ row, now, mayAct, onEdit, onRemoved }: TermsDetailProps) {
  const { busy, run } = useConsoleCall()
  const [asking, setAsking] = useState(false)
  const state = termsState(row, now)
  const announcedOn = seoulDay(Date.parse(row.since) - daysAhead[row.kind] * DAY)
  const remove = async () => {
    const answer = await run({ method: 'DELETE', path: `/api/admin/terms/${row.id}`, done: '삭제했어요.' })
    setAsking(false)
    if (answer?.ok) onRemoved()
  }
  return (
    <>
      <Facts
        align="start"
        className="text-s tabular-nums"
        facts={[
          { term: '종류', value: termsNames[row.kind] },
          { term: '상태', value: <TermsBadge row={row} now={now} /> },
          { term: '알리는 날', value: `${announcedOn}부터` },
          { term: '시행일', value: row.since },
        ]}
      />
      {state !== 'PLANNED' && (
        <a
          href={`/terms/${row.kind}?since=${row.since}`}
          target="_blank"
          rel="noopener"
          className="text-s font-semibold text-main-text"
        >
          회원이 보는 화면 열기
        </a>
      )}
      {mayAct && state !== 'HOLDS' && (
        <div className="flex gap-2">
          {state === 'PLANNED' && (
            <Button tone="main" onClick={onEdit} className="grow">
              고치기
            </Button>
          )}
          <Button tone="bad" onClick={() => setAsking(true)} className="grow">
            삭제
          </Button>
        </div>
      )}
      <p className="text-s text-ink-3">{notes[state]}</p>
      {asking && (
        <ConfirmDialog
          title="약관 삭제"
          text={`시행하지 않고 지워요. 알리던 배너도 없어져요.\n${termsTitle(row)}`}
          action="삭제"
          busy={busy}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

const notes = {
  PLANNED: '알리기 전까지 고칠 수 있어요.',
  ANNOUNCED: '회원에게 알리고 있어서 고칠 수 없어요. 지우고 새로 올릴 수는 있어요.',
  HOLDS: '시행된 글은 그대로 남아 회원이 언제든 볼 수 있어요.',
} as const
