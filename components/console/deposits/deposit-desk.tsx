'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { otherAmount, reasonMissing } from '#lib/deposits/errors.ts'
import type { DepositDetail, DepositRow } from '#lib/deposits/schema.ts'
import { Table } from '../../ui/table.tsx'
import { toast } from '../../ui/toast-store.ts'
import { type Act, Acts, actShortcuts } from '../acts.tsx'
import { DeskLayout } from '../desk-layout.tsx'
import { KeyHelp, KeyRow, listKeys } from '../key-help.tsx'
import { type ListPlace, type ListState, listHref } from '../list-state.ts'
import { ReasonDialog } from '../reason-dialog.tsx'
import { nextWaiting } from '../row-selection.ts'
import { focusSearch } from '../search-box.tsx'
import { type ConsoleCall, useConsoleCall } from '../use-console-call.ts'
import { useDesk } from '../use-desk.ts'
import { useShortcuts } from '../use-shortcuts.ts'
import { ChargePicker } from './charge-picker.tsx'
import { depositColumns } from './deposit-columns.tsx'
import { DepositStory } from './deposit-story.tsx'
import { depositTitle, sumOf, wasCredited } from './deposit-words.ts'
import { MatchDialog } from './match-dialog.tsx'
import { NoDeposits } from './no-deposits.tsx'
import { useCandidates } from './use-candidates.ts'

interface DepositDeskProps {
  readonly rows: readonly DepositRow[]
  /** The chosen deposit's story, so that the first sight is whole. */
  readonly first: DepositDetail | null
  /** The server's time, in milliseconds. */
  readonly now: number
  readonly place: ListPlace<string>
  readonly state: ListState<string>
  /** SUPPORT reads, MANAGER and OWNER act (decisions 6). */
  readonly mayAct: boolean
}

const actingKeys = [
  { keys: ['A'], does: '고른 충전에 맞추기' },
  { keys: ['1', '9'], does: '충전 고르기' },
  { keys: ['R'], does: '반환' },
  { keys: ['I'], does: '입금 가져오기' },
]

const waits = ({ status }: Pick<DepositRow, 'status'>) => status === 'WAITING'
const numbers = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

/** Deposits, the chosen one's story, and the charges it may be for: matched, split or sent back. */
export function DepositDesk({ rows, first, now, place, state, mayAct }: DepositDeskProps) {
  const router = useRouter()
  const [settled, setSettled] = useState<Readonly<Record<number, Partial<DepositRow>>>>({})
  const [dialog, setDialog] = useState<'match' | 'return' | 'help' | null>(null)
  const shown = rows.map((row) => ({ ...row, ...settled[row.id] }))
  const desk = useDesk(
    shown.map((row) => row.id),
    state.chosen,
  )
  const deposit = shown.find((row) => row.id === desk.chosen)
  const { detail, failed, charges, picked, toggle, search } = useCandidates(deposit, first)
  const { busy, run } = useConsoleCall()
  const open = mayAct && deposit !== undefined && waits(deposit)
  async function settle(
    done: DepositRow,
    verb: 'match' | 'split' | 'return',
    rest: Pick<ConsoleCall, 'body' | 'done'>,
  ) {
    const answer = await run({ method: 'POST', path: `/api/admin/deposits/${done.id}/${verb}`, ...rest })
    if (!answer) return
    const status = ({ match: 'MATCHED', split: 'SPLIT', return: 'RETURNED' } as const)[verb]
    if (answer.ok) setSettled((before) => ({ ...before, [done.id]: { status, reason: null } }))
    setDialog(null)
    if (!answer.ok) return
    desk.closeStory()
    desk.choose(nextWaiting(shown, done.id, waits) ?? done.id)
  }
  const match = () => {
    if (!deposit) return
    const [only, ...more] = picked
    const done = `${depositTitle(deposit)} 충전 완료`
    if (only && more.length === 0)
      settle(deposit, 'match', { body: { chargeId: only.id, credited: wasCredited(only) }, done })
    else settle(deposit, 'split', { body: { chargeIds: picked.map(({ id }) => id) }, done })
  }
  const askMatch = () => {
    if (!open || busy) return
    if (picked.length === 0) toast('맞출 충전 요청을 골라 주세요.', { tone: 'bad' })
    else if (sumOf(picked) !== deposit.amount) toast(otherAmount().message, { tone: 'bad' })
    else setDialog('match')
  }
  const askReturn = () => open && !busy && setDialog('return')
  const pick = (at: number) => {
    const charge = charges[at]
    if (open && charge) toggle(charge)
  }
  const moves = { j: () => desk.step(1), k: () => desk.step(-1), enter: desk.showStory }
  const acts: readonly Act[] = [
    { key: 'a', label: picked.length > 1 ? '나누어 충전' : '맞추기', run: askMatch },
    { key: 'r', label: '반환', run: askReturn },
  ]
  const bring = () => mayAct && router.push(`${place.path}/import`)
  const picks = Object.fromEntries(numbers.map((number, at) => [number, () => pick(at)]))
  useShortcuts(
    dialog
      ? {}
      : { ...moves, ...actShortcuts(acts), ...picks, i: bring, '/': focusSearch, '?': () => setDialog('help') },
  )
  const keys = listKeys(mayAct ? actingKeys : [])
  const table = (
    <Table
      caption="입금"
      dense="tight"
      columns={depositColumns(now, (id) => listHref(place, { ...state, chosen: id }))}
      rows={shown}
      rowKey={(row) => row.id}
      selected={(row) => row.id === desk.chosen}
      empty={<NoDeposits state={state} />}
    />
  )
  return (
    <>
      <DeskLayout
        desk={desk}
        title={deposit ? depositTitle(deposit) : shown.length > 0 ? '고른 입금 없음' : null}
        table={table}
      >
        {deposit ? (
          <DepositStory deposit={deposit} detail={detail} />
        ) : (
          <p className="text-s text-ink-3">목록에서 입금을 고르면 내용이 여기에 보여요.</p>
        )}
        {failed && <p className="text-s text-bad">내용을 불러오지 못했어요. 새로고침해 주세요.</p>}
        {open && detail && (
          <ChargePicker deposit={deposit} {...{ charges, picked, now }} onToggle={toggle} onSearch={search} />
        )}
        {open && <Acts acts={acts} busy={busy} />}
      </DeskLayout>
      <KeyRow lines={keys} />
      {dialog === 'help' && <KeyHelp lines={keys} onClose={() => setDialog(null)} />}
      {dialog === 'match' && deposit && (
        <MatchDialog deposit={deposit} charges={picked} busy={busy} onMatch={match} onClose={() => setDialog(null)} />
      )}
      {dialog === 'return' && deposit && (
        <ReasonDialog
          title="입금 반환"
          text={`${depositTitle(deposit)} 입금을 돌려보낸 것으로 적습니다. 송금은 은행에서 직접 해 주세요.`}
          action="반환"
          missing={reasonMissing().message}
          busy={busy}
          onGiven={(reason) => settle(deposit, 'return', { body: { reason }, done: `${depositTitle(deposit)} 반환` })}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  )
}
