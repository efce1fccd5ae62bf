'use client'

import type { ApprovalRow } from '#lib/approvals/decisions/schema.ts'
import { doneOrWaitsText } from '#lib/approvals/labels.ts'
import { chargeStatus, chargeTitle, type FeeType, feeType, feeTypeLabels } from '#lib/charges/labels.ts'
import type { PastCharges } from '#lib/charges/queries.ts'
import { canApprove, canReject, canReverse } from '#lib/charges/rules.ts'
import type { AdminChargeRow, ApprovedCharge } from '#lib/charges/schema.ts'
import type { ChargeHint } from '#lib/deposits/queries/hints.ts'
import { formatCount, formatWon, pointText } from '#lib/money/points.ts'
import type { Column } from '../../ui/table.tsx'
import { toast } from '../../ui/toast-store.ts'
import type { Action } from '../actions.tsx'
import {
  column,
  createdAtColumn,
  hiddenOnPhoneClass,
  requesterColumn,
  sortable,
  titleColumn,
  wonColumn,
} from '../list-columns.tsx'
import { ListPage } from '../list-page.tsx'
import { usePickedRows } from '../picking.tsx'
import { type ListProps, useList } from '../use-list.ts'
import { ApproveDialog, sumOfCharges } from './approve-dialog.tsx'
import { ChargeBadge, ChargeDetail, ChargeHintBadge, ChargeTimeLeft } from './charge-detail.tsx'

interface ChargeListProps extends ListProps<AdminChargeRow> {
  readonly past: Readonly<Record<number, PastCharges>>
  readonly hints: Readonly<Record<number, ChargeHint>>
  /** Open requests for a second person, by charge id. */
  readonly approvals: Readonly<Record<number, ApprovalRow>>
}

/** Class of columns that are truncated where the detail panel leaves the table little width. */
const narrowColumnClass = 'split:max-[1380px]:max-w-[100px]'

function chargeColumnsOf({ now, state, hints, approvals }: ChargeListProps): readonly Column<AdminChargeRow>[] {
  // In a list of pending charges all have the same status, so the column shows how deposits match them instead.
  const last: Column<AdminChargeRow> =
    state.status === chargeStatus.PENDING
      ? column(
          '입금 대조',
          (row) => <ChargeHintBadge charge={row} hint={hints[row.id]} waits={row.id in approvals} />,
          'badge',
        )
      : column('상태', (row) => <ChargeBadge charge={row} />, 'badge')
  return [
    createdAtColumn('요청 시각'),
    requesterColumn(`wide:max-w-[120px] wide:truncate ${narrowColumnClass}`),
    titleColumn('입금자명', ({ name }) => name, `wide:max-w-[140px] wide:truncate ${narrowColumnClass}`),
    sortable(
      'payAmount',
      wonColumn('입금액', ({ payAmount }) => payAmount),
    ),
    column(
      '영수증',
      (row) => (row.feeType === feeType.NONE ? '—' : feeTypeLabels[row.feeType as FeeType]),
      'line',
      `${hiddenOnPhoneClass} whitespace-nowrap`,
    ),
    column(
      '남은 시간',
      (row) => (
        <span className="text-ink-3">
          <ChargeTimeLeft charge={row} now={now} />
        </span>
      ),
      'line',
      `${hiddenOnPhoneClass} whitespace-nowrap tabular-nums`,
    ),
    last,
  ]
}

const emptyHint = '회원이 잔액충전에서 요청하면 여기에 나타나요.'
const emptyTexts = {
  search: ['찾는 충전 요청이 없어요.', '검색어를 줄이거나 상태를 전체로 바꿔 보세요.'],
  byStatus: { [chargeStatus.PENDING]: ['기다리는 충전 요청이 없어요.', emptyHint] },
  none: ['충전 요청이 없어요.', emptyHint],
} as const

const chargeKeyLines = [
  { keys: ['A'], does: '승인 (고른 것이 있으면 모두)' },
  { keys: ['R'], does: '거절, 승인 취소' },
  { keys: ['X'], does: '고르기', short: true },
  { keys: ['Shift', 'J', 'K'], does: '이동하며 고르기' },
  { keys: ['Shift', 'X'], does: '모두 고르기' },
  { keys: ['Esc'], does: '고르기 해제' },
]

const APPROVE_ALL = '모두 승인'

const approvedState = { status: chargeStatus.SUCCESS, outcome: 'APPROVED' }

/** Decision of staff on a charge, and what the row shows of it before the list is reloaded. */
interface ChargeDecision {
  readonly key: Action['key']
  readonly label: string
  readonly may: (charge: AdminChargeRow) => boolean
  /** Title and text of the dialog that asks for a reason, if the decision needs one. */
  readonly asks?: (charge: AdminChargeRow) => { readonly title: string; readonly text: string }
  readonly change: () => Partial<AdminChargeRow>
}

