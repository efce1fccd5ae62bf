import {
  type CashRefundStatus,
  cashRefundBonusText,
  cashRefundStatusLabels,
  transferringLabel,
} from '#lib/charges/labels.ts'
import { isCashRefundOpen, isTransferDue } from '#lib/charges/rules.ts'
import type { CashRefundRow } from '#lib/charges/schema.ts'
import { formatWon, pointsFromNumber } from '#lib/money/points.ts'
import { Amount, Facts } from '../ui/amount.tsx'
import { Badge, Notice, type Tone } from '../ui/badge.tsx'
import { Card, CardTitle } from '../ui/card.tsx'
import { seoulTime } from '../ui/seoul-time.ts'
import { CashRefundButton } from './cash-refund-button.tsx'

export const cashRefundTones: Record<CashRefundStatus, Tone> = { 0: 'warn', 1: 'good', 2: 'neutral' }

const refundWonText = (amount: number): string => formatWon(pointsFromNumber(amount) ?? 0n)

interface CashRefundCardProps {
  /** Amount that could be refunded in cash now, in won. */
  readonly refundable: number
  /** Won by which bonuses and coupons of the charges lower `refundable`. */
  readonly lowered: number
  /** Points of bonuses and coupons that are taken back if all of `refundable` is refunded. */
  readonly back: number
  /** The member's open debt from reversed charges and rewards, in won. */
  readonly debt: number
  readonly rows: readonly CashRefundRow[]
  readonly isGuest: boolean
  /** False if the shop has no way to send e-mails. */
  readonly canMail: boolean
}

/**
 * Card to request a cash refund of unused points, with the member's earlier requests (docs/contract.md#cash-refunds).
 */
export function CashRefundCard({ refundable, lowered, back, debt, rows, isGuest, canMail }: CashRefundCardProps) {
  const isOpen = rows.some(isCashRefundOpen)
  return (
    <Card aria-labelledby="refund" className="grid grid-cols-1 gap-4">
      <CardTitle id="refund" aside={!isOpen && <CashRefundButton {...{ refundable, debt, isGuest, canMail }} />}>
        환불 신청
      </CardTitle>
      <p className="text-s text-ink-2">
        최근 72시간 안에 충전하고 아직 쓰지 않은 금액을 계좌로 돌려드려요. 먼저 충전한 것부터 쓴 것으로 보고, 보너스나
        보상처럼 입금하지 않고 받은 포인트는 환불되지 않아요. 환불이 지급되면 그만큼 잔액에서 빠져요.
      </p>
      {debt > 0 && (
        <Notice tone="warn" className="grid gap-0.5 text-s">
          <b className="text-warn">정산할 금액 {refundWonText(debt)}</b>
          <span>
            승인이 취소된 충전이나 회수된 보상에서 이미 쓴 금액이에요. 다음에 들어오는 포인트에서 먼저 빠지고, 모두
            정산될 때까지 환불과 탈퇴를 할 수 없어요.
          </span>
        </Notice>
      )}
      {isOpen ? (
        <p className="rounded-field bg-warn-soft px-3.5 py-3 text-s font-semibold text-warn">
          신청하신 환불을 확인하고 있어요. 그 사이 잔액을 쓰면 환불되지 않을 수 있어요.
        </p>
      ) : (
        <Facts facts={[{ term: '환불 가능 금액', value: <Amount text={refundWonText(refundable)} /> }]} />
      )}
      {!isOpen && back + lowered > 0 && <p className="text-s text-ink-2">{cashRefundBonusText({ lowered, back })}</p>}
      {rows.length > 0 && (
        <ul aria-label="환불 신청 내역">
          {rows.map((row) => (
            <RefundRequestRow key={row.id} row={row} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function RefundRequestRow({ row }: { readonly row: CashRefundRow }) {
  const status = row.status as CashRefundStatus
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 border-t border-line py-3 last:pb-0">
      <span className="font-semibold">
        {row.bank} <span className="tabular-nums">{row.account}</span> {row.name}
      </span>
      <Badge tone={isTransferDue(row) ? 'warn' : cashRefundTones[status]} className="justify-self-end">
        {isTransferDue(row) ? transferringLabel : cashRefundStatusLabels[status]}
      </Badge>
      <span className="text-s text-ink-3 tabular-nums">{seoulTime(row.responseAt ?? row.createdAt)}</span>
      <Amount text={refundWonText(row.point)} className="justify-self-end" />
      {row.reason && <span className="col-span-2 text-s text-ink-2">사유: {row.reason}</span>}
    </li>
  )
}
