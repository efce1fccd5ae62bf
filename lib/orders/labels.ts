/** Order statuses with their numbers in our calls and the database (docs/contract.md#orders). */
export const orderStatus = { PENDING: 0, INPROGRESS: 1, COMPLETED: 2, PARTIAL: 3, PROCESSING: 4, CANCELED: 5 } as const

export type OrderStatus = (typeof orderStatus)[keyof typeof orderStatus]

/** The statuses in the sequence in which screens list them. */
export const orderStatuses: readonly OrderStatus[] = [0, 4, 1, 2, 3, 5]

/** Korean labels of the statuses on screen (docs/contract.md#orders). */
export const orderStatusLabels: Record<OrderStatus, string> = {
  0: '주문접수',
  1: '진행중',
  2: '완료',
  3: '부분완료',
  4: '주문대기',
  5: '취소',
}

/** Names of the statuses in the public API (docs/contract.md#public-api). */
export const orderStatusNames: Record<OrderStatus, string> = {
  0: 'PENDING',
  1: 'IN PROGRESS',
  2: 'COMPLETED',
  3: 'PARTIAL',
  4: 'PROCESSING',
  5: 'CANCELED',
}

/** Hint below the fields of an auto order: when its runs are paid, and what happens to those that aren't made. */
export const autoOrderPaidHint = '모든 회차를 지금 결제하고, 진행하지 못한 회차는 포인트로 돌려드려요.'

/** Text above the login form for somebody without a session whom the order button has sent there. */
export const savedDraftText = '주문 내용은 저장했어요. 로그인하면 이어서 주문해요.'

/** Messages of the order screen (docs/contract.md#messages). */
export const orderMessages = { failed: '주문에 실패했습니다.', done: '주문에 성공했습니다.' } as const

/** Shown in the success card if the order button is pressed again without any change since the order. */
export const alreadyPlacedMessage = '이미 접수된 주문이에요. 또 주문하려면 새 링크를 넣어 주세요.'

/**
 * Question asked before placing an order whose link belongs to another platform than its service. The parameters are
 * the names of the two platforms.
 */
export const platformMismatchQuestion = (linkPlatform: string, servicePlatform: string) => ({
  title: `${linkPlatform} 링크가 맞나요?`,
  text: `${servicePlatform} 상품에 ${linkPlatform} 링크를 넣었어요. 링크가 다르면 작업이 진행되지 않을 수 있어요.`,
  change: '링크 고치기',
  go: '이 링크로 주문하기',
})

/** Shown below the services found by a search if their list has to be scrolled. */
export const moreServicesText = (count: number): string => `상품 ${count.toLocaleString('ko-KR')}개 · 아래로 더 있어요`

/** Shown in step 3 of the order form for a service that has no description. */
export const noServiceDescriptionText = '이 상품은 따로 주의할 점이 없어요.'

/**
 * Texts above the order form if its URL names a service or category that the shop doesn't list; the form then begins
 * without a choice.
 */
export const unlistedChoiceTexts = {
  SERVICE: '더 이상 판매하지 않거나 없는 상품이에요. 다른 상품을 골라 주세요.',
  CATEGORY: '지금은 없는 서비스예요. 다른 서비스를 골라 주세요.',
} as const

/** Texts in steps 2 and 3 of the order form while no service is chosen. */
export const noServiceChosenTexts = {
  list: '서비스를 고르거나 상품을 검색해 주세요.',
  emptyList: '이 서비스의 상품은 준비 중이에요.',
  /** Shown instead of the service's description. */
  notice: '상품을 고르면 설명이 보여요.',
} as const

/**
 * Text of the link to the charge screen, with the sum that is missing for the order. `won`: that sum, formatted, as in
 * '3,300원 충전하고 주문하기'.
 */
export const chargeMissingPointsLabel = (won: string): string => `${won} 충전하고 주문하기`

/**
 * Text of the link to the charge screen while the form doesn't know the balance, and so can't compute the missing sum.
 */
export const chargeBalanceLabel = '잔액 충전하기'

/** Text of the button that opens the existing order because of which the server refused a new one (ACTIVE_ORDER). */
export const activeOrderLabel = '진행 중인 주문 보기'

/** Texts of a card on the charge screen that leads back to an order which the member has begun to type. */
export const orderDraftCardTexts = {
  title: '작성 중인 주문이 있어요',
  text: '충전이 완료되면 적어 두신 그대로 주문 화면으로 돌아가요.',
  back: '주문으로 돌아가기',
} as const

/** Actions on an order in the history. */
export const orderActionLabels = { cancel: '주문 취소', again: '다시 주문' } as const

/** Texts above the order history, where a member can select several orders and place them again at once. */
export const repeatOrdersTexts = {
  name: '고른 주문',
  hint: '주문을 골라 한 번에 다시 주문할 수 있어요.',
  clear: '고르기 해제',
} as const

/** Texts of the button in an order's sheet that places the same order again at the price shown. */
export const repeatOrderTexts = {
  button: (price: string): string => `${price}으로 다시 주문하기`,
  failed: '지금은 다시 주문할 수 없어요. 주문 화면에서 확인해 주세요.',
} as const

export const pickOrderLabel = (orderId: number): string => `주문 ${orderId}번 고르기`

export const pickedOrdersText = (orders: number): string => `${orders}건 골랐어요`

/** Reason in the timeline of a subscription that the worker ended because it was over. */
export const subscriptionOverText = '구독 기간이 끝났어요.'

/** Messages shown after a member has tried to cancel an order. */
export const orderCancelMessages = {
  done: '주문을 취소했어요.',
  failed: '주문을 취소하지 못했어요.',
  /** Shown in the confirmation dialog if the delivery of the order began while the dialog was open. */
  tooLate: '주문이 이미 진행돼서 지금은 취소할 수 없어요.',
} as const

/** Texts of the order history's search. */
export const orderSearchTexts = {
  label: '주문번호로 찾기',
  none: (typed: string): string => `‘${typed}’ 주문을 찾지 못했어요`,
  hint: '주문번호를 숫자로 입력해 주세요. 최근 3개월의 주문과, 더 오래됐어도 진행 중이거나 리필할 수 있는 주문을 찾을 수 있어요.',
} as const

/** Name of a recovery of points, for members and staff, and the reason that members read beside its points. */
export const recoveryTexts = { name: '언팔로우 복구', why: '빠져나간 팔로워만큼 돌려드린 포인트' } as const

/**
 * Message for a service that can't be ordered: shown in the service list and the order form, and in the error response
 * (docs/contract.md#placing-orders).
 */
export const notOrderableMessage = '주문불가 상품입니다.'

/** Labels in the list of services for a service that is ordered as one package. */
export const packageLabels = { kind: '패키지 상품', per: '패키지당' } as const

/** Texts of the additional fields that the order form has for some types of services. */
export const orderDetailLabels = {
  choose: '골라 주세요',
  /** Label of a field that may be left empty. */
  optional: (label: string) => `${label} (선택)`,
  /** Shown while the fields are loading, and when 주문하기 is pressed meanwhile. */
  loading: '입력란을 불러오고 있어요.',
  heading: '주문 내용',
} as const
