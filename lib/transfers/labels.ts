/**
 * Banks that accept a bulk-transfer file in their business banking (docs/sources.md). The identifiers are the shop's
 * own.
 */
export const transferBanks = ['KB', 'SHINHAN', 'WOORI', 'HANA', 'NH', 'IBK', 'KAKAO', 'TOSS', 'KBANK'] as const

export type TransferBank = (typeof transferBanks)[number]

export const transferBankLabels: Record<TransferBank, string> = {
  KB: '국민은행',
  SHINHAN: '신한은행',
  WOORI: '우리은행',
  HANA: '하나은행',
  NH: '농협은행',
  IBK: '기업은행',
  KAKAO: '카카오뱅크',
  TOSS: '토스뱅크',
  KBANK: '케이뱅크',
}

/** Results of one transfer: the bank has sent the money, or failed to. */
export const transferResults = ['SENT', 'FAILED'] as const

export type TransferResult = (typeof transferResults)[number]

export const transferResultLabels: Record<TransferResult, string> = { SENT: '이체 완료', FAILED: '이체 실패' }

/** Reasons why a line of a bank's table of transfer results marks no refund; `transferLineFaultTexts` explains them. */
export const transferLineFaults = [
  'NO_RESULT',
  'NO_REFUND',
  'AMOUNT',
  'NAME',
  'UNCLEAR',
  'CONTRARY',
  'OWN',
  'FAILED_BEFORE',
] as const

export type TransferLineFault = (typeof transferLineFaults)[number]

export const transferLineFaultTexts: Record<TransferLineFault, string> = {
  NO_RESULT: '처리 결과를 읽을 수 없어요.',
  NO_REFUND: '이 파일에 없는 계좌예요. 은행에서 계좌를 확인해 주세요.',
  AMOUNT: '파일의 금액과 달라요. 은행에서 금액을 확인해 주세요.',
  NAME: '예금주가 신청한 이름과 달라요. 은행에서 예금주를 확인해 주세요.',
  UNCLEAR: '같은 계좌와 금액이 여러 줄이라 어느 환불인지 알 수 없어요.',
  CONTRARY: '이미 다른 결과로 표시됐어요.',
  OWN: '본인의 환불이에요. 다른 운영자가 표시해 주세요.',
  FAILED_BEFORE: '앞선 파일에서 실패한 환불이에요. 이번에도 실패했는지 은행에서 확인하고 직접 표시해 주세요.',
}

/**
 * Results of putting a refund into a file. IN_FILE: it is in the file. WAITING: its pay-out waits for a second person.
 * REFUSED: it can't be put into the file.
 */
export const putInFileResults = ['IN_FILE', 'WAITING', 'REFUSED'] as const

/** Text of a transfer in the recipient's account statement. */
export const recipientStatementText = '환불'

/** Text of a transfer in the shop's own account statement. It contains the id of the refund. */
export const shopStatementText = (refundId: number): string => `환불 ${refundId}`
