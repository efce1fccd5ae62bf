import { formatCount } from '#lib/money/points.ts'

/** Kinds of requests that a member can make about an order (docs/contract.md#requests). */
export const requestKinds = ['REFILL', 'CANCEL', 'SPEED_UP'] as const

export type RequestKind = (typeof requestKinds)[number]

export const requestKindLabels: Readonly<Record<RequestKind, string>> = {
  REFILL: '리필',
  CANCEL: '취소',
  SPEED_UP: '빨리 진행',
}

/**
 * States of a request. ASKED: it waits for its provider or staff. SENT: its provider has it. DONE: it was fulfilled.
 */
export const requestStates = ['ASKED', 'SENT', 'DONE', 'REFUSED'] as const

export type RequestState = (typeof requestStates)[number]

export const requestStateLabels: Readonly<Record<RequestState, string>> = {
  ASKED: '접수',
  SENT: '진행중',
  DONE: '완료',
  REFUSED: '거절',
}

/** Text of the label that shows a request on its order: '리필 진행중'. */
export const requestText = ({ kind, state }: { kind: RequestKind; state: RequestState }): string =>
  `${requestKindLabels[kind]} ${requestStateLabels[state]}`

/** Texts of the button for each kind of request, of its confirmation dialog, and of the toast after it. */
export const requestButtonTexts: Readonly<
  Record<RequestKind, { button: string; title: string; text: string; done: string }>
> = {
  REFILL: {
    button: '리필 요청',
    title: '리필을 요청할까요?',
    text: '주문이 끝난 뒤 빠진 만큼 다시 채워요. 하루에 한 번 요청할 수 있어요.',
    done: '리필을 요청했어요.',
  },
  CANCEL: {
    button: '취소 요청',
    title: '취소를 요청할까요?',
    text: '진행을 멈출 수 있는지 확인해요. 취소되면 진행하지 못한 수량만큼 포인트를 돌려드려요.',
    done: '취소를 요청했어요.',
  },
  SPEED_UP: {
    button: '빨리 진행 요청',
    title: '빨리 진행하도록 요청할까요?',
    text: '작업하는 곳에 서둘러 달라고 전해요. 하루에 한 번 요청할 수 있어요.',
    done: '빨리 진행하도록 요청했어요.',
  },
}

export const requestMessages = {
  failed: '요청하지 못했어요. 잠시 후 다시 눌러 주세요.',
  currentCount: '지금 수량 (선택)',
  currentCountHint: '지금 수량을 적으면 빠진 만큼을 더 빨리 확인해요.',
  keep: '그대로 두기',
} as const

/** Names of the states of a refill in our API v2 for resellers (docs/contract.md#api-v2). */
export const v2RefillStates: Readonly<Record<RequestState, string>> = {
  ASKED: 'Pending',
  SENT: 'In progress',
  DONE: 'Completed',
  REFUSED: 'Rejected',
}

/** Notes that the steps of a request add to its order's timeline. */
export const requestNotes = {
  asked: { REFILL: '리필을 요청했어요.', CANCEL: '취소를 요청했어요.', SPEED_UP: '빨리 진행하도록 요청했어요.' },
  sent: {
    REFILL: '리필을 시작했어요.',
    CANCEL: '취소 요청을 전달했어요. 취소되면 남은 만큼 포인트를 돌려드려요.',
    SPEED_UP: '빨리 진행하도록 전달했어요.',
  },
  done: {
    REFILL: '리필이 완료됐어요.',
    CANCEL: '취소 요청을 처리했어요.',
    SPEED_UP: '빨리 진행하도록 전달했어요.',
  },
} as const satisfies Record<string, Readonly<Record<RequestKind, string>>>

/** Timeline note of a refused request: '리필 요청을 들어드리지 못했어요. 공급사가 거절했어요.' */
export const requestRefusedNote = (kind: RequestKind, reason: string): string =>
  `${requestKindLabels[kind]} 요청을 들어드리지 못했어요. ${reason}`

/** Texts that members read if a provider has refused their request, by the provider's reason. */
export const providerRefusalTexts = {
  NOT_DROPPED: '줄어든 수량을 찾지 못했어요.',
  TOO_SOON: '이미 리필이 진행 중이거나 조금 전에 끝났어요. 내일 다시 요청해 주세요.',
  EXPIRED: '리필 기간이 지났어요.',
  REJECTED: '줄어든 수량을 확인하지 못했어요.',
  NOT_CANCELLABLE: '지금은 취소할 수 없는 주문이에요.',
} as const

/** Why a provider refused a member's request, such as a refill. */
export type ProviderRefusalReason = keyof typeof providerRefusalTexts

/**
 * Why a request became a task for staff:
 * - BY_HAND: staff fulfil the order, or this kind of request.
 * - NOT_OFFERED: the provider doesn't take this kind of request.
 * - UNCLEAR: the provider refused the request with an unknown error message.
 * - SLOW: the request couldn't be sent for a day, or the provider hasn't fulfilled it for three days.
 * - TWICE: the provider may have accepted the request twice.
 */
export const requestTaskCauses = ['BY_HAND', 'NOT_OFFERED', 'UNCLEAR', 'SLOW', 'TWICE'] as const

export type RequestTaskCause = (typeof requestTaskCauses)[number]

export const requestTaskCauseLabels: Readonly<Record<RequestTaskCause, string>> = {
  BY_HAND: '직접 처리하는 요청',
  NOT_OFFERED: '공급사가 받지 않는 요청',
  UNCLEAR: '공급사가 뜻을 알 수 없는 이유로 거절',
  SLOW: '오래 끝나지 않은 요청',
  TWICE: '두 번 접수된 것으로 보이는 요청',
}

/** CSV export of the console's list of requests: file name, and column headings by field of the row. */
export const requestSheet = {
  name: '요청',
  heads: {
    id: '번호',
    createdAt: '요청 시각',
    kind: ['종류', requestKindLabels],
    state: ['상태', requestStateLabels],
    reason: '사유',
    orderId: '주문번호',
    memberNo: '회원 번호',
    memberId: '회원',
    serviceText: '상품',
    amount: '수량',
    startCount: '최초 수량',
    currentCount: '회원이 센 수량',
    providerName: '공급사',
    source: '경로',
    sentAt: '전달 시각',
    closedAt: '끝난 시각',
  },
} as const

/** Text for the baseline of a refill, start count plus quantity: '1,500 (시작 1,000 + 주문 500)'. */
export const refillBaselineText = (startCount: number | null, amount: number): string =>
  startCount === null
    ? '시작 수량을 알 수 없어요'
    : `${formatCount(startCount + amount)} (시작 ${formatCount(startCount)} + 주문 ${formatCount(amount)})`

/** Timeline note of a request that turned out not to have reached its provider. */
export const requestUnsentNote = '요청이 전달되지 않아 다시 보내요.'

/** Text for a request that a member can make now: '리필 가능 23일 남음'. */
export function requestOfferText(kind: RequestKind, daysLeft: number): string {
  if (kind === 'REFILL') return `리필 가능 ${formatCount(daysLeft)}일 남음`
  return kind === 'CANCEL' ? '취소를 요청할 수 있어요.' : '빨리 진행하도록 요청할 수 있어요.'
}

/** Texts of the console's list of requests. */
export const requestStaffTexts = {
  byHand: '직접 처리',
  fulfil: '처리했어요',
  refuse: '거절하기',
  refuseQuestion: (title: string): string => `${title} 요청을 거절해요. 사유가 회원의 주문에 보여요.`,
} as const
