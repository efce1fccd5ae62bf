/** Labels that staff see for the kinds of ledger entries (docs/contract.md#ledger). */
export const entryKindLabels: Readonly<Record<string, string>> = {
  CHARGE: '충전',
  CARD_CHARGE: '카드 충전',
  CHARGE_BONUS: '충전 보너스',
  COUPON: '쿠폰',
  ORDER: '주문',
  ORDER_REFUND: '주문 환불',
  BULK_ORDER: '대량주문',
  AUTO_ORDER: '자동주문',
  AUTO_ORDER_REFUND: '자동주문 환불',
  REFERRAL_REWARD: '추천 보상',
  REWARD_REVERSAL: '추천 보상 회수',
  ADJUSTMENT: '조정',
  CHARGE_REVERSAL: '충전 취소',
  CASH_REFUND: '현금 환불',
  UNFOLLOW_RECOVERY: '언팔로우 복구',
  DEBT_RECOVERY: '미수금 회수',
  FORFEIT: '탈퇴 소멸',
}

type AdjustmentStatus = 'WAITING' | 'DONE' | 'REJECTED'

export const adjustmentStatusLabels: Readonly<Record<AdjustmentStatus, string>> = {
  WAITING: '확인 대기',
  DONE: '반영',
  REJECTED: '거절',
}
