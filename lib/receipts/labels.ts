import { wonText } from '#lib/money/points.ts'

/**
 * States of a receipt, set by staff once it is REQUESTED. A FAILED one has a note that says why, and may be requested
 * again.
 */
export const receiptStatuses = ['REQUESTED', 'ISSUED', 'FAILED'] as const

export type ReceiptStatus = (typeof receiptStatuses)[number]

export const receiptStatusLabels: Record<ReceiptStatus, string> = {
  REQUESTED: '발행 대기',
  ISSUED: '발행 완료',
  FAILED: '발행 실패',
}

/** Kinds of receipts, with their numbers in charges: 0 cash receipt, 1 tax invoice (docs/contract.md#receipt-kinds). */
export const receiptKinds = [1, 0] as const

export type ReceiptKind = (typeof receiptKinds)[number]

export const receiptKindLabels: Record<ReceiptKind, string> = { 0: '현금영수증', 1: '세금계산서' }

/** Labels of the recipient fields of a receipt (docs/contract.md#receipt-kinds), in the order of the form. */
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

/** Fields of a recipient, as stored with the charge. */
type Recipient = Readonly<Record<string, string>>

interface Receipt {
  readonly feeValue: Recipient
  readonly name: string
}

/** The recipient of a receipt: the company, or the depositor of a cash receipt. */
export const payeeOf = ({ feeValue, name }: Receipt): string => feeValue.company ?? name

export const receiptTitle = (receipt: Receipt & { readonly payAmount: number }): string =>
  `${payeeOf(receipt)} · ${wonText(receipt.payAmount)}`

const withDashes = (text: string): string =>
  text.replace(/^(\d{3})(\d{2})(\d{5})$/, '$1-$2-$3').replace(/^(01\d)(\d{3,4})(\d{4})$/, '$1-$2-$3')

/** The recipient's fields with their labels. `shown` is the value with dashes if it is a telephone or
 * business number, `text` the value as stored. */
export const recipientFields = (feeValue: Recipient): { term: string; shown: string; text: string }[] =>
  Object.entries(receiptTerms).flatMap(([field, term]) => {
    const text = feeValue[field]
    if (!text) return []
    return [{ term, text, shown: field === 'businessNumber' || field === 'phone' ? withDashes(text) : text }]
  })

/** CSV export of the list: file name, and column headings by field of the row. */
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
