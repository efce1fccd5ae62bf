import { chargeStatus, chargeTitle } from '#lib/charges/labels.ts'
import type { AdminChargeRow } from '#lib/charges/schema.ts'
import { withoutDepositText } from '#lib/deposits/labels.ts'
import { formatCount, formatWon } from '#lib/money/points.ts'
import { Facts } from '../../ui/amount.tsx'
import { Notice } from '../../ui/badge.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { ChargeApprovalResult } from './approve-charges.ts'
import { sumOfCharges } from './use-approve-later.ts'

type Charges = readonly AdminChargeRow[]

const chargeCountText = (rows: readonly unknown[]): string => `${formatCount(rows.length)}건`

function approvalEffectOf(charges: Charges, unpaid: Charges) {
  const expired = charges.filter(({ status }) => status === chargeStatus.FAIL)
  const memberCount = new Set(charges.map(({ memberNo }) => memberNo)).size
  return [
    { term: '승인할 요청', value: chargeCountText(charges) },
    { term: '받는 회원', value: `${formatCount(memberCount)}명` },
    { term: '입금액 합계', value: formatWon(sumOfCharges(charges, 'payAmount')) },
    { term: '충전될 포인트', value: `+${formatWon(sumOfCharges(charges, 'point'))}` },
    ...(unpaid.length > 0
      ? [
          {
            term: '입금 확인 안 됨',
            value: `${chargeCountText(unpaid)} · ${formatWon(sumOfCharges(unpaid, 'payAmount'))}`,
          },
        ]
      : []),
    ...(expired.length > 0 ? [{ term: '시간이 지난 요청', value: chargeCountText(expired) }] : []),
  ]
}

interface ApproveChargesDialogProps {
  readonly charges: Charges
  /** The charges for which no deposit was found; a subset of `charges`. */
  readonly unpaid: Charges
  readonly onApprove: () => void
  readonly onClose: () => void
}

/** Asks staff to confirm the approval of several charges: shows the totals, and for how many no deposit was found. */
export function ApproveChargesDialog({ charges, unpaid, onApprove, onClose }: ApproveChargesDialogProps) {
  return (
    <ConfirmDialog
      title="충전 모두 승인"
      action={`${chargeCountText(charges)} 승인하기`}
      tone="main"
      focused
      busy={false}
      onConfirm={onApprove}
      onClose={onClose}
    >
      <Facts facts={approvalEffectOf(charges, unpaid)} />
      {unpaid.length > 0 && (
        <Notice tone="warn" className="text-s">
          {withoutDepositText(unpaid.length, charges.length)} 은행 내역을 먼저 확인해 주세요.
        </Notice>
      )}
    </ConfirmDialog>
  )
}

interface ResultsDialogProps {
  readonly results: readonly ChargeApprovalResult[]
  readonly onClose: () => void
}

/** Lists the charges that were not approved, those that wait for a second person first. */
export function ChargeApprovalResultsDialog({ results, onClose }: ResultsDialogProps) {
  const { approved = [], waiting = [], refused = [] } = Object.groupBy(results, ({ outcome }) => outcome)
  const refusedText = refused.length > 0 ? `했고 ${chargeCountText(refused)}은 승인하지 못했어요.` : '했어요.'
  const waitingText = waiting.length > 0 ? ` ${chargeCountText(waiting)}은 다른 운영자의 확인을 기다려요.` : ''
  return (
    <ConfirmDialog title="충전 모두 승인 결과" busy={false} onConfirm={onClose} onClose={onClose}>
      <div role="status" className="grid gap-2">
        <Notice tone="warn" className="text-s">
          {`${chargeCountText(approved)}을 승인${refusedText}${waitingText}`}
        </Notice>
        <ul className="grid gap-1.5 text-s">
          {[...waiting, ...refused].map(({ charge, message }) => (
            <li key={charge.id}>
              <b className="font-semibold">{chargeTitle(charge)}</b> {message}
            </li>
          ))}
        </ul>
      </div>
    </ConfirmDialog>
  )
}
