import { z } from 'zod'
import type { DocumentForm, IssuedDocument, NewCorrection, NewDocument, TaxOfficeState } from './issuer.ts'
import { type DocumentSums, isRecentTrade } from './rules.ts'

// Names and fields of the two kinds of documents that Popbill issues. docs/sources.md describes the protocol, and says
// where Popbill documents it.

const ITEM = '포인트 충전'

const wonAmount = z.union([z.string(), z.number()]).transform(Number).pipe(z.number().int())
const approvalNumber = z.string().trim().min(1).max(40)
const day = z
  .string()
  .regex(/^\d{8}/)
  .transform((digits) => digits.slice(0, 8))
const stateCode = z.coerce.number().int()
const reason = z.string().nullish()

const cashInfo = z.object({
  stateCode,
  confirmNum: approvalNumber,
  tradeDate: day,
  totalAmount: wonAmount,
  ntsresultCode: reason,
  ntsresultMessage: reason,
})
const invoiceInfo = z.object({
  stateCode,
  ntsconfirmNum: approvalNumber,
  writeDate: day,
  supplyCostTotal: wonAmount,
  taxTotal: wonAmount,
  ntssendErrCode: reason,
})

/**
 * Reads Popbill's state code. 304: the tax office has accepted the document. 305 and 600: it has rejected the document.
 */
const filingOf = (code: number): TaxOfficeState => {
  if (code === 304) return 'ACCEPTED'
  return code === 305 || code === 600 ? 'REJECTED' : 'PENDING'
}

/** Reads Popbill's information about a document; null if it can't be read. */
type ParseDocument = (answer: unknown) => IssuedDocument | null

const parseCash: ParseDocument = (answer) => {
  const { data } = cashInfo.safeParse(answer)
  if (!data) return null
  const filing = filingOf(data.stateCode)
  const why = data.ntsresultMessage || data.ntsresultCode || null
  const { confirmNum, tradeDate, totalAmount } = data
  return { number: confirmNum, day: tradeDate, total: Math.abs(totalAmount), filing, reason: why }
}

const parseInvoice: ParseDocument = (answer) => {
  const { data } = invoiceInfo.safeParse(answer)
  if (!data) return null
  const { ntsconfirmNum, writeDate, supplyCostTotal, taxTotal, ntssendErrCode } = data
  const total = Math.abs(supplyCostTotal + taxTotal)
  const filing = filingOf(data.stateCode)
  return { number: ntsconfirmNum, day: writeDate, total, filing, reason: ntssendErrCode || null }
}

type Context = { corpNum: string; now: Date }

const sumFields = ({ total, supply, tax }: DocumentSums) => ({
  totalAmount: String(total),
  supplyCost: String(supply),
  tax: String(tax),
  serviceFee: '0',
})

/**
 * Fields of a cash receipt. Popbill accepts a time of trade only of today or yesterday. Any other time is left out, and
 * the receipt then states the time of issue.
 */
const cashbillFields = ({ key, sums, paidAt, recipient }: NewDocument, { corpNum, now }: Context) => ({
  mgtKey: key,
  ...(isRecentTrade(paidAt, now) && { tradeDT: paidAt }),
  tradeType: '승인거래',
  tradeUsage: '소득공제용',
  tradeOpt: '일반',
  taxationType: '과세',
  ...sumFields(sums),
  franchiseCorpNum: corpNum,
  identityNum: recipient.phone ?? '',
  itemName: ITEM,
  smssendYN: false,
})

const revocationFields = ({ key, sums, original, isWhole }: NewCorrection) => ({
  mgtKey: key,
  orgConfirmNum: original.number,
  orgTradeDate: original.day,
  smssendYN: false,
  memo: '충전 취소',
  isPartCancel: !isWhole,
  cancelType: 1,
  ...(!isWhole && sumFields(sums)),
})

/** Fields of a tax invoice. If `sign` is -1, the invoice takes the amount back. */
const invoiceFields = (
  document: NewDocument,
  { corpNum }: Context,
  { writeDate, sign }: { writeDate: string; sign: 1 | -1 },
) => {
  const { recipient, seller, sums } = document
  const [supply, tax] = [String(sign * sums.supply), String(sign * sums.tax)]
  return {
    writeDate,
    chargeDirection: '정과금',
    issueType: '정발행',
    purposeType: '영수',
    taxType: '과세',
    invoicerCorpNum: corpNum,
    invoicerMgtKey: document.key,
    invoicerCorpName: seller.company,
    invoicerCEOName: seller.leader,
    invoicerAddr: seller.address,
    invoiceeType: '사업자',
    invoiceeCorpNum: recipient.businessNumber ?? '',
    invoiceeCorpName: recipient.company ?? '',
    invoiceeCEOName: recipient.leader ?? '',
    invoiceeAddr: recipient.address ?? '',
    invoiceeBizType: recipient.jobType ?? '',
    invoiceeBizClass: recipient.jobType2 ?? '',
    invoiceeTEL1: recipient.phone ?? '',
    invoiceeEmail1: recipient.email ?? '',
    supplyCostTotal: supply,
    taxTotal: tax,
    totalAmount: String(sign * sums.total),
    detailList: [{ serialNum: 1, purchaseDT: writeDate, itemName: ITEM, supplyCost: supply, tax }],
  }
}

/** Popbill's code for the reason of a correction. 4: the contract is dissolved. 2: the supply value has changed. */
const modifyCode = ({ isWhole }: NewCorrection) => (isWhole ? '4' : '2')

const correctionInvoiceFields = (correction: NewCorrection, context: Context) => ({
  ...invoiceFields(correction, context, { writeDate: correction.correctedOn, sign: -1 }),
  modifyCode: modifyCode(correction),
  orgNTSConfirmNum: correction.original.number,
  remark1: `당초 작성일 ${correction.original.day}`,
})

/** How Popbill's API handles one kind of document. */
type Form = {
  /** Scope of Popbill's access token for these documents. */
  scope: string
  /** Name of Popbill's web page about these documents, in Korean. */
  page: string
  path: string
  pathOf(key: string): string
  /** Error code: Popbill has no document with this key. */
  unknownCode: number
  /**
   * Error code: the tax office doesn't have the original of a correction yet. Null if Popbill has no such code for
   * these documents.
   */
  tooEarlyCode: number | null
  parseDocument: ParseDocument
  issueBody(document: NewDocument, context: Context): object
  correction(correction: NewCorrection, context: Context): { verb: string; body: object }
}

/** How Popbill's API handles each kind of document. */
export const popbillForms: Record<DocumentForm, Form> = {
  CASH: {
    scope: '140',
    page: '현금영수증',
    path: '/Cashbill',
    pathOf: (key) => `/Cashbill/${key}`,
    unknownCode: -14_000_003,
    tooEarlyCode: -14_001_021,
    parseDocument: parseCash,
    issueBody: cashbillFields,
    correction: (correction) => ({ verb: 'REVOKEISSUE', body: revocationFields(correction) }),
  },
  INVOICE: {
    scope: '110',
    page: '전자세금계산서',
    path: '/Taxinvoice',
    pathOf: (key) => `/Taxinvoice/SELL/${key}`,
    unknownCode: -11_000_005,
    tooEarlyCode: null,
    parseDocument: parseInvoice,
    issueBody: (document, context) =>
      invoiceFields(document, context, { writeDate: document.paidAt.slice(0, 8), sign: 1 }),
    correction: (correction, context) => ({ verb: 'ISSUE', body: correctionInvoiceFields(correction, context) }),
  },
}
