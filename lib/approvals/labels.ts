import { wonText } from '#lib/money/points.ts'

/** Kinds of approval requests, which wait for a second person. */
export const approvalKinds = [
  'CHARGE_APPROVE',
  'DEPOSIT_IMPORT',
  'DEPOSIT_MATCH',
  'REFUND_PAY',
  'ADJUSTMENT',
  'ORDER_REFUND',
  'UNFOLLOW_RECOVERY',
  'PROMOTION',
  'CARD_CANCEL',
] as const

export type ApprovalKind = (typeof approvalKinds)[number]

export const approvalKindLabels: Readonly<Record<ApprovalKind, string>> = {
  CHARGE_APPROVE: '충전 승인',
  DEPOSIT_IMPORT: '입금 가져오기',
  DEPOSIT_MATCH: '입금 연결',
  REFUND_PAY: '환불 지급',
  ADJUSTMENT: '포인트 조정',
  ORDER_REFUND: '주문 환불',
  UNFOLLOW_RECOVERY: '언팔로우 복구',
  PROMOTION: '보너스·쿠폰 예산',
  CARD_CANCEL: '결제 취소',
}

/** Reasons why an action needs a second person. A request stores only the first reason found. */
export const approvalWhys = ['STAFF', 'NAME', 'DUPLICATE', 'BOUNCED', 'CONTESTED', 'OFTEN', 'LIMIT', 'DAILY'] as const

export type ApprovalWhy = (typeof approvalWhys)[number]

export const approvalWhyLabels: Readonly<Record<ApprovalWhy, string>> = {
  STAFF: '운영자의 계정이에요',
  NAME: '요청한 운영자와 이름이 같아요',
  DUPLICATE: '이미 있는 입금과 같은 입금일 수 있어요',
  BOUNCED: '보낸 환불이 되돌아온 입금일 수 있어요',
  CONTESTED: '입금이 들어온 뒤에 만든 충전이거나 다른 회원도 쓴 입금자명이에요',
  OFTEN: '최근 30일에 이미 세 번 복구받은 회원이에요',
  LIMIT: '한 건 한도를 넘어요',
  DAILY: '요청한 운영자의 하루 한도를 넘어요',
}

/** Note on a request about imported deposits, which is decided for all of them at once. */
export const approvedLinesText = '함께 가져온 입금을 한 번에 모두 확인하거나 거절해요.'

/**
 * States of a request. DONE: confirmed and carried out. LAPSED: its subject (a charge, for example) was settled in
 * another way while the request waited, so nothing is left to confirm.
 */
export const approvalStates = ['WAITING', 'DONE', 'REFUSED', 'WITHDRAWN', 'LAPSED'] as const

export type ApprovalState = (typeof approvalStates)[number]

export const approvalStateLabels: Readonly<Record<ApprovalState, string>> = {
  WAITING: '확인 대기',
  DONE: '확인됨',
  REFUSED: '거절됨',
  WITHDRAWN: '철회',
  LAPSED: '필요 없어짐',
}

/** Kind and amount, in won, of a request. `takes`: the request is an adjustment that debits the member. */
export interface AskedAmount {
  readonly kind: ApprovalKind
  readonly amount: number
  readonly takes: boolean
}

/** Kind and amount of a request as text: '포인트 조정 -1,500,000원'. */
export const askedAmountText = ({ kind, amount, takes }: AskedAmount): string =>
  `${approvalKindLabels[kind]} ${takes ? '-' : ''}${wonText(amount)}`

/** Text with the reason why a request needs a second person, followed by the requester's own reason if he gave one. */
export const approvalReasonText = ({ why, reason }: { readonly why: ApprovalWhy; readonly reason: string }): string =>
  [approvalWhyLabels[why], reason].filter(Boolean).join(' · ')

/**
 * Text after an action that wasn't carried out, because it waits for a second person. If `alone`, it waits for the
 * requester's own confirmation.
 */
export const waitsForApprovalText = ({
  kind,
  alone,
}: {
  readonly kind: ApprovalKind
  readonly alone: boolean
}): string =>
  alone
    ? `${approvalKindLabels[kind]} 요청을 남겼어요. 확인할 다른 운영자가 없으니 사유를 남기고 혼자 확인해 주세요.`
    : `${approvalKindLabels[kind]} 요청을 남겼어요. 다른 운영자의 확인을 기다려요.`

/**
 * Makes the text shown after an action of this kind: `done` if the action was carried out, otherwise that it waits for
 * a second person.
 */
export const doneOrWaitsText =
  (kind: ApprovalKind, done: string) =>
  ({ approval }: { readonly approval?: { readonly alone: boolean } | undefined }): string =>
    approval ? waitsForApprovalText({ kind, alone: approval.alone }) : done
