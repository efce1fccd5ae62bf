import { wonText } from '#lib/money/points.ts'

/**
 * Statuses of a receipt. REQUESTED: it still has to be issued. FAILED: it couldn't be issued, and a note says why. A
 * failed receipt may be requested or issued again.
 */
export const receiptStatuses = ['REQUESTED', 'ISSUED', 'FAILED'] as const

export type ReceiptStatus = (typeof receiptStatuses)[number]

export const receiptStatusLabels: Record<ReceiptStatus, string> = {
  REQUESTED: '발행 대기',
  ISSUED: '발행 완료',
  FAILED: '발행 실패',
}

/**
 * States of a document that an issuer (a connected service, such as Popbill) issues for a receipt:
 * - WAITING: it still has to be issued.
 * - ISSUED: the issuer has issued it.
 * - FILED: the tax office has it.
 * - FAILED: the issuer refused it; or the tax office rejected it, and it is a correction. Staff have to decide.
 * - REJECTED: the tax office rejected it, and another document may take its place.
 * - DROPPED: it will not be issued any more.
 * - BY_HAND: staff issued it outside the shop.
 */
export const documentStates = ['WAITING', 'ISSUED', 'FILED', 'FAILED', 'REJECTED', 'DROPPED', 'BY_HAND'] as const

export type DocumentState = (typeof documentStates)[number]

/** States of documents that aren't done. The list of receipts can be limited to receipts with such a document. */
export const openDocumentStates = ['WAITING', 'FAILED'] as const

export type OpenDocumentState = (typeof openDocumentStates)[number]

/** Texts of the list's filter by these states. */
export const openDocumentFilterTexts = {
  label: '자동 발행',
  all: '모든 자동 발행',
  WAITING: '발행 중인 문서',
  FAILED: '실패한 문서',
} as const

export const documentStateLabels: Record<DocumentState, string> = {
  WAITING: '발행 중',
  ISSUED: '발행됨',
  FILED: '국세청 전송 완료',
  FAILED: '발행 실패',
  REJECTED: '국세청 거절',
  DROPPED: '발행 안 함',
  BY_HAND: '직접 처리',
}

/** Kinds of documents. ISSUE: the receipt itself. CORRECTION: takes back all or part of its amount. */
export const documentKinds = ['ISSUE', 'CORRECTION'] as const

export type DocumentKind = (typeof documentKinds)[number]

export const documentKindLabels: Record<DocumentKind, string> = { ISSUE: '발행', CORRECTION: '취소 발행' }

/** Texts about a receipt's documents in the console. */
export const receiptDocumentTexts = {
  title: '자동 발행',
  number: '승인번호',
  copyNumber: '승인번호 복사',
  view: '영수증 보기',
  open: '새 창에서 열기',
  openHint: '30초 동안만 열려요.',
  asked: '영수증 주소를 받았어요.',
  retry: '취소 다시 발행',
  retried: '취소를 다시 발행해요.',
  byHand: '직접 취소함',
  byHandText: '서비스나 홈택스에서 직접 취소 발행한 것으로 적어요.',
  byHandAction: '직접 취소한 것으로 적기',
  byHandDone: '직접 취소한 것으로 적었어요.',
} as const

/** Message for staff: a correction waits because no issuer is switched on to send it. */
export const correctionIdleText =
  '영수증 자동 발행이 꺼져 있어 취소 발행을 보내지 못했어요. 다시 켜거나 서비스에서 직접 취소하고 적어 주세요.'

/** Text of a task: staff issued a receipt outside the shop, and its charge was then reversed or paid back. */
export const correctionByHandText =
  '직접 발행한 영수증의 충전이 취소되거나 환불됐어요. 홈택스에서 그만큼 취소 발행해 주세요.'

type PaidBack = Readonly<Record<'payAmount' | 'paidBack' | 'supply' | 'tax', number>> & {
  readonly status: ReceiptStatus
  readonly byHandSum: number | null
}

/**
 * Text for staff: how much of a receipt's charge was paid back, and what to do about the receipt. Null if there is
 * nothing to do. For an issued receipt, only the amount paid back after it was issued matters. If the issued amount
 * isn't known (`byHandSum` is null), the receipt is assumed to state `payAmount`.
 */
export function paidBackText({ payAmount, paidBack, supply, tax, status, byHandSum }: PaidBack): string | null {
  if (paidBack === 0) return null
  const due = supply + tax
  if (status !== 'ISSUED')
    return due > 0
      ? `이 충전에서 ${wonText(paidBack)}을 환불했어요. 남은 금액으로 발행해 주세요.`
      : '모두 환불한 충전이에요. 발행하지 마세요.'
  const since = (byHandSum ?? payAmount) - due
  if (since <= 0) return null
  return byHandSum === null
    ? `이 충전에서 ${wonText(paidBack)}을 환불했어요. 환불한 만큼 취소 발행해 주세요.`
    : `발행한 뒤에 ${wonText(since)}을 환불했어요. 그만큼 취소 발행해 주세요.`
}

