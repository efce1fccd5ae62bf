'use client'

import type { ApprovalRow } from '#lib/approvals/decisions/schema.ts'
import { doneOrWaitsText } from '#lib/approvals/labels.ts'
import { type CashRefundStatus, cashRefundMails, cashRefundStatusText, refundStatus } from '#lib/charges/labels.ts'
import { isCashRefundOpen, isTransferDue } from '#lib/charges/rules.ts'
import type { AdminRefundRow, SettledCashRefund } from '#lib/charges/schema.ts'
import { formatCount, formatWon, pointsFromResponse, wonText } from '#lib/money/points.ts'
import { transferResultLabels } from '#lib/transfers/labels.ts'
import { cashRefundTones } from '../../charges/cash-refund-card.tsx'
import { Badge } from '../../ui/badge.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import type { Column } from '../../ui/table.tsx'
import type { Action } from '../actions.tsx'
import { DetailFacts, DetailPart, factTimeText, MemberLink } from '../detail.tsx'
import {
  column,
  createdAtColumn,
  hiddenOnNarrowClass,
  requesterColumn,
  titleColumn,
  wonColumn,
} from '../list-columns.tsx'
import { ListPage } from '../list-page.tsx'
import { MessagePreview } from '../notify-member.tsx'
import { usePickedRows } from '../picking.tsx'
import { type ListProps, useList } from '../use-list.ts'
import {
  AccountHolderName,
  ChargesOfCashRefund,
  PayCashRefundDialog,
  type PayOutAnswers,
} from './pay-cash-refund-dialog.tsx'
import { TransferFileDialog } from './transfer-file-dialog.tsx'

interface CashRefundListProps extends ListProps<AdminRefundRow> {
  /** Open requests for confirmation by a second person, by id of the cash refund. */
  readonly approvals: Readonly<Record<number, ApprovalRow>>
}

/** Body of the call that settles a cash refund: status 1 pays it, 2 declines it. */
type RefundDecision = ({ readonly status: 1 } & PayOutAnswers) | { readonly status: 2; readonly reason: string }

const RefundBadge = (refund: Pick<AdminRefundRow, 'status' | 'transfer'>) => (
  <Badge tone={isTransferDue(refund) ? 'warn' : cashRefundTones[refund.status as CashRefundStatus]}>
    {cashRefundStatusText(refund)}
  </Badge>
)

/**
 * True if a cash refund can be put into a bulk-transfer file: it is requested, or its bank transfer is READY (waits for
 * a file) or FAILED.
 */
const canBeFiled = (refund: AdminRefundRow): boolean =>
  isCashRefundOpen(refund) || refund.transfer === 'READY' || refund.transfer === 'FAILED'

const FILE_DIALOG = 'file'

/**
 * Columns of the cash refunds. The bank account is hidden below 1440px, where checkboxes and the detail panel leave no
 * room for it; the detail shows it.
 */
const refundColumns: readonly Column<AdminRefundRow>[] = [
  createdAtColumn('신청 시각'),
  requesterColumn('wide:max-w-[140px] wide:truncate'),
  titleColumn('예금주', ({ name }) => name, 'wide:max-w-[160px] wide:truncate'),
  wonColumn('환불 금액', ({ point }) => point),
  {
    ...column<AdminRefundRow>('받을 계좌', ({ bank, account }) => `${bank} ${account}`, 'line', 'tabular-nums'),
    hiddenClass: hiddenOnNarrowClass,
  },
  column('상태', RefundBadge, 'badge'),
]

const emptyHint = '회원이 잔액충전에서 신청하면 여기에 나타나요.'
const emptyTexts = {
  search: ['찾는 환불 신청이 없어요.', '검색어를 줄이거나 상태를 전체로 바꿔 보세요.'],
  byStatus: { [refundStatus.REQUESTED]: ['기다리는 환불 신청이 없어요.', emptyHint] },
  none: ['환불 신청이 없어요.', emptyHint],
} as const

const refundKeyHelp = [
  { keys: ['A'], does: '지급, 이체 완료, 고른 환불로 이체 파일 만들기' },
  { keys: ['R'], does: '반려, 이체 실패' },
]

/** The results of the bank transfer that staff may set for a cash refund by hand, each with its keyboard key. */
function transferMarks({ transfer }: AdminRefundRow): readonly { key: 'a' | 'r'; result: 'SENT' | 'FAILED' }[] {
  const sent = { key: 'a', result: 'SENT' } as const
  if (transfer === 'IN_FILE') return [sent, { key: 'r', result: 'FAILED' }]
  return transfer === 'READY' || transfer === 'FAILED' ? [sent] : []
}

/** Title of a cash refund request: the account holder and the amount. */
const refundTitle = ({ name, point }: AdminRefundRow): string => `${name} · ${wonText(point)}`

/**
 * List of cash refund requests with the detail of the selected one. Staff pay out or decline a request, or put several
 * into a bulk-transfer file.
 */
