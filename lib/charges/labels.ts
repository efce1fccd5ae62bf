import { wonText } from '#lib/money/points.ts'

/** Receipt kinds: cash receipt, tax invoice (FEE) and none, with the numbers of docs/contract.md#receipt-kinds. */
export const feeType = { CASH: 0, FEE: 1, NONE: 2 } as const

/** Number of a receipt kind: 0 cash receipt, 1 tax invoice, 2 none. */
export type FeeType = (typeof feeType)[keyof typeof feeType]

/**
 * Statuses of a charge. SUCCESS: the charge was credited; a reversal doesn't change the status. FAIL: it ended without a
 * credit; `outcome` says how.
 */
export const chargeStatus = { PENDING: 0, SUCCESS: 1, FAIL: 2 } as const

export type ChargeStatus = (typeof chargeStatus)[keyof typeof chargeStatus]

/** How a charge was paid: by a bank transfer, or by card or virtual account through PortOne. */
export const chargeMethods = ['TRANSFER', 'CARD'] as const

export type ChargeMethod = (typeof chargeMethods)[number]

/** Shown for a card charge in place of a depositor's name. */
export const cardChargeName = '카드·가상계좌'

export const chargeStatuses: readonly ChargeStatus[] = [0, 1, 2]

/** Korean labels of receipt kinds (docs/contract.md#receipt-kinds). */
export const feeTypeLabels: Record<FeeType, string> = { 0: '현금영수증', 1: '세금계산서', 2: '신청 안 함' }

/** Hint in the web form of a cash receipt that explains why the form asks for a telephone number. */
export const cashReceiptHint = '이 번호로 현금영수증을 발급해 드려요.'

export const chargeStatusLabels: Record<ChargeStatus, string> = { 0: '대기', 1: '승인', 2: '거절' }

/** Labels of the status filter in lists of charges. FAIL selects all charges that ended without a credit. */
export const chargeFilterLabels: Record<ChargeStatus, string> = { ...chargeStatusLabels, 2: '취소·거절' }

/** Label shown in place of the status of a charge that its member has withdrawn. */
const withdrawnLabel = '신청 취소'

/** Label shown in place of the status of a credited charge that was reversed. */
export const reversedLabel = '승인 취소'

/** Korean labels of the ways in which a charge can end, by `outcome`: for lists, details and exports of charges. */
export const outcomeLabels: Record<string, string> = {
  APPROVED: '승인',
  MATCHED: '입금 확인',
  PAID: '결제 확인',
  EXPIRED: '시간 만료',
  WITHDRAWN: withdrawnLabel,
  REJECTED: '거절',
  DELETED: '회원 탈퇴',
}

/** Heading of a charge on the page that tells its member where to transfer the money. */
export const chargeNumberText = (id: number): string => `충전 신청 ${id}번`

/** Messages of the charge screen (docs/contract.md#messages). */
export const chargeMessages = {
  failed: '오류가 발생했습니다 잠시 후 시도해 주세요.',
  done: '아래 정보를 확인해주세요.',
  credited: '충전이 완료됐어요.',
  ended: '충전 신청이 종료됐어요.',
} as const

/** Statuses of a cash refund request (docs/contract.md#cash-refunds). */
export const refundStatus = { REQUESTED: 0, PAID: 1, REJECTED: 2 } as const

export type CashRefundStatus = (typeof refundStatus)[keyof typeof refundStatus]

export const cashRefundStatuses: readonly CashRefundStatus[] = [0, 1, 2]

export const cashRefundStatusLabels: Record<CashRefundStatus, string> = { 0: '접수', 1: '지급 완료', 2: '반려' }

/**
 * States of the bank transfer of a cash refund that is paid by a bulk-transfer file (docs/contract.md#bulk-transfers).
 * READY: the points are debited, and the refund isn't in a file yet. IN_FILE: a file contains it. SENT: the bank has
 * sent the money. FAILED: the bank couldn't send it.
 */
export const transferStates = ['READY', 'IN_FILE', 'SENT', 'FAILED'] as const

/** State of the bank transfer of a cash refund that is paid by a bulk-transfer file. */
export type TransferState = (typeof transferStates)[number]

export const transferStateLabels: Record<TransferState, string> = {
  READY: '이체 대기',
  IN_FILE: '이체 파일에 포함',
  SENT: '이체 완료',
  FAILED: '이체 실패',
}

/** Label of a cash refund whose money hasn't arrived yet, as its member sees it. */
export const transferringLabel = '이체 중'

/**
 * Label of a cash refund for staff: its status or, until the bank has sent its bulk transfer, the state of that
 * transfer.
 */
export const cashRefundStatusText = ({
  status,
  transfer,
}: {
  status: number
  transfer: TransferState | null
}): string =>
  transfer === null || transfer === 'SENT'
    ? cashRefundStatusLabels[status as CashRefundStatus]
    : transferStateLabels[transfer]

/**
 * Messages for a member who has requested a cash refund. If the server refuses the request with a message of its own,
 * he sees that message in place of `failed`.
 */
export const cashRefundMessages = {
  done: '환불을 신청했어요.',
  failed: chargeMessages.failed,
  /** The page that is loaded afterwards shows the request if it arrived. */
  unknown: '환불이 신청됐는지 확인하지 못했어요. 화면을 새로 고쳐 환불 신청이 있는지 먼저 봐 주세요.',
} as const

