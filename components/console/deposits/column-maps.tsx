'use client'

import { useState } from 'react'
import type { BankTable } from '#lib/deposits/bank-files/rules.ts'
import type { ColumnMapRow } from '#lib/deposits/bank-files/schema.ts'
import { columnMeaningsText, columnReadingTexts } from '#lib/deposits/labels.ts'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TitledCard } from '../titled-card.tsx'
import { useConsoleCall } from '../use-console-call.ts'

interface ColumnsNoticeProps {
  readonly table: BankTable<ColumnMapRow>
  /** Whether the columns that this preview shows were chosen by staff. */
  readonly isByHand: boolean
  readonly onConfirmed: (map: ColumnMapRow) => void
}

/**
 * Shows whether the columns of a table are remembered, chosen by hand or unknown. Columns that a colleague chose can be
 * used by others only after another staff member has confirmed them, with the button here.
 */
export function ColumnsNotice({ table, isByHand, onConfirmed }: ColumnsNoticeProps) {
  const { busy, run } = useConsoleCall()
  const { map, head, columns } = table
  const isUnknown = head !== null && !(columns.includes('amount') && columns.includes('name'))
  if (isByHand || !map) {
    const text = isByHand && head ? columnReadingTexts.byHand : isUnknown ? columnReadingTexts.unknown : null
    return text && <Notice className="mb-4">{text}</Notice>
  }
  const confirm = async () => {
    const path = `/api/admin/bank-file-maps/${map.id}/confirm`
    const answer = await run({ method: 'POST', path, body: {}, done: '파일 양식을 확인했어요.' })
    if (answer?.ok) onConfirmed({ ...map, isUsable: true })
  }
  if (map.isUsable) return <Notice className="mb-4">{columnReadingTexts.remembered(map.madeBy)}</Notice>
  return (
    <Notice tone="warn" className="mb-4 flex flex-wrap items-center justify-between gap-3">
      {columnReadingTexts.unconfirmed(map.madeBy)}
      <Button size="s" busy={busy} onClick={confirm}>
        양식 확인
      </Button>
    </Notice>
  )
}

interface ColumnMapsProps {
  readonly maps: readonly ColumnMapRow[]
  readonly onForgotten: (mapId: number) => void
}

/** List of the remembered columns of bank files, each with a button to delete them. */
export function ColumnMaps({ maps, onForgotten }: ColumnMapsProps) {
  const [toDelete, setToDelete] = useState<ColumnMapRow | null>(null)
  const { busy, run } = useConsoleCall()
  if (maps.length === 0) return null
  const deleteMap = async ({ id }: ColumnMapRow) => {
    const answer = await run({
      method: 'DELETE',
      path: `/api/admin/bank-file-maps/${id}`,
      done: '파일 양식을 삭제했어요.',
    })
    if (answer) setToDelete(null)
    if (answer?.ok) onForgotten(id)
  }
  return (
    <TitledCard title="저장한 파일 양식" className="grid gap-3">
      <ul className="grid gap-3">
        {maps.map((map) => (
          <li key={map.id} className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-3">
            <span className="min-w-0 text-s">
              <span className="block break-words">{columnMeaningsText(map.headings, map.columns)}</span>
              <span className="text-ink-3">
                {map.madeBy} · {map.confirmedBy ? `${map.confirmedBy} 확인` : '다른 운영자의 확인 전'}
              </span>
            </span>
            <Button
              size="s"
              aria-label={`${columnMeaningsText(map.headings, map.columns)} 삭제`}
              onClick={() => setToDelete(map)}
            >
              삭제
            </Button>
          </li>
        ))}
      </ul>
      {toDelete && (
        <ConfirmDialog
          title="파일 양식 삭제"
          action="삭제"
          tone="bad"
          busy={busy}
          onConfirm={() => deleteMap(toDelete)}
          onClose={() => setToDelete(null)}
        >
          <b className="block break-words">{columnMeaningsText(toDelete.headings, toDelete.columns)}</b>
          제목이 같은 파일을 다시 가져오면 열의 뜻을 새로 골라야 해요.
        </ConfirmDialog>
      )}
    </TitledCard>
  )
}
