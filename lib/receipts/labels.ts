/** ISSUED and FAILED are what staff have marked; a failed one is tried again or left with its note. */
export const receiptStatuses = ['REQUESTED', 'ISSUED', 'FAILED'] as const

export type ReceiptStatus = (typeof receiptStatuses)[number]

export const receiptStatusLabels: Record<ReceiptStatus, string> = {
  REQUESTED: '발행 대기',
  ISSUED: '발행 완료',
  FAILED: '발행 실패',
}

/** A cash receipt or a tax invoice, as charges number them (docs/contract.md#receipt-kinds). */
export const receiptKinds = [1, 0] as const

export type ReceiptKind = (typeof receiptKinds)[number]

export const receiptKindLabels: Record<ReceiptKind, string> = { 0: '현금영수증', 1: '세금계산서' }

/** What a receipt is issued to (docs/contract.md#receipt-kinds), in the order of its form. */
export const receiptTerms = {
  company: '상호',
  businessNumber: '사업자번호',
  leader: '대표자',
  jobType: '업태',
  jobType2: '종목',
  address: '주소',
  email: '이메일',
  phone: '연락처',
} as const

/** The list as a file: its name, and the heads of its columns by the fields of its rows. */
export const receiptSheet = {
  name: '영수증',
  heads: {
    id: '번호',
    createdAt: '요청 시각',
    feeType: ['종류', receiptKindLabels],
    status: ['상태', receiptStatusLabels],
    memberNo: '회원 번호',
    memberId: '회원',
    name: '입금자명',
    payAmount: '합계 금액',
    supply: '공급가액',
    tax: '세액',
    ...receiptTerms,
    chargeId: '충전 번호',
    reversedAt: '승인 취소 시각',
    settledAt: '처리 시각',
    settledBy: '처리',
    note: '메모',
  },
} as const