/**
 * Text for a member whose charge came with a bonus or coupon. `lowered`: points by which his refund is smaller, because
 * he has spent the bonus. `back`: bonus points that a full refund takes back.
 */
export const cashRefundBonusText = ({ lowered, back }: { lowered: number; back: number }): string =>
  [
    lowered > 0 && `충전할 때 받은 보너스를 이미 써서 그만큼인 ${wonText(lowered)}을 빼고 돌려드려요.`,
    back > 0 && `모두 환불받으면 함께 받은 보너스 ${wonText(back)}도 회수돼요.`,
  ]
    .filter(Boolean)
    .join(' ')

/** Reason stored with a member's open cash refund requests when the deletion of his account rejects them. */
export const deletedAccountReason = '회원 탈퇴'

/** E-mails to a member about the decision on his cash refund request; `won` is the formatted sum. */
export const cashRefundMails = {
  paid: (won: string) => ({ subject: '환불이 지급됐어요', body: `신청하신 환불 ${won}을 계좌로 보내 드렸어요.` }),
  rejected: (won: string, reason: string) => ({
    subject: '환불 신청이 반려됐어요',
    body: `신청하신 환불 ${won}이 반려됐어요. 사유: ${reason}`,
  }),
} as const

/** Exported file of the list of charges: its name, and the column headings by field of a row. */
export const chargeSheet = {
  name: '충전',
  heads: {
    id: '번호',
    createdAt: '요청 시각',
    memberNo: '회원 번호',
    memberId: '회원',
    name: '입금자명',
    point: '충전 포인트',
    payAmount: '입금액',
    feeType: ['영수증', feeTypeLabels],
    status: ['상태', chargeStatusLabels],
    outcome: ['결과', outcomeLabels],
    responseAt: '처리 시각',
    reason: '사유',
    reversed: '취소 회수액',
    reversedAt: '승인 취소 시각',
  },
} as const

/** Exported file of the list of cash refund requests: its name, and the column headings by field of a row. */
export const cashRefundSheet = {
  name: '환불',
  heads: {
    id: '번호',
    createdAt: '신청 시각',
    memberNo: '회원 번호',
    memberId: '회원',
    point: '환불 금액',
    bank: '은행',
    account: '계좌번호',
    name: '예금주',
    email: '이메일',
    status: ['상태', cashRefundStatusLabels],
    transfer: ['이체', transferStateLabels],
    responseAt: '처리 시각',
    reason: '사유',
  },
} as const

/**
 * Evidence that a charge was paid:
 * - AUTHENTICATED: the bank's signed call, or a deposit source that may credit, reported the deposit; or PortOne
 *   reported the card payment as paid.
 * - CONFIRMED: a second person or the only OWNER confirmed the import, match or approval, or a staff member who later
 *   paid the charge out checked its deposits at the bank.
 * - UNCONFIRMED: only one person says that the charge was paid.
 */
export type Funding = 'AUTHENTICATED' | 'CONFIRMED' | 'UNCONFIRMED'

export const fundingLabels: Record<Funding, string> = {
  AUTHENTICATED: '은행 연동',
  CONFIRMED: '두 사람 확인',
  UNCONFIRMED: '한 사람 확인',
}

/** Title of a charge: the depositor's name and the amount to transfer. */
export const chargeTitle = ({ name, payAmount }: { readonly name: string; readonly payAmount: number }): string =>
  `${name} · ${wonText(payAmount)}`

/**
 * Label of a charge that a staff member has just approved. The browser sends the approval only after five seconds, so
 * that he can still undo it.
 */
export const approvingLabel = '승인 예정'

/** Text of a charge's status badge. Reversed and withdrawn charges have labels that differ from their status. */
export function chargeStatusText(charge: {
  readonly status: number
  readonly outcome: string | null
  readonly reversedAt: Date | string | null
}): string {
  if (charge.reversedAt) return reversedLabel
  if (charge.outcome === 'WITHDRAWN') return withdrawnLabel
  return chargeStatusLabels[charge.status as ChargeStatus]
}

/** Label of how a charge ended; null while it is pending. */
export const outcomeText = ({ status, outcome }: { status: number; outcome: string | null }): string | null =>
  status === chargeStatus.PENDING ? null : (outcomeLabels[outcome ?? ''] ?? null)

/**
 * Numbers of a member's past charges by how they ended. `lapsed`: they expired, were withdrawn, or ended with the
 * deletion of the account.
 */
type PastCounts = { credited: number; reversed: number; rejected: number; lapsed: number }

/**
 * Summary of a member's past charges: '14번 · 모두 승인', or '없음' if he has none. The text never says '첫 충전' (first charge):
 * in the shop this means the first credited charge, for which a referral reward is paid.
 */
export function pastChargesText(past: PastCounts | undefined): string {
  if (!past) return '없음'
  const { credited, reversed, rejected, lapsed } = past
  const all = credited + reversed + rejected + lapsed
  if (credited === all) return `${all}번 · 모두 승인`
  const parts = [
    [credited, '승인'],
    [reversed, reversedLabel],
    [rejected, '거절'],
    [lapsed, '입금 없음'],
  ] as const
  return [`${all}번`, ...parts.filter(([count]) => count > 0).map(([count, word]) => `${word} ${count}`)].join(' · ')
}