export function CashRefundList({ approvals, ...props }: CashRefundListProps) {
  const { mayAct } = props
  const list = useList(props, { waits: isCashRefundOpen, approvalOf: ({ id }) => approvals[id] })
  const { row } = list
  const ids = mayAct ? list.rows.filter((each) => canBeFiled(each) && !approvals[each.id]).map(({ id }) => id) : []
  const picks = usePickedRows(ids)
  const picked = list.rows.filter(({ id }) => picks.picked.includes(id))
  const sum = picked.reduce((total, { point }) => total + pointsFromResponse(point), 0n)
  const markActions = (refund: AdminRefundRow): readonly Action[] =>
    transferMarks(refund).map(({ key, result }) => ({
      key,
      label: transferResultLabels[result],
      reason: {
        title: transferResultLabels[result],
        text: `${refundTitle(refund)} 이체를 은행에서 확인한 대로 표시해요. 사유는 감사 기록에 남아요.`,
        action: '표시하기',
        onGiven: (reason) => mark(refund, result, reason),
      },
    }))
  async function mark(refund: AdminRefundRow, result: 'SENT' | 'FAILED', reason: string) {
    const answer = await list.run({
      method: 'POST',
      path: `/api/admin/refund-requests/${refund.id}/transfer`,
      body: { result, reason, from: refund.transfer },
      done: `${refundTitle(refund)} 이체를 표시했어요.`,
    })
    if (!answer) return
    list.closeDialog()
    if (answer.ok) list.change([refund.id], { transfer: result })
  }
  async function settle(refund: AdminRefundRow, decision: RefundDecision) {
    const answer = await list.run<SettledCashRefund>({
      method: 'PATCH',
      path: `/api/admin/refund-requests/${refund.id}`,
      body: decision,
      done: doneOrWaitsText(
        'REFUND_PAY',
        `${refundTitle(refund)} 환불을 ${decision.status === refundStatus.PAID ? '지급' : '반려'}했어요.`,
      ),
    })
    if (!answer) return
    list.closeDialog()
    if (!answer.ok || answer.body.approval) return
    const transfer = decision.status === refundStatus.PAID && decision.byFile ? 'READY' : null
    list.change([refund.id], { status: decision.status, transfer })
    list.closeAndSelectNext(refund, refund.id)
  }
  const actionsOf = (refund: AdminRefundRow): readonly Action[] => [
    {
      key: 'a',
      label: '지급',
      dialog: (controls) => (
        <PayCashRefundDialog
          {...controls}
          refund={refund}
          onPay={(answers) => settle(refund, { status: refundStatus.PAID, ...answers })}
        />
      ),
    },
    {
      key: 'r',
      label: '반려',
      reason: {
        title: '환불 반려',
        text: `${refundTitle(refund)} 신청을 반려해요. 사유는 회원에게 보여요.`,
        action: '반려하기',
        note: (reason) => <MessagePreview message={cashRefundMails.rejected(wonText(refund.point), reason)} />,
        onGiven: (reason) => settle(refund, { status: refundStatus.REJECTED, reason }),
      },
    },
  ]
  return (
    <ListPage
      {...{ list, columns: refundColumns, emptyTexts }}
      noun="신청"
      dense="tight"
      caption="환불 신청"
      titleOf={refundTitle}
      actions={row && mayAct && !list.approval ? (isCashRefundOpen(row) ? actionsOf(row) : markActions(row)) : []}
      wideMain={!list.approval}
      keys={mayAct ? refundKeyHelp : []}
      detail={(refund) => <RefundDetail refund={refund} mayAct={mayAct} />}
      picking={
        mayAct
          ? {
              picks,
              ids,
              nameOf: refundTitle,
              bar: {
                label: '고른 환불',
                text: `${formatCount(picked.length)}건 고름 · ${formatWon(sum)}`,
                action: '이체 파일 만들기',
                dialog: FILE_DIALOG,
              },
            }
          : undefined
      }
    >
      {list.dialog === FILE_DIALOG && (
        <TransferFileDialog
          ids={picks.picked}
          onClose={list.closeDialog}
          onFiled={(filed) => {
            list.change(filed, { status: refundStatus.PAID, transfer: 'IN_FILE' })
            picks.unpickAll()
          }}
        />
      )}
    </ListPage>
  )
}

/**
 * Facts of a cash refund: the bank account, and how the request was settled. Viewers who may not pay out see a masked
 * account number, so they get no copy buttons.
 */
function RefundDetail({ refund, mayAct }: { readonly refund: AdminRefundRow; readonly mayAct: boolean }) {
  return (
    <>
      <DetailFacts
        facts={[
          ['상태', <RefundBadge key="status" {...refund} />],
          ['회원', <MemberLink key="member" {...refund} />],
          ['환불 금액', wonText(refund.point)],
          ['은행', refund.bank],
          ['계좌번호', refund.account],
          ['예금주', <AccountHolderName key="holder" {...refund} />],
          ['이메일', refund.email],
          ['신청 시각', seoulTime(refund.createdAt)],
          ['처리 시각', factTimeText(refund.responseAt)],
          ['사유', refund.reason],
        ]}
      />
      {mayAct && (
        <div className="flex flex-wrap gap-2">
          <CopyButton text={refund.account} label="계좌번호 복사" />
          <CopyButton text={String(refund.point)} label="금액 복사" />
        </div>
      )}
      <DetailPart title="근거 충전">
        <ChargesOfCashRefund refund={refund} />
      </DetailPart>
    </>
  )
}