/** Text for a member whose receipt couldn't be issued, before and after the link to a question about its charge. */
export const failedReceiptTexts = {
  before: '증빙을 발행하지 못했어요.',
  link: '문의',
  after: '를 남겨 주시면 확인해 드려요.',
} as const

/** Note on a receipt that is not issued, because its charge was reversed or paid back first. */
export const nothingToIssueNote = '발행하기 전에 충전이 취소되거나 환불되어 발행하지 않았어요.'

/**
 * Kinds of receipts, in the sequence in which the console shows them, by the numbers that charges store: 0 cash
 * receipt, 1 tax invoice (docs/contract.md#receipt-kinds).
 */
export const receiptKinds = [1, 0] as const

export type ReceiptKind = (typeof receiptKinds)[number]

export const receiptKindLabels: Record<ReceiptKind, string> = { 0: '현금영수증', 1: '세금계산서' }

/** Telephone number of the tax office. It is the recipient of cash receipts that no member asked for (자진발급). */
export const TAX_OFFICE_PHONE_NUMBER = '0100001234'

/** Name of a receipt's kind, marked if no member asked for the receipt. */
export const receiptKindText = ({ feeType, isMandatory }: { feeType: number; isMandatory: boolean }): string =>
  `${receiptKindLabels[feeType as ReceiptKind]}${isMandatory ? ' (자진발급)' : ''}`

/**
 * Labels of the fields about a receipt's recipient (docs/contract.md#receipt-kinds), in the sequence of the charge
 * form.
 */
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

/** Details of a receipt's recipient, by field, as the charge stores them. */
type Recipient = Readonly<Record<string, string>>

interface Receipt {
  readonly feeValue: Recipient
  /** Depositor name of the charge; '' once it is erased. */
  readonly name: string
  /** Login id of the member; 탈퇴 회원 and his number if he has deleted his account. */
  readonly memberId: string
}

/**
 * Name of the recipient: the company of a tax invoice, the depositor of a cash receipt. If both are erased, the
 * member's login id.
 */
export const recipientName = ({ feeValue, name, memberId }: Receipt): string => feeValue.company ?? (name || memberId)

export const receiptTitle = (receipt: Receipt & { readonly payAmount: number }): string =>
  `${recipientName(receipt)} · ${wonText(receipt.payAmount)}`

const withDashes = (text: string): string =>
  text === TAX_OFFICE_PHONE_NUMBER
    ? '010-000-1234'
    : text.replace(/^(\d{3})(\d{2})(\d{5})$/, '$1-$2-$3').replace(/^(01\d)(\d{3,4})(\d{4})$/, '$1-$2-$3')

/**
 * Fields about the recipient with their labels. `text` is the value as stored; `shown` is the value to display:
 * telephone and business numbers with dashes.
 */
export const recipientFields = (feeValue: Recipient): { term: string; shown: string; text: string }[] =>
  Object.entries(recipientFieldLabels).flatMap(([field, term]) => {
    const text = feeValue[field]
    if (!text) return []
    return [{ term, text, shown: field === 'businessNumber' || field === 'phone' ? withDashes(text) : text }]
  })

/** Exported file of the list of receipts: its name, and the column headings by field of a row. */
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
    // The newest column comes last, because some users read the columns by their position.
    paidBack: '환불한 금액',
  },
} as const

/**
 * How a sale is reported to the tax office: CASH, MANDATORY and INVOICE by a receipt of the shop, CARD by the card
 * company, NONE not at all.
 */
export const saleKinds = ['CASH', 'MANDATORY', 'INVOICE', 'CARD', 'NONE'] as const

/** How a sale is reported to the tax office. */
export type SaleKind = (typeof saleKinds)[number]

export const saleKindLabels: Record<SaleKind, string> = {
  CASH: '현금영수증',
  MANDATORY: '현금영수증 (자진발급)',
  INVOICE: '세금계산서',
  CARD: '카드·가상계좌',
  NONE: '증빙 없음',
}

/**
 * What changed the amount of a charge. CREDIT: it was credited; REFUND: a cash refund paid points back; REVERSAL: it
 * was reversed; CARD_RETURN: its payment was cancelled, in part or in full.
 */
export type SaleChange = 'CREDIT' | 'REFUND' | 'REVERSAL' | 'CARD_RETURN'

export const saleChangeLabels: Record<SaleChange, string> = {
  CREDIT: '충전',
  REFUND: '환불',
  REVERSAL: '승인 취소',
  CARD_RETURN: '결제 취소',
}

/** Texts of the file with a month's sales, and of the console page about it. */
export const monthFileTexts = {
  title: '한 달 매출 파일',
  /** Explains which day a sale belongs to (docs/decisions/0065). */
  supplyTime:
    '공급시기는 포인트를 충전한 날로 봤어요. 환불과 취소는 그날의 음수로 적어요. 신고하기 전에 세무대리인과 확인해 주세요.',
  heads: [
    ...['일자', '증빙', '거래', '합계', '공급가액', '부가세', '상호·입금자명', '사업자번호', '발행 상태', '승인번호'],
    '충전 번호',
  ],
  sum: '합계',
} as const
