import { wonText } from '#lib/money/points.ts'

/**
 * Statuses of a receipt. REQUESTED: staff still have to issue it; FAILED: they couldn't, and a note says why. A failed
 * one may be requested or issued again.
 */
export const receiptStatuses = ['REQUESTED', 'ISSUED', 'FAILED'] as const

export type ReceiptStatus = (typeof receiptStatuses)[number]

export const receiptStatusLabels: Record<ReceiptStatus, string> = {
  REQUESTED: '발행 대기',
  ISSUED: '발행 완료',
  FAILED: '발행 실패',
}

/**
 * The kinds of receipts by the numbers that charges store: 0 cash receipt, 1 tax invoice
 * (docs/contract.md#receipt-kinds).
 */
export const receiptKinds = [1, 0] as const

export type ReceiptKind = (typeof receiptKinds)[number]

export const receiptKindLabels: Record<ReceiptKind, string> = { 0: '현금영수증', 1: '세금계산서' }

/** Labels of a receipt's recipient fields (docs/contract.md#receipt-kinds), in the sequence of the charge form. */
export const recipientFieldLabels = {
  company: '상호',
  businessNumber: '사업자번호',
  leader: '대표자',
  jobType: '업태',
  jobType2: '종목',
  address: '주소',
  email: '이메일',
  phone: '연락처',
} as const

/** Who a receipt is issued to: the fields that the charge stores. */
type Recipient = Readonly<Record<string, string>>

interface Receipt {
  readonly feeValue: Recipient
  readonly name: string
}

/** Name of the recipient: the company of a tax invoice, the depositor of a cash receipt. */
export const recipientName = ({ feeValue, name }: Receipt): string => feeValue.company ?? name

export const receiptTitle = (receipt: Receipt & { readonly payAmount: number }): string =>
  `${recipientName(receipt)} · ${wonText(receipt.payAmount)}`

const withDashes = (text: string): string =>
  text.replace(/^(\d{3})(\d{2})(\d{5})$/, '$1-$2-$3').replace(/^(01\d)(\d{3,4})(\d{4})$/, '$1-$2-$3')

/**
 * The recipient's fields with their labels. `text` is the value as stored, `shown` the same with dashes if it is a
 * telephone or business number.
 */
export const recipientFields = (feeValue: Recipient): { term: string; shown: string; text: string }[] =>
  Object.entries(recipientFieldLabels).flatMap(([field, term]) => {
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
    ...recipientFieldLabels,
    chargeId: '충전 번호',
    reversedAt: '승인 취소 시각',
    settledAt: '처리 시각',
    settledBy: '처리',
    note: '메모',
  },
} as const
