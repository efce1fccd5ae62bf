import { orderStatus, orderStatusLabels } from './labels.ts'

/** Texts of the buttons that transition the orders selected by staff, by the new status. */
export const batchTransitionTexts = {
  [orderStatus.PROCESSING]: '주문대기로 바꾸기',
  [orderStatus.INPROGRESS]: '진행중으로 바꾸기',
  [orderStatus.COMPLETED]: '완료로 바꾸기',
  [orderStatus.CANCELED]: '취소하기',
} as const

/** Number of a status that staff can give to several orders at once. */
export type BatchTransitionTarget = keyof typeof batchTransitionTexts

/** The new statuses that the console offers for several orders at once, in the sequence of the buttons. */
export const batchTransitionTargets: readonly BatchTransitionTarget[] = [4, 1, 2, 5]

/** CSV export of the console's list of orders: file name, and column headings by field of the row. */
export const orderSheet = {
  name: '주문',
  heads: {
    id: '주문번호',
    createdAt: '주문 시각',
    memberNo: '회원 번호',
    memberId: '회원',
    serviceId: '상품 번호',
    serviceText: '상품',
    link: '링크',
    details: '주문 내용',
    amount: '수량',
    point: '사용 포인트',
    refunded: '환불',
    recovered: '언팔로우 복구',
    status: ['상태', orderStatusLabels],
    startCount: '최초 수량',
    remains: '남은 수량',
    source: '경로',
    autoOrderId: '자동주문번호',
  },
} as const

/** Shown to staff beside an order that was placed by a bulk order (docs/contract.md#bulk-orders). */
export const paidTogetherText = (bulkOrderId: number): string =>
  `대량주문 ${bulkOrderId}번의 다른 주문들과 함께 결제했어요.`

/**
 * Facts in the message to a member about a refund or recovery. `id`: the order's id. `point`: the points with their
 * unit, '' if no points were given back.
 */
export interface RefundMessageFacts {
  readonly kind: 'CANCELED' | 'PARTIAL' | 'RECOVERED'
  readonly id: number
  /** The quantity that wasn't delivered, or that dropped afterwards. */
  readonly count: number
  readonly point: string
  readonly reason: string
}

const refundSubjects: Readonly<Record<RefundMessageFacts['kind'], string>> = {
  CANCELED: '주문 취소 안내',
  PARTIAL: '주문 환불 안내',
  RECOVERED: '언팔로우 복구 안내',
}

function refundSentence({ kind, id, count, point }: RefundMessageFacts): string {
  if (kind === 'CANCELED' && point === '') return `주문 ${id}번을 취소했어요.`
  if (kind === 'CANCELED') return `주문 ${id}번을 취소하고 ${point}를 잔액으로 돌려드렸어요.`
  const what = kind === 'PARTIAL' ? '진행하지 못한' : '빠져나간'
  const units = `주문 ${id}번에서 ${what} ${count.toLocaleString('ko-KR')}개`
  return point === '' ? `${units}를 확인했어요.` : `${units}만큼 ${point}를 잔액으로 돌려드렸어요.`
}

/** E-mail or text message to the member about a refund or recovery by staff. */
export const refundMessageToMember = (refund: RefundMessageFacts): { subject: string; body: string } => ({
  subject: refundSubjects[refund.kind],
  body: [refundSentence(refund), refund.reason && `사유: ${refund.reason}`].filter(Boolean).join(' '),
})
