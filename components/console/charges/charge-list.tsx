'use client'

import type { ApprovalRow } from '#lib/approvals/decisions/schema.ts'
import { approvalStateLabels, doneOrWaitsText } from '#lib/approvals/labels.ts'
import { approvingLabel, chargeStatus, chargeTitle, type FeeType, feeType, feeTypeLabels } from '#lib/charges/labels.ts'
import type { PastChargeCounts } from '#lib/charges/queries.ts'
import { canApproveCharge, canRejectCharge, canReverseCharge } from '#lib/charges/rules.ts'
import type { AdminChargeRow } from '#lib/charges/schema.ts'
import type { ChargeDepositFit } from '#lib/deposits/queries/deposit-fits.ts'
import { formatCount, formatWon, pointText } from '#lib/money/points.ts'
import type { Column } from '../../ui/table.tsx'
import type { Action } from '../actions.tsx'
import {
  column,
  createdAtColumn,
  hiddenOnPhoneClass,
  requesterColumn,
  sortableColumn,
  titleColumn,
  wonColumn,
} from '../list-columns.tsx'
import { ListPage } from '../list-page.tsx'
import { usePickedRows } from '../picking.tsx'
import { useIdsOfPendingActs } from '../undo-bar.tsx'
import { firstFieldIssue } from '../use-console-call.ts'
import { type ListProps, useList } from '../use-list.ts'
import { chargeValuesAfterApproval } from './approve-charges.ts'
import { ApproveChargesDialog, ChargeApprovalResultsDialog } from './approve-charges-dialog.tsx'
import { type CardCancellation, cardCancellationActions } from './card-cancellation-actions.ts'
import { ChargeBadge, ChargeDetail, ChargeFitBadge, ChargeTimeLeft } from './charge-detail.tsx'
import { chargesWithoutDeposit, sumOfCharges, useApproveLater } from './use-approve-later.ts'

interface ChargeListProps extends ListProps<AdminChargeRow> {
  /** Past charges of each member, by the member's numeric id. */
  readonly past: Readonly<Record<number, PastChargeCounts>>
  /** By charge id: whether a deposit has paid for the charge, or how well a waiting deposit fits it. */
  readonly depositFits: Readonly<Record<number, ChargeDepositFit>>
  /** Open requests for confirmation by a second person, by charge id. */
  readonly approvals: Readonly<Record<number, ApprovalRow>>
}

/** CSS class of columns that are cut off where the detail panel leaves the table little width. */
const narrowColumnClass = 'split:max-[1380px]:max-w-[100px]'

