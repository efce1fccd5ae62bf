/**
 * Keys that pick the first ten charges that a deposit may pay for. 0, which is right of 9 on the keyboard, picks the
 * tenth.
 */
export const chargePickKeys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'] as const

export const depositKeyHelp = [
  { keys: ['A'], does: '고른 충전에 맞추기, 고른 입금 합치기' },
  { keys: ['1–9', '0'], does: '충전 고르기' },
  { keys: ['X'], does: '입금 고르기', isHint: true, actsOnRow: true },
  { keys: ['R'], does: '반환, 고른 입금 모두 반환' },
  { keys: ['D'], does: '중복으로 처리' },
  { keys: ['I'], does: '입금 가져오기' },
]
