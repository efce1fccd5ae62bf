export const deliveryStates = ['PENDING', 'SENDING', 'DELIVERED', 'FAILED'] as const

export type DeliveryState = (typeof deliveryStates)[number]

export const deliveryStateLabels: Record<DeliveryState, string> = {
  PENDING: '대기',
  SENDING: '보내는 중',
  DELIVERED: '성공',
  FAILED: '실패',
}

export const webhookMessages = {
  failed: '오류가 발생했습니다',
  saved: '웹훅 설정을 저장했어요.',
  renewed: '웹훅 서명 키를 새로 발급했어요.',
  resent: '웹훅을 다시 보내요.',
} as const