function chargeColumnsOf(
  { now, state, depositFits, approvals }: ChargeListProps,
  idsBeingApproved: ReadonlySet<number>,
): readonly Column<AdminChargeRow>[] {
  // In a list of pending charges all have the same status, so the column shows whether a deposit matches each one.
  const lastColumn: Column<AdminChargeRow> =
    state.status === chargeStatus.PENDING
      ? column(
          '입금 대조',
          (row) => (
            <ChargeFitBadge
              charge={row}
              depositFit={depositFits[row.id]}
              waits={idsBeingApproved.has(row.id) ? approvingLabel : row.id in approvals && approvalStateLabels.WAITING}
            />
          ),
          'badge',
        )
      : column('상태', (row) => <ChargeBadge charge={row} />, 'badge')
  return [
    createdAtColumn('요청 시각'),
    requesterColumn(`wide:max-w-[120px] wide:truncate ${narrowColumnClass}`),
    titleColumn('입금자명', ({ name }) => name, `wide:max-w-[140px] wide:truncate ${narrowColumnClass}`),
    sortableColumn(
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
    lastColumn,
  ]
}

const emptyHint = '회원이 잔액충전에서 요청하면 여기에 나타나요.'
const emptyTexts = {
  search: ['찾는 충전 요청이 없어요.', '검색어를 줄이거나 상태를 전체로 바꿔 보세요.'],
  byStatus: { [chargeStatus.PENDING]: ['기다리는 충전 요청이 없어요.', emptyHint] },
  none: ['충전 요청이 없어요.', emptyHint],
} as const

const chargeKeyHelp = [
  { keys: ['A'], does: '승인 (고른 것이 있으면 모두)' },
  { keys: ['Z'], does: '승인 되돌리기 (5초 안에)' },
  { keys: ['R'], does: '거절, 승인 취소' },
]

const APPROVE_ALL = '모두 승인'

/** A decision on a charge for which staff must give a reason in a dialog: rejecting or reversing it. */
interface ChargeDecision {
  readonly label: string
  readonly may: (charge: AdminChargeRow) => boolean
  /** Title and text of the dialog that asks for the reason, and the label of its button. */
  readonly reasonDialogOf: (charge: AdminChargeRow) => {
    readonly title: string
    readonly text: string
    readonly action: string
  }
  /** Text of the toast after the decision. */
  readonly done: (charge: AdminChargeRow) => string
  /**
   * The columns of the row that the decision changes, with their new values. The list shows them until it is reloaded.
   */
  readonly change: () => Partial<AdminChargeRow>
}

const chargeDecisions: Readonly<Record<'reject' | 'reverse', ChargeDecision>> = {
  reject: {
    label: '거절',
    may: canRejectCharge,
    reasonDialogOf: (charge) => ({
      title: '충전 거절',
      text: `${chargeTitle(charge)} 요청을 거절해요. 사유는 처리 기록에 남아요.`,
      action: '거절하기',
    }),
    done: (charge) => `${chargeTitle(charge)}을 거절했어요.`,
    change: () => ({ status: chargeStatus.FAIL, outcome: 'REJECTED' }),
  },
  reverse: {
    label: '승인 취소',
    may: (charge) => charge.method === 'TRANSFER' && canReverseCharge(charge),
    reasonDialogOf: ({ memberId, point }) => ({
      title: '승인 취소',
      text: `${memberId} 회원의 잔액에서 ${pointText(point)}를 회수해요. 현금으로 환불한 금액은 빼고, 잔액이 모자라면 나머지는 미수금이 되어 다음에 들어오는 포인트에서 먼저 빠져요.`,
      action: '승인 취소',
    }),
    done: (charge) => `${chargeTitle(charge)} 승인을 취소했어요.`,
    change: () => ({ reversedAt: new Date().toISOString() }),
  },
}
const decisionVerbs = Object.keys(chargeDecisions) as (keyof typeof chargeDecisions)[]

/** List of charges with the detail of the selected one and its actions, each of which has a key. */
export function ChargeList(props: ChargeListProps) {
  const { past, depositFits, approvals, now, mayAct } = props
  const idsBeingApproved = useIdsOfPendingActs()
  const list = useList(props, {
    waits: (charge) => canRejectCharge(charge) && !idsBeingApproved.has(charge.id),
    approvalOf: ({ id }) => approvals[id],
  })
  const { row } = list
  const mayApprove = (charge: AdminChargeRow) =>
    canApproveCharge(charge) && !approvals[charge.id] && !idsBeingApproved.has(charge.id)
  const pickable = mayAct ? list.rows.filter(mayApprove) : []
  const picks = usePickedRows(pickable.map(({ id }) => id))
  const picked = list.rows.filter(({ id }) => picks.picked.includes(id))
  const { approveLater, results, clear } = useApproveLater(
    depositFits,
    (id) => list.change([id], chargeValuesAfterApproval),
    (ids) => {
      if (ids[0] !== undefined) list.returnTo(ids[0])
      if (ids.length > 1) picks.add(ids)
    },
  )
  async function settle(charge: AdminChargeRow, verb: keyof typeof chargeDecisions, reason: string) {
    const { done, change } = chargeDecisions[verb]
    const path = `/api/admin/charges/${charge.id}/${verb}`
    const answer = await list.run({ method: 'POST', path, body: { reason }, done: done(charge) })
    if (!answer) return
    if (answer.ok) list.change([charge.id], change())
    list.closeDialog()
    if (answer.ok && verb === 'reverse') list.closeDetail()
    else list.closeAndSelectNext(charge, charge.id)
  }
  async function cancelCard(charge: AdminChargeRow, body: CardCancellation, done: string) {
    const path = `/api/admin/charges/${charge.id}/cancel-payment`
    const answer = await list.run({ method: 'POST', path, body, done: doneOrWaitsText('CARD_CANCEL', done) })
    if (answer && !answer.ok) return firstFieldIssue(answer)
    list.closeDialog()
    return null
  }
  const approve = (charge: AdminChargeRow) => {
    approveLater([charge])
    list.closeAndSelectNext(charge, charge.id)
  }
  const approveAll = () => {
    approveLater(picked)
    list.closeDialog()
    picks.unpickAll()
    list.selectNextAfter(picks.picked, list.chosen)
  }
  const actionsOf = (charge: AdminChargeRow): readonly Action[] => [
    ...(mayApprove(charge) ? [{ key: 'a', label: '승인', run: () => approve(charge) } as const] : []),
    ...decisionVerbs
      .filter((verb) => chargeDecisions[verb].may(charge))
      .map((verb) => {
        const { label, reasonDialogOf } = chargeDecisions[verb]
        const onGiven = (reason: string) => settle(charge, verb, reason)
        return { key: 'r', label, reason: { ...reasonDialogOf(charge), onGiven } } as const
      }),
    ...cardCancellationActions(charge, (body, done) => cancelCard(charge, body, done)),
  ]
  const text = `${formatCount(picked.length)}건 고름 · ${formatWon(sumOfCharges(picked, 'payAmount'))}`
  const bar = { label: '고른 충전', text, action: APPROVE_ALL, dialog: APPROVE_ALL }
  return (
    <ListPage
      list={list}
      noun="요청"
      caption="충전 요청"
      dense="tight"
      columns={chargeColumnsOf(props, idsBeingApproved)}
      emptyTexts={emptyTexts}
      titleOf={chargeTitle}
      actions={row && mayAct && !list.approval && !idsBeingApproved.has(row.id) ? actionsOf(row) : []}
      wideMain={!list.approval}
      keys={mayAct ? chargeKeyHelp : []}
      picking={mayAct ? { picks, ids: pickable.map(({ id }) => id), nameOf: chargeTitle, bar } : undefined}
      detail={(charge) => (
        <ChargeDetail charge={charge} past={past[charge.memberNo]} depositFit={depositFits[charge.id]} now={now} />
      )}
    >
      {list.dialog === APPROVE_ALL && (
        <ApproveChargesDialog
          charges={picked}
          unpaid={chargesWithoutDeposit(picked, depositFits)}
          onApprove={approveAll}
          onClose={list.closeDialog}
        />
      )}
      {results.length > 0 && <ChargeApprovalResultsDialog results={results} onClose={clear} />}
    </ListPage>
  )
}
