'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { ApprovalRow } from '#lib/approvals/decisions/schema.ts'
import type { AdminChargeRow } from '#lib/charges/schema.ts'
import { otherAmount, reasonMissing } from '#lib/deposits/errors.ts'
import { dismissibleReasons } from '#lib/deposits/labels.ts'
import type { DepositDetail, DepositRow, MatchedDeposit } from '#lib/deposits/schema.ts'
import { toast } from '../../ui/toast-store.ts'
import { type Act, Acts, actShortcuts } from '../acts.tsx'
import { wonText } from '../amounts.ts'
import { ApprovalNotice } from '../approvals/approval-notice.tsx'
import { waitsText } from '../approvals/approval-text.ts'
import { useApproval } from '../approvals/use-approval.tsx'
import { listKeys } from '../key-help.tsx'
import { ListLayout } from '../list-layout.tsx'
import { type ListPlace, type ListState, listHref } from '../list-state.ts'
import { pickColumn } from '../pick-column.tsx'
import { PickedBar } from '../picked-bar.tsx'
import { ReasonDialog } from '../reason-dialog.tsx'
import { nextWaiting } from '../row-selection.ts'
import { useConsoleCall } from '../use-console-call.ts'
import { useListKeys } from '../use-list-keys.ts'
import { pickKeys, usePicks } from '../use-picks.ts'
import { useSelection } from '../use-selection.ts'
import { ChargePicker } from './charge-picker.tsx'
import { depositColumns } from './deposit-columns.tsx'
import { DepositFacts } from './deposit-detail.tsx'
import { depositTitle, sumOf, wasCredited } from './deposit-text.ts'
import { DismissDialog } from './dismiss-dialog.tsx'
import { MatchDialog } from './match-dialog.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { NoDeposits } from './no-deposits.tsx'
import { useCandidates } from './use-candidates.ts'

interface DepositListProps {
  readonly rows: readonly DepositRow[]
  /** The chosen deposit's story, so that the first sight is whole. */
  readonly first: DepositDetail | null
  /** What waits for a second person, by the deposit's id. */
  readonly approvals: Readonly<Record<number, ApprovalRow>>
  /** The server's time, in milliseconds. */
  readonly now: number
  readonly place: ListPlace<string>
  readonly state: ListState<string>
  /** SUPPORT reads, MANAGER and OWNER act (docs/contract.md#staff). */
  readonly mayAct: boolean
}

const actingKeys = [
  { keys: ['A'], does: '고른 충전에 맞추기, 고른 입금 합치기' },
  { keys: ['1–9'], does: '충전 고르기' },
  { keys: ['X'], does: '입금 고르기', short: true },
  { keys: ['R'], does: '반환' },
  { keys: ['D'], does: '중복으로 닫기' },
  { keys: ['I'], does: '입금 가져오기' },
]

const outcomes = {
  match: 'MATCHED',
  split: 'SPLIT',
  merge: 'MERGED',
  return: 'RETURNED',
  duplicate: 'DUPLICATE',
} as const
const waits = ({ status }: Pick<DepositRow, 'status'>) => status === 'WAITING'
const numbers = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

