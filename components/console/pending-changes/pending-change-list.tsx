'use client'

import { type ReactNode, useState } from 'react'
import { decidedChangeText, pendingChangeKindLabels, pendingChangeStateLabels } from '#lib/pending-changes/labels.ts'
import type { DecidedChange, PendingChangeRow } from '#lib/pending-changes/schema.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import { type Column, Table } from '../../ui/table.tsx'
import { toast } from '../../ui/toast-store.ts'
import { column } from '../list-columns.tsx'
import { useConsoleCall } from '../use-console-call.ts'

interface ChangeListProps {
  readonly rows: readonly PendingChangeRow[]
  readonly viewer: { readonly memberNo: number; readonly role: string }
}

type ChangeDecision = 'confirm' | 'withdraw'

const decisionLabel = (verb: ChangeDecision, isOwn: boolean): string =>
  verb === 'confirm' ? '동의하고 적용하기' : isOwn ? '변경 철회하기' : '변경 거절하기'

/** What a change is about, as its row and the names of its buttons say. */
const subjectText = ({ kind, name }: PendingChangeRow): string => `${pendingChangeKindLabels[kind]} · ${name}`

const changeTones: Readonly<Partial<Record<PendingChangeRow['state'], Tone>>> = { WAITING: 'warn', APPLIED: 'good' }

function changeStateText({ state, needsConsent, effectiveAt, decidedAt, decidedBy }: PendingChangeRow): string {
  if (state === 'WAITING')
    return `${seoulTime(effectiveAt)}에 적용${needsConsent ? ' · 다른 대표가 동의하면 바로 적용' : ''}`
  return [decidedAt && seoulTime(decidedAt), decidedBy].filter(Boolean).join(' · ')
}

const changeColumnsOf = (
  decisionButtons: (row: PendingChangeRow) => ReactNode,
): readonly Column<PendingChangeRow>[] => [
  column('대상', subjectText, 'title'),
  column(
    '상태',
    ({ state }) => <Badge tone={changeTones[state] ?? 'neutral'}>{pendingChangeStateLabels[state]}</Badge>,
    'badge',
  ),
  {
    key: 'values',
    head: '변경',
    cell: ({ before, after }) => (
      <span className="block py-2">
        <span className="text-ink-3">{before}</span>
        <br />→ <b className="font-semibold">{after}</b>
      </span>
    ),
    phone: 'line',
    breaks: true,
  },
  column(
    '요청',
    ({ askedBy, createdAt }) => (
      <span className="block wide:py-2">
        <span className="block wrap-anywhere">{askedBy}</span>
        <span className="block whitespace-nowrap text-ink-3">{seoulTime(createdAt)}</span>
      </span>
    ),
    'detail',
    'tabular-nums',
  ),
  column('적용', (row) => <span className="block wide:py-2">{changeStateText(row)}</span>, 'detail', 'tabular-nums'),
  column('처리', decisionButtons, 'below', 'wide:whitespace-nowrap'),
]

/**
 * List of the waiting and decided changes. An OWNER may withdraw any waiting change, and may confirm a colleague's
 * change that needs a second OWNER.
 */
export function PendingChangeList({ rows, viewer }: ChangeListProps) {
  const [openDecision, setOpenDecision] = useState<{ row: PendingChangeRow; verb: ChangeDecision } | null>(null)
  const { busy, run } = useConsoleCall()
  const isOwn = (row: PendingChangeRow) => row.askedByNo === viewer.memberNo
  const withdrawLabel = (row: PendingChangeRow) => (isOwn(row) ? '철회' : '거절')

  async function decide() {
    if (!openDecision) return
    const { row, verb } = openDecision
    const path = `/api/admin/changes/${row.id}/${verb}`
    const answer = await run<DecidedChange>({ method: 'POST', path })
    if (!answer) return
    setOpenDecision(null)
    if (!answer.ok) return
    // OUTDATED: the change could no longer be made, so the confirmation has closed it without applying it.
    const { state } = answer.body
    toast(decidedChangeText(row.name, state), { tone: state === 'OUTDATED' ? 'bad' : 'good' })
  }

  const decisionButtons = (row: PendingChangeRow) =>
    row.state === 'WAITING' &&
    viewer.role === 'OWNER' && (
      <span className="flex flex-wrap gap-2 py-1 wide:flex-nowrap">
        {row.needsConsent && !isOwn(row) && (
          <Button
            size="s"
            tone="main"
            aria-label={`동의, ${subjectText(row)}`}
            onClick={() => setOpenDecision({ row, verb: 'confirm' })}
          >
            동의
          </Button>
        )}
        <Button
          size="s"
          aria-label={`${withdrawLabel(row)}, ${subjectText(row)}`}
          onClick={() => setOpenDecision({ row, verb: 'withdraw' })}
        >
          {withdrawLabel(row)}
        </Button>
      </span>
    )

  const label = openDecision ? decisionLabel(openDecision.verb, isOwn(openDecision.row)) : ''
  return (
    <>
      <Table
        caption="중요 변경"
        dense
        columns={changeColumnsOf(decisionButtons)}
        rows={rows}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title="기다리는 변경이 없어요." hint="입금 계좌나 권한을 바꾸면 적용될 때까지 여기에 보여요." />
        }
      />
      {openDecision && (
        <ConfirmDialog
          title={label}
          text={`${subjectText(openDecision.row)}\n지금: ${openDecision.row.before}\n변경: ${openDecision.row.after}`}
          action={label}
          tone={openDecision.verb === 'confirm' ? 'main' : 'bad'}
          busy={busy}
          onConfirm={decide}
          onClose={() => setOpenDecision(null)}
        />
      )}
    </>
  )
}
