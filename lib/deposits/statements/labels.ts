import type { BankDifferenceKind } from './schema.ts'

/**
 * Korean label of each kind of difference between a day at the bank and the shop's records, and a hint about what staff
 * should do.
 */
export const bankDifferenceTexts: Record<BankDifferenceKind, { label: string; hint: string }> = {
  BALANCE_GAP: {
    label: '잔액이 이어지지 않음',
    hint: '이 거래 앞에 빠진 거래가 있어요. 은행 내역을 다시 가져와 주세요.',
  },
  NOT_STORED: { label: '입금 목록에 없는 입금', hint: '은행에는 있어요. 입금 가져오기로 저장해 주세요.' },
  NOT_AT_BANK: { label: '은행 내역에 없는 입금', hint: '은행에서 입금을 확인해 주세요.' },
  WITHDRAWAL: {
    label: '환불이 아닌 출금',
    hint: '무엇에 쓴 금액인지 확인해 주세요. 은행이 입금을 취소해 가져간 금액이면 그 충전의 승인을 취소해 주세요.',
  },
  REFUND_NOT_AT_BANK: { label: '출금이 없는 환불', hint: '은행에서 이체했는지 확인해 주세요.' },
}

export const bankDayTexts = {
  title: '은행 내역 대사',
  empty: '이날의 은행 내역이 없어요. 은행 파일을 가져오거나 계좌를 조회하는 서비스를 연결하면 잔액까지 대사해요.',
  cut: '거래가 너무 많아 일부만 대사했어요.',
  gap: (won: string) => `${won} 안 맞음`,
  fee: '수수료',
  refund: (ids: readonly number[]) =>
    `환불 ${ids.slice(0, 3).join(', ')}${ids.length > 3 ? ` 외 ${ids.length - 3}건` : ''}`,
  unnamed: '계좌번호 없음',
} as const

/**
 * Name of an account for staff: the connected service with the account's last digits, the account number found in a
 * file, or a text if the file has no account number.
 */
export const bankAccountText = (account: string): string =>
  account.replace(/^barobill /, '바로빌 ').replace(/^popbill /, '팝빌 ') || bankDayTexts.unnamed
