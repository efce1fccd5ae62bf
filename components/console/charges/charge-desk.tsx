'use client'

import { useState } from 'react'
import { reasonMissing } from '#lib/charges/errors.ts'
import { chargeStatus } from '#lib/charges/labels.ts'
import type { PastCharges } from '#lib/charges/queries.ts'
import { canApprove, canReject } from '#lib/charges/rules.ts'
import type { AdminChargeRow } from '#lib/charges/schema.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Table } from '../../ui/table.tsx'
import { DeskLayout } from '../desk-layout.tsx'
import { KeyHelp, KeyRow, listKeys } from '../key-help.tsx'
import { type ListPlace, type ListState, listHref } from '../list-state.ts'
import { ReasonDialog } from '../reason-dialog.tsx'
import { nextWaiting } from '../row-selection.ts'
import { focusSearch } from '../search-box.tsx'
import { useDesk } from '../use-desk.ts'
import { useShortcuts } from '../use-shortcuts.ts'
import { ChargeActions } from './charge-actions.tsx'
import { chargeColumns } from './charge-columns.tsx'
import { ChargeStory } from './charge-story.tsx'
import { chargeTitle } from './charge-words.ts'
import { type ChargeChange, useSettleCharge } from './use-settle-charge.ts'

interface ChargeDeskProps {
  readonly rows: readonly AdminChargeRow[]
  readonly past: Readonly<Record<number, PastCharges>>
  /** The server's time, in milliseconds. */
  readonly now: number
  readonly place: ListPlace
  readonly state: ListState
  /** SUPPORT reads, MANAGER and OWNER act (decisions 6). */
  readonly mayAct: boolean
}

const actingKeys = [
  { keys: ['A'], does: '승인' },
  { keys: ['R'], does: '거절' },
]

const waits = ({ status }: AdminChargeRow) => status === chargeStatus.PENDING

/** Charges, the chosen one's story and its two actions: a list that can be worked off from the keyboard alone. */
export function ChargeDesk({ rows, past, now, place, state, mayAct }: ChargeDeskProps) {
  const [settled, setSettled] = useState<Readonly<Record<number, ChargeChange>>>({})
  const [dialog, setDialog] = useState<'reject' | 'help' | null>(null)
  const shown = rows.map((row) => ({ ...row, ...settled[row.id] }))
  const desk = useDesk(
    shown.map((row) => row.id),
    state.chosen,
  )
  const charge = shown.find((row) => row.id === desk.chosen)
  const { busy, settle } = useSettleCharge((done, change) => {
    if (change) setSettled((before) => ({ ...before, [done.id]: change }))
    setDialog(null)
    desk.closeStory()
    desk.choose(nextWaiting(shown, done.id, waits) ?? done.id)
  })
  const approve = () => mayAct && charge && canApprove(charge) && settle(charge, { verb: 'approve' })
  const reject = () => mayAct && charge && canReject(charge) && !busy && setDialog('reject')
  useShortcuts(
    dialog
      ? {}
      : {
          j: () => desk.step(1),
          k: () => desk.step(-1),
          enter: desk.showStory,
          a: approve,
          r: reject,
          '/': focusSearch,
          '?': () => setDialog('help'),
        },
  )
  const keys = listKeys(mayAct ? actingKeys : [])
  const table = (
    <Table
      caption="충전 요청"
      dense="tight"
      columns={chargeColumns(now, (id) => listHref(place, { ...state, chosen: id }))}
      rows={shown}
      rowKey={(row) => row.id}
      selected={(row) => row.id === desk.chosen}
      empty={<NoCharges state={state} />}
    />
  )
  return (
    <>
      <DeskLayout
        desk={desk}
        title={charge ? chargeTitle(charge) : shown.length > 0 ? '고른 요청 없음' : null}
        table={table}
      >
        {charge ? (
          <>
            <ChargeStory charge={charge} past={past[charge.memberNo]} now={now} />
            {mayAct && <ChargeActions charge={charge} busy={busy} onApprove={approve} onReject={reject} />}
          </>
        ) : (
          <p className="text-s text-ink-3">목록에서 요청을 고르면 내용이 여기에 보여요.</p>
        )}
      </DeskLayout>
      <KeyRow lines={keys} />
      {dialog === 'help' && <KeyHelp lines={keys} onClose={() => setDialog(null)} />}
      {dialog === 'reject' && charge && (
        <ReasonDialog
          title="충전 거절"
          text={`${chargeTitle(charge)} 요청을 거절합니다. 사유는 처리 기록에 남습니다.`}
          action="거절"
          missing={reasonMissing().message}
          busy={busy}
          onGiven={(reason) => settle(charge, { verb: 'reject', reason })}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  )
}

function NoCharges({ state }: { readonly state: ListState }) {
  if (state.q)
    return <EmptyState title="찾는 충전 요청이 없어요." hint="검색어를 줄이거나 상태를 전체로 바꿔 보세요." />
  if (state.cursor)
    return <EmptyState title="더 오래된 요청이 없어요." hint="처음으로 돌아가 최신 요청을 확인하세요." />
  if (state.status === chargeStatus.PENDING)
    return <EmptyState title="기다리는 충전 요청이 없어요." hint="회원이 잔액충전에서 요청하면 여기에 나타나요." />
  return <EmptyState title="충전 요청이 없어요." hint="회원이 잔액충전에서 요청하면 여기에 나타나요." />
}
