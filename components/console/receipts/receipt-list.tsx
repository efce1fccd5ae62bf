'use client'

import { useState } from 'react'
import { noteMissing } from '#lib/receipts/errors.ts'
import { type ReceiptStatus, receiptStatusLabels } from '#lib/receipts/labels.ts'
import { nextStatuses } from '#lib/receipts/rules.ts'
import type { ReceiptRow } from '#lib/receipts/schema.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { type Act, Acts, actKeys, actShortcuts } from '../acts.tsx'
import { listKeys } from '../key-help.tsx'
import { ListLayout } from '../list-layout.tsx'
import { type ListPlace, type ListState, listHref } from '../list-state.ts'
import { ReasonDialog } from '../reason-dialog.tsx'
import { nextWaiting } from '../row-selection.ts'
import { useConsoleCall } from '../use-console-call.ts'
import { useListKeys } from '../use-list-keys.ts'
import { useSelection } from '../use-selection.ts'
import { receiptColumns } from './receipt-columns.tsx'
import { ReceiptDetail } from './receipt-detail.tsx'
import { receiptTitle } from './receipt-text.ts'

interface ReceiptListProps {
  readonly rows: readonly ReceiptRow[]
  /** The server's time, in milliseconds. */
  readonly now: number
  readonly place: ListPlace<string>
  readonly state: ListState<string>
  /** SUPPORT reads, MANAGER and OWNER act (docs/contract.md#staff). */
  readonly mayAct: boolean
}

const waits = ({ status }: ReceiptRow) => status === 'REQUESTED'

/** Each mark's key, where the receipt can come to it. */
const marks: readonly (Pick<Act, 'key' | 'label'> & { status: ReceiptStatus })[] = [
  { key: 'a', label: '발행 완료', status: 'ISSUED' },
  { key: 'r', label: '발행 실패', status: 'FAILED' },
  { key: 'd', label: '다시 대기', status: 'REQUESTED' },
]

/** Cash receipts and tax invoices, what goes on the chosen one, and what was made of it. */
export function ReceiptList({ rows, now, place, state, mayAct }: ReceiptListProps) {
  const [settled, setSettled] = useState<Readonly<Record<number, ReceiptRow>>>({})
  const [dialog, setDialog] = useState<'fail' | null>(null)
  const shown = rows.map((row) => settled[row.id] ?? row)
  const selection = useSelection(shown, state.chosen)
  const receipt = selection.row
  const { busy, run } = useConsoleCall()
  async function mark(target: ReceiptRow, status: ReceiptStatus, note: string) {
    const answer = await run<ReceiptRow>({
      method: 'PATCH',
      path: `/api/admin/receipts/${target.id}`,
      body: { status, note, from: target.status },
      done: `${receiptTitle(target)} ${receiptStatusLabels[status]}`,
    })
    if (!answer) return
    setDialog(null)
    if (!answer.ok) return
    setSettled((before) => ({ ...before, [target.id]: answer.body }))
    selection.closeDetail()
    selection.choose(nextWaiting(shown, target.id, waits) ?? target.id)
  }
  const begin = (status: ReceiptStatus) => () => {
    if (!receipt || busy) return
    if (status === 'FAILED') setDialog('fail')
    else mark(receipt, status, '')
  }
  const open = mayAct && receipt ? nextStatuses(receipt.status) : []
  const acts: Act[] = marks
    .filter(({ status }) => open.includes(status))
    .map(({ key, label, status }) => ({ key, label, run: begin(status) }))
  useListKeys(selection, actShortcuts(acts), dialog !== null)
  return (
    <>
      <ListLayout
        selection={selection}
        caption="영수증"
        dense="tight"
        columns={receiptColumns(now, (id) => listHref(place, { ...state, chosen: id }))}
        empty={<NoReceipts state={state} />}
        titleOf={receiptTitle}
        none="고른 영수증 없음"
        choose="목록에서 영수증을 고르면 내용이 여기에 보여요."
        keys={listKeys(actKeys(acts))}
      >
        {(row) => (
          <>
            <ReceiptDetail receipt={row} />
            <Acts acts={acts} busy={busy} />
          </>
        )}
      </ListLayout>
      {dialog === 'fail' && receipt && (
        <ReasonDialog
          title="발행 실패"
          text={`${receiptTitle(receipt)} 영수증을 발행하지 못한 것으로 적습니다.`}
          action="발행 실패로 적기"
          missing={noteMissing().message}
          busy={busy}
          onGiven={(note) => mark(receipt, 'FAILED', note)}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  )
}

function NoReceipts({ state }: { readonly state: ListState<string> }) {
  if (state.q) return <EmptyState title="찾는 영수증이 없어요." hint="검색어를 줄이거나 상태를 전체로 바꿔 보세요." />
  if (state.cursor)
    return <EmptyState title="더 오래된 영수증이 없어요." hint="처음으로 돌아가 최신 영수증을 확인하세요." />
  return <EmptyState title="발행할 영수증이 없어요." hint="영수증을 신청한 충전이 승인되면 여기에 나타나요." />
}
