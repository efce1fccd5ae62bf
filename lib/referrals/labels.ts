/**
 * States of a reward. NONE: the charge earns no reward. OWED: it will be paid. WAITING: it is held until staff decide.
 * CANCELED: the whole charge was reversed or paid back, or the referrer has deleted his account. REFUSED: staff
 * declined to pay it.
 */
export const rewardStates = ['NONE', 'OWED', 'WAITING', 'PAID', 'CANCELED', 'REFUSED'] as const

export type RewardState = (typeof rewardStates)[number]

export const rewardStateLabels: Record<RewardState, string> = {
  NONE: '보상 없음',
  OWED: '적립 예정',
  WAITING: '확인 중',
  PAID: '적립',
  CANCELED: '취소',
  REFUSED: '지급 안 함',
}

/**
 * Reasons to hold a reward for staff, in the sequence in which they are displayed:
 * - SAME_NAME, SAME_ACCOUNT: the referred member and the referrer share a name or a bank account.
 * - SAME_PLACE: more than three members whom this referrer has referred, including this one, share a device or network.
 * - FORMER_MEMBER: the telephone number, or the Naver or Kakao login, of the referred member once belonged to another
 *   account that had charged points. That account was deleted, or has another number or login now.
 */
export const rewardHoldReasons = ['SAME_NAME', 'SAME_ACCOUNT', 'SAME_PLACE', 'FORMER_MEMBER'] as const

export type RewardHoldReason = (typeof rewardHoldReasons)[number]

export const rewardHoldReasonLabels: Record<RewardHoldReason, string> = {
  SAME_NAME: '추천한 회원과 입금자명이나 예금주가 같아요',
  SAME_ACCOUNT: '추천한 회원과 환불 계좌가 같아요',
  SAME_PLACE: '30일 동안 추천받은 회원 4명 이상이 같은 기기나 네트워크를 썼어요',
  FORMER_MEMBER: '추천받은 회원의 전화번호나 간편 로그인이 전에 충전한 다른 계정의 것이었어요',
}