/** Deposits, the chosen one's story, and the charges it may be for: matched, split or sent back. */
export function DepositList({ rows, first, approvals, now, place, state, mayAct }: DepositListProps) {
  const router = useRouter()
  const [settled, setSettled] = useState<Readonly<Record<number, Partial<DepositRow>>>>({})
  const [dialog, setDialog] = useState<'match' | 'merge' | 'return' | 'duplicate' | null>(null)
  const shown = rows.map((row) => ({ ...row, ...settled[row.id] }))
  const selection = useSelection(shown, state.chosen)
  const deposit = selection.row
  const { detail, failed, charges, picked, toggle, search } = useCandidates(deposit, first)
  const { busy, run } = useConsoleCall()
  const pickable = mayAct ? shown.filter((row) => waits(row) && !approvals[row.id]).map(({ id }) => id) : []
  const picks = usePicks(pickable)
  const merging = shown.filter(({ id }) => picks.picked.includes(id))
  const approval = deposit && approvals[deposit.id]
  const open = mayAct && deposit !== undefined && waits(deposit) && !approval
  const deciding = useApproval(
    approval,
    () => deposit && selection.choose(nextWaiting(shown, deposit.id, waits) ?? deposit.id),
  )
  async function settle(done: DepositRow, verb: keyof typeof outcomes, rest: { body?: object; done: string }) {
    const answer = await run<Partial<MatchedDeposit>>({
      method: 'POST',
      path: `/api/admin/deposits/${done.id}/${verb}`,
      ...rest,
      done: ({ approval: asked }) => (asked ? waitsText({ kind: 'DEPOSIT_MATCH', ...asked }) : rest.done),
    })
    if (!answer) return
    if (answer.ok && answer.body.approval) return setDialog(null)
    const change = { status: outcomes[verb], reason: null }
    const changed = verb === 'merge' ? merging : [done]
    if (answer.ok) setSettled((before) => ({ ...before, ...Object.fromEntries(changed.map(({ id }) => [id, change])) }))
    setDialog(null)
    if (!answer.ok) return
    selection.closeDetail()
    selection.choose(nextWaiting(shown, done.id, waits) ?? done.id)
  }
  const match = () => {
    if (!deposit) return
    const [only, ...more] = picked
    const done = `${depositTitle(deposit)} 충전 완료`
    if (only && more.length === 0)
      settle(deposit, 'match', { body: { chargeId: only.id, credited: wasCredited(only) }, done })
    else settle(deposit, 'split', { body: { chargeIds: picked.map(({ id }) => id) }, done })
  }
  const merge = (charge: AdminChargeRow) => {
    const [first, ...others] = merging
    if (!first) return
    const body = { chargeId: charge.id, depositIds: others.map(({ id }) => id) }
    settle(first, 'merge', { body, done: `입금 ${merging.length}건 · ${wonText(charge.payAmount)} 충전 완료` })
  }
  const askMatch = () => {
    if (merging.length > 1) setDialog('merge')
    if (!open || busy || merging.length > 1) return
    if (picked.length === 0) toast('맞출 충전 요청을 골라 주세요.', { tone: 'bad' })
    else if (sumOf(picked) !== deposit.amount) toast(otherAmount().message, { tone: 'bad' })
    else setDialog('match')
  }
  const askReturn = () => open && !busy && setDialog('return')
  const isDoubtful = open && deposit.reason !== null && dismissibleReasons.includes(deposit.reason)
  const askDismiss = () => isDoubtful && !busy && setDialog('duplicate')
  const pick = (at: number) => {
    const charge = charges[at]
    if (open && charge) toggle(charge)
  }
  const dismissal: Act = { key: 'd', label: '중복으로 닫기', run: askDismiss }
  const own: readonly Act[] = [
    ...(isDoubtful ? [dismissal] : []),
    { key: 'a', label: picked.length > 1 ? '나누어 충전' : '맞추기', run: askMatch },
    { key: 'r', label: '반환', run: askReturn },
  ]
  const acts = approval ? deciding.acts : own
  const walk = pickKeys(picks, { rows: shown.map(({ id }) => id), chosen: selection.chosen, step: selection.step })
  const bring = () => mayAct && router.push(`${place.path}/import`)
  const choices = Object.fromEntries(numbers.map((number, at) => [number, () => pick(at)]))
  useListKeys(
    selection,
    { ...actShortcuts(acts), ...choices, ...(mayAct && walk), i: bring },
    dialog !== null || deciding.dialog !== null,
  )
  const columns = depositColumns(now, (id) => listHref(place, { ...state, chosen: id }))
  return (
    <>
      <ListLayout
        selection={selection}
        caption="입금"
        dense="tight"
        columns={pickable.length > 1 ? [pickColumn<DepositRow>(picks, pickable, depositTitle), ...columns] : columns}
        empty={<NoDeposits state={state} />}
        titleOf={depositTitle}
        none="고른 입금 없음"
        choose="목록에서 입금을 고르면 내용이 여기에 보여요."
        keys={listKeys(mayAct ? actingKeys : [])}
        bar={
          merging.length > 1 && (
            <PickedBar
              label="고른 입금"
              text={`${merging.length}건 고름 · ${wonText(sumOf(merging.map(({ amount }) => ({ payAmount: amount }))))}`}
              act="합치기"
              onAct={() => setDialog('merge')}
              onClear={picks.none}
            />
          )
        }
      >
        {(row) => (
          <>
            {approvals[row.id] && <ApprovalNotice approval={approvals[row.id] as ApprovalRow} />}
            <DepositFacts deposit={row} detail={detail} />
            {failed && <p className="text-s text-bad">내용을 불러오지 못했어요. 새로고침해 주세요.</p>}
            {open && detail && (
              <ChargePicker deposit={row} {...{ charges, picked, now }} onToggle={toggle} onSearch={search} />
            )}
            {(open || approval) && <Acts acts={acts} busy={busy || deciding.busy} />}
          </>
        )}
      </ListLayout>
      {deciding.dialog}
      {dialog === 'match' && deposit && (
        <MatchDialog deposit={deposit} charges={picked} busy={busy} onMatch={match} onClose={() => setDialog(null)} />
      )}
      {dialog === 'merge' && (
        <MergeDialog deposits={merging} busy={busy} onMerge={merge} onClose={() => setDialog(null)} />
      )}
      {dialog === 'duplicate' && deposit && (
        <DismissDialog
          deposit={deposit}
          busy={busy}
          onDismiss={() => settle(deposit, 'duplicate', { done: `${depositTitle(deposit)} 중복으로 닫음` })}
          onClose={() => setDialog(null)}
        />
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