const chargeDecisions: Readonly<Record<'approve' | 'reject' | 'reverse', ChargeDecision>> = {
  approve: { key: 'a', label: '승인', may: canApprove, change: () => approvedState },
  reject: {
    key: 'r',
    label: '거절',
    may: canReject,
    asks: (charge) => ({
      title: '충전 거절',
      text: `${chargeTitle(charge)} 요청을 거절해요. 사유는 처리 기록에 남아요.`,
    }),
    change: () => ({ status: chargeStatus.FAIL, outcome: 'REJECTED' }),
  },
  reverse: {
    key: 'r',
    label: '승인 취소',
    may: canReverse,
    asks: ({ memberId, point }) => ({
      title: '승인 취소',
      text: `${memberId} 회원의 잔액에서 ${pointText(point)}를 회수해요. 현금으로 환불한 금액은 빼고, 잔액이 모자라면 나머지는 미수금이 되어 다음에 들어오는 포인트에서 먼저 빠져요.`,
    }),
    change: () => ({ reversedAt: new Date().toISOString() }),
  },
}
const decisionVerbs = Object.keys(chargeDecisions) as (keyof typeof chargeDecisions)[]

/** Charges, the selected one's detail and its actions; the whole list can be processed by keyboard. */
export function ChargeList(props: ChargeListProps) {
  const { past, hints, approvals, now, mayAct } = props
  const list = useList(props, { waits: canReject, approvalOf: ({ id }) => approvals[id] })
  const { row } = list
  const pickable = mayAct ? list.rows.filter((each) => canApprove(each) && !approvals[each.id]) : []
  const picks = usePickedRows(pickable.map(({ id }) => id))
  const picked = list.rows.filter(({ id }) => picks.picked.includes(id))
  async function settle(charge: AdminChargeRow, verb: keyof typeof chargeDecisions, body?: { reason: string }) {
    const answer = await list.run<Partial<ApprovedCharge>>({
      method: 'POST',
      path: `/api/admin/charges/${charge.id}/${verb}`,
      body,
      done: doneOrWaitsText('CHARGE_APPROVE', `${chargeTitle(charge)} ${chargeDecisions[verb].label}`),
    })
    if (!answer) return
    const asked = answer.ok ? answer.body.approval : undefined
    // `alone`: the requester is the only OWNER and has to confirm the request himself next, so the row stays selected.
    if (asked?.alone) return
    const isDone = answer.ok && !asked
    if (isDone) list.change([charge.id], chargeDecisions[verb].change())
    list.closeDialog()
    if (isDone && verb === 'reverse') list.closeDetail()
    else list.goOn(charge, charge.id)
  }
  const actionsOf = (charge: AdminChargeRow): readonly Action[] =>
    decisionVerbs
      .filter((verb) => chargeDecisions[verb].may(charge))
      .map((verb) => {
        const { key, label, asks } = chargeDecisions[verb]
        if (!asks) return { key, label, run: () => settle(charge, verb) }
        return { key, label, reason: { ...asks(charge), onGiven: (reason) => settle(charge, verb, { reason }) } }
      })
  const endAll = (count: number, left: number) => {
    toast(`${count}건 승인${left > 0 ? ` · ${left}건은 그대로` : ''}`, { tone: 'good' })
    list.closeDialog()
    picks.none()
  }
  const text = `${formatCount(picked.length)}건 고름 · ${formatWon(sumOfCharges(picked, 'payAmount'))}`
  const bar = { label: '고른 충전', text, action: APPROVE_ALL, dialog: APPROVE_ALL }
  return (
    <ListPage
      list={list}
      noun="요청"
      caption="충전 요청"
      dense="tight"
      columns={chargeColumnsOf(props)}
      emptyTexts={emptyTexts}
      titleOf={chargeTitle}
      actions={row && mayAct && !list.approval ? actionsOf(row) : []}
      wideMain={!list.approval}
      keys={mayAct ? chargeKeyLines : []}
      picking={mayAct ? { picks, ids: pickable.map(({ id }) => id), nameOf: chargeTitle, bar } : undefined}
      detail={(charge) => (
        <ChargeDetail charge={charge} past={past[charge.memberNo]} hint={hints[charge.id]} now={now} />
      )}
    >
      {list.dialog === APPROVE_ALL && (
        <ApproveDialog
          charges={picked}
          onApproved={({ id }) => list.change([id], approvedState)}
          onEnd={endAll}
          onClose={list.closeDialog}
        />
      )}
    </ListPage>
  )
}
