/**
 * Statuses of auto orders with their numbers in our calls. The spelling "CANCLED" comes from the contract
 * (docs/contract.md#auto-orders).
 */
export const autoOrderStatus = { ACTIVE: 0, COMPLETED: 1, CANCLED: 2, PARTIAL: 3 } as const

export type AutoOrderStatus = (typeof autoOrderStatus)[keyof typeof autoOrderStatus]

/** Labels of the statuses on screen; PARTIAL is displayed as completed (docs/contract.md#auto-orders). */
export const autoOrderStatusLabels: Record<AutoOrderStatus, string> = { 0: '진행중', 1: '완료', 2: '취소', 3: '완료' }

/** Statuses offered as filters on screen; 1 (completed) also selects 3 (docs/contract.md#auto-orders). */
export const autoOrderFilters: readonly AutoOrderStatus[] = [0, 1, 2]

/** Label shown instead of 진행중 while the order's service can't be ordered. */
export const heldAutoOrderLabel = '일시 중지'

/** Labels shown instead of 진행중 while the next run waits, by the reason for the wait (`findAutoOrderWaitReason`). */
export const autoOrderWaitLabels: Readonly<Record<'HELD' | 'DEBT', string>> = {
  HELD: heldAutoOrderLabel,
  DEBT: '정산 대기',
}

/**
 * Texts shown instead of the next run's time while the run waits for the payment of a debt. The text for staff is
 * shorter.
 */
export const afterSettlementTexts = { member: '정산하면 다시 시작해요', staff: '정산 후' } as const

/**
 * Texts shown instead of the next run's time while the run waits for an open order on the same link. The text in the
 * console's list is shorter.
 */
export const afterOrderOnLinkTexts = { member: '같은 링크의 주문이 끝나면 시작해요', staff: '앞 주문 뒤' } as const

/** CSV export of the console's list of auto orders: file name, and column headings by field of the row. */
export const autoOrderSheet = {
  name: '자동주문',
  heads: {
    id: '자동주문번호',
    createdAt: '주문 시각',
    memberNo: '회원 번호',
    memberId: '회원',
    serviceId: '상품 번호',
    serviceText: '상품',
    link: '링크',
    amount: '회당 수량',
    completed: '진행 회차',
    runs: '전체 회차',
    interval: '간격(분)',
    point: '사용 포인트',
    refunded: '환불',
    status: ['상태', autoOrderStatusLabels],
    nextRunAt: '다음 회차',
    heldAt: '중지 시각',
  },
} as const

/**
 * Messages shown after a member or staff tried to cancel an auto order; `cancelFailed` only if the error response has
 * no message.
 */
export const autoOrderMessages = {
  canceled: '자동주문을 취소했어요.',
  cancelFailed: '자동주문을 취소하지 못했어요.',
} as const

/** Message to a member whose auto order is held because its service can't be ordered (docs/contract.md#auto-orders). */
export const autoOrderHoldMessage = {
  subject: '자동주문 일시 중지 안내',
  body: ({ id, left }: { id: number; left: number }): string =>
    `자동주문 ${id}번의 상품을 지금 주문할 수 없어 남은 ${left}회를 잠시 멈췄어요. 다시 주문할 수 있게 되면 이어서 진행해요. 72시간 안에 재개되지 않으면 취소하고 남은 회차의 포인트를 돌려드려요.`,
} as const

/** Message to a member whose auto order was cancelled. `refund` is formatted with its unit. */
export const autoOrderCancelMessage = {
  subject: '자동주문 취소 안내',
  body: ({ id, left, refund }: { id: number; left: number; refund: string }): string =>
    `자동주문 ${id}번을 취소하고, 진행하지 않은 ${left}회의 ${refund}를 돌려드렸어요.`,
} as const

/**
 * Message to a member whose auto orders wait because he owes points. `debt`: formatted with its unit. `until`: the
 * deadline as text; if he hasn't paid by then, his auto orders are cancelled.
 */
export const autoOrderDebtMessage = {
  subject: '자동주문 정산 안내',
  body: ({ debt, until }: { debt: string; until: string }): string =>
    `정산할 금액 ${debt}가 남아 있어 자동주문을 멈췄어요. 포인트를 충전하면 먼저 정산하고 이어서 진행해요. ${until}까지 정산하지 않으면 자동주문을 취소하고 남은 회차의 포인트로 정산해요.`,
} as const

/**
 * Message to a member whose auto order was cancelled because he still owed points 72 hours after he was notified. The
 * refund pays the debt first (docs/contract.md#debts). `refund`: formatted with its unit.
 */
export const autoOrderDebtCancelMessage = {
  subject: '자동주문 취소 안내',
  /** `owed`: what the member still owes afterwards; null if the refund has paid all of it. */
  body: ({ id, left, refund, owed }: { id: number; left: number; refund: string; owed: string | null }): string =>
    `정산할 금액이 72시간 넘게 남아 있어 자동주문 ${id}번을 취소했어요. 진행하지 않은 ${left}회의 ${refund}${
      owed === null
        ? '로 먼저 정산하고, 남은 포인트는 잔액에 더했어요.'
        : `를 모두 정산에 썼고, 아직 ${owed}를 더 정산해야 해요.`
    }`,
} as const
