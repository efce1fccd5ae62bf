export const webhookDeliveryStates = ['PENDING', 'SENDING', 'DELIVERED', 'FAILED'] as const

export type WebhookDeliveryState = (typeof webhookDeliveryStates)[number]

export const webhookDeliveryStateLabels: Record<WebhookDeliveryState, string> = {
  PENDING: '대기',
  SENDING: '보내는 중',
  DELIVERED: '성공',
  FAILED: '실패',
}

/** Events that a webhook reports (docs/contract.md#webhooks). */
export const webhookEvents = [
  'order.updated',
  'order.refunded',
  'request.updated',
  'bulk.completed',
  'services.changed',
  'webhook.test',
] as const

/** Event that a member sends to his own webhook to test his server. */
export const testEvent = 'webhook.test'

export type WebhookEvent = (typeof webhookEvents)[number]

export const webhookEventLabels: Record<WebhookEvent, string> = {
  'order.updated': '주문 상태',
  'order.refunded': '환불',
  'request.updated': '주문 요청',
  'bulk.completed': '대량 주문 종료',
  'services.changed': '상품 변경',
  'webhook.test': '테스트',
}

/** `kind` in the body of a refund's event, by the kind of the refund's ledger entry. */
export const refundKinds: Readonly<Record<string, string>> = {
  ORDER_REFUND: 'REFUND',
  UNFOLLOW_RECOVERY: 'RECOVERY',
  AUTO_ORDER_REFUND: 'AUTO_ORDER',
}

export const webhookDeliveryTexts = {
  serviceChanges: '주문한 상품의 변경도 받기',
  serviceChangesHint: '가격이나 최소·최대 수량, 판매 여부가 바뀌면 알려 드려요.',
  title: '웹훅 내역',
  period: '최근 30일',
  all: '전체 내역',
  filters: '상태',
  everything: '전체',
  order: '주문번호',
  find: '찾기',
  none: '아직 보낸 웹훅이 없어요',
  noneHint: '주문 상태가 바뀌거나 환불되면 여기에 남아요.',
  noneFound: '조건에 맞는 웹훅이 없어요',
  showAll: '전체 보기',
  guestTitle: '둘러보는 중에는 웹훅 내역이 비어 있어요',
  guestHint: '로그인하면 최근 30일의 웹훅을 볼 수 있어요.',
  detail: (id: number) => `웹훅 ${id}`,
  open: (id: number) => `웹훅 ${id} 자세히`,
  loading: '불러오고 있어요.',
  sent: '보낸 본문',
  answer: '받은 응답',
  answerNone: '응답 본문이 없어요.',
  answerCut: '처음 1KB까지만 보관해요.',
  tries: '시도',
  resend: '다시 보내기',
  resendHint: '같은 id와 본문으로 다시 보내요.',
  test: '테스트 이벤트 보내기',
  testHint: '주문 없이 test: true인 이벤트를 지금 보내 봐요.',
  testSending: '보내고 있어요. 응답을 기다리는 중이에요.',
  testSlow: '아직 응답이 없어요. 잠시 후 내역에서 확인해 주세요.',
  testPassed: '테스트 이벤트를 잘 받았어요.',
  testFailed: '테스트 이벤트를 전달하지 못했어요.',
  rotateTitle: '서명 키를 새로 발급할까요?',
  rotateAction: '새 키 발급하기',
  rotateHint: '그동안 x-signature에 새 키와 이전 키의 서명을 쉼표로 나눠 함께 보내요.',
  former: (time: string) => `이전 서명 키로도 ${time}까지 서명해요.`,
} as const

export const webhookMessages = {
  failed: '오류가 발생했습니다',
  saved: '웹훅 설정을 저장했어요.',
  renewed: '웹훅 서명 키를 새로 발급했어요.',
  resent: '웹훅을 다시 보내요.',
} as const
