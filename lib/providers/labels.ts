/** What became of an order's sending: the last three surely did not reach the provider's books (decisions 8). */
export const outcomes = ['SENT', 'UNKNOWN', 'REFUSED', 'NO_FUNDS', 'UNSENT'] as const

export type Outcome = (typeof outcomes)[number]

export const dialects = ['FORM', 'JSON'] as const

export type Dialect = (typeof dialects)[number]

/** What an order's timeline says of its delivery. */
export const deliveryNotes = {
  unknown: '확인 중',
  refused: '공급사에서 받을 수 없는 주문입니다.',
  foundSent: '공급사에서 접수를 확인했습니다.',
  foundUnsent: '공급사에 접수되지 않아 다시 보냅니다.',
  settledLate: '공급사의 늦은 변경',
  heardLate: '끝난 뒤 공급사에서 바뀜',
} as const
