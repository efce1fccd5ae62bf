import type { BookFaults, DayDifferenceKind, LedgerFault, SealFault } from './schema.ts'

type BookLabels = { readonly title: string; readonly text: string; readonly stated: string; readonly found: string }

/**
 * Korean texts of each check: its title, its rule in one sentence (`text`), and the names of the amounts `stated` and
 * `found` of a `FaultyRow`.
 */
export const bookLabels: Readonly<Record<keyof BookFaults, BookLabels>> = {
  balances: { title: '잔액', text: '회원의 잔액은 원장의 합계, 마지막 잔액과 같아요.', stated: '잔액', found: '원장' },
  entries: {
    title: '원장의 흐름',
    text: '원장의 행마다 잔액은 바로 앞 잔액에 증감을 더한 값이에요.',
    stated: '적힌 잔액',
    found: '앞 잔액 + 증감',
  },
  orders: {
    title: '주문',
    text: '주문의 금액과 환불·복구는 원장과 같고, 돌려준 합계는 금액을 넘지 않아요.',
    stated: '주문',
    found: '원장',
  },
  bulkOrders: {
    title: '대량주문',
    text: '대량주문에서 한 번에 빠진 포인트는 함께 넣은 주문들의 금액과 같아요.',
    stated: '주문의 합계',
    found: '원장',
  },
  autoOrders: {
    title: '자동주문',
    text: '자동주문의 비용과 환불은 원장의 차감, 환불과 같아요.',
    stated: '자동주문',
    found: '원장',
  },
  charges: { title: '충전', text: '승인한 충전은 원장에 한 번 적립됐어요.', stated: '충전', found: '원장' },
  deposits: { title: '입금', text: '처리한 입금은 적립된 충전의 금액과 같아요.', stated: '입금', found: '충전' },
  refunds: { title: '환불', text: '지급한 환불은 원장에서 한 번 빠졌어요.', stated: '환불', found: '원장' },
  debts: {
    title: '미수금',
    text: '승인을 취소한 충전에서 못 거둔 포인트는 미수금과 같고, 원장에서 거둔 만큼만 줄었어요.',
    stated: '미수금',
    found: '원장',
  },
  rewards: {
    title: '추천 적립',
    text: '지급하고 되돌린 추천 적립은 추천한 회원의 원장과 같아요.',
    stated: '추천 적립',
    found: '원장',
  },
  promotions: {
    title: '보너스와 쿠폰',
    text: '준 보너스와 쿠폰은 예산 안에 있고, 회수한 만큼 뺀 값이 회원의 원장과 같아요.',
    stated: '보너스와 쿠폰',
    found: '원장',
  },
}

/**
 * Korean names of the amount that is wrong in a faulty row (`what` of FaultyRow). SUM: the row's main amount. BACK: its
 * second amount, which is checked if the main one is right; mostly the part given back. LAST: a balance in the ledger.
 */
export const faultyAmountLabels = { SUM: '금액', BACK: '환불액', LAST: '마지막 잔액' } as const

export const ledgerFaultLabels: Readonly<Record<LedgerFault['fault'], string>> = {
  CHANGED: '내용이 바뀜',
  REMOVED: '지워짐',
  ADDED: '끼워 넣음',
  BROKEN: '앞 기록과 이어지지 않음',
}

export const sealFaultLabels: Readonly<Record<SealFault['fault'], string>> = {
  FORGED: '서명이 다름',
  AUDIT: '감사 기록을 다시 씀',
  LEDGER: '원장을 다시 씀',
}

/**
 * Korean label of each reason why a day's deposits and the charges credited on it have different sums, or why a cash
 * refund isn't transferred yet. The hint explains the difference, or says what staff should do about it.
 */
export const dayDifferenceTexts: Record<DayDifferenceKind, { label: string; hint: string }> = {
  DEPOSIT_WAITING: { label: '충전되지 않은 입금', hint: '입금 화면에서 충전과 이어 주세요.' },
  DEPOSIT_RETURNED: { label: '반환한 입금', hint: '은행에서 돌려보낸 것을 확인해 주세요.' },
  CREDITED_OTHER_DAY: { label: '다른 날 충전된 입금', hint: '이날 들어와 다른 날 충전됐어요.' },
  PAID_OTHER_DAY: { label: '다른 날 입금된 충전', hint: '다른 날 들어온 입금으로 이날 충전됐어요.' },
  NO_DEPOSIT: { label: '입금 없는 충전', hint: '입금 내역 없이 승인됐어요. 은행에서 입금을 확인해 주세요.' },
  REFUND_UNSENT: { label: '보내는 중인 환불', hint: '포인트는 차감됐고 아직 이체가 끝나지 않았어요.' },
}
