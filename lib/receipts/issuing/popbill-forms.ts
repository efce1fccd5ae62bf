import { z } from 'zod'
import type { DocumentForm, Filing, IssuedDocument, NewCorrection, NewDocument } from './issuer.ts'
import { type DocumentSums, isRecentTrade } from './rules.ts'

// Names and fields of Popbill's two forms of documents. docs/sources.md describes the protocol, and where each part of
// it is documented.

const ITEM = '포인트 충전'

const won = z.union([z.string(), z.number()]).transform(Number)
const number = z.string().trim().min(1).max(40)
const day = z
  .string()
  .regex(/^\d{8}/)
  .transform((digits) => digits.slice(0, 8))
const stateCode = z.coerce.number().int()
const reason = z.string().nullish()

const cashInfo = z.object({
  stateCode,
  confirmNum: number,
  tradeDate: day,
  totalAmount: won,
  ntsresultCode: reason,
  ntsresultMessage: reason,
})
const invoiceInfo = z.object({
  stateCode,
  ntsconfirmNum: number,
  writeDate: day,
  supplyCostTotal: won,
  taxTotal: won,
  ntssendErrCode: reason,
})

const filingOf = (code: number): Filing => {
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

const texts = ({ total, supply, tax }: DocumentSums) => ({
  totalAmount: String(total),
  supplyCost: String(supply),
  tax: String(tax),
  serviceFee: '0',
})

/**
 * Fields of a cash receipt. Without a time of trade, that is the time of issue: Popbill accepts only times of today and
 * yesterday.
 */
const cashbill = ({ key, sums, paidAt, recipient }: NewDocument, { corpNum, now }: Context) => ({
  mgtKey: key,
  ...(isRecentTrade(paidAt, now) && { tradeDT: paidAt }),
  tradeType: '승인거래',
  tradeUsage: '소득공제용',
  tradeOpt: '일반',
  taxationType: '과세',
  ...texts(sums),
  franchiseCorpNum: corpNum,
  identityNum: recipient.phone ?? '',
  itemName: ITEM,
  smssendYN: false,
})

const revoke = ({ key, sums, original, isWhole }: NewCorrection) => ({
  mgtKey: key,
  orgConfirmNum: original.number,
  orgTradeDate: original.day,
  smssendYN: false,
  memo: '충전 취소',
  isPartCancel: !isWhole,
  cancelType: 1,
  ...(!isWhole && texts(sums)),
})

/** Fields of a tax invoice or, with `sign` -1, of one that takes the amount back. */
const invoice = (
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

/** Popbill's code of the reason for a correction: 4 the contract is dissolved, 2 the supply value has changed. */
const modifyCode = ({ isWhole }: NewCorrection) => (isWhole ? '4' : '2')

const modifiedInvoice = (correction: NewCorrection, context: Context) => ({
  ...invoice(correction, context, { writeDate: correction.correctedOn, sign: -1 }),
  modifyCode: modifyCode(correction),
  orgNTSConfirmNum: correction.original.number,
  remark1: `당초 작성일 ${correction.original.day}`,
})

type Form = {
  /** Scope of the token for this form, and the name of Popbill's page about it. */
  scope: string
  page: string
  path: string
  pathOf(key: string): string
  /** Error numbers of refusals: there is no document with this key; the tax office doesn't have the original yet. */
  unknown: number
  tooEarly: number | null
  parseDocument: ParseDocument
  issueBody(document: NewDocument, context: Context): object
  correction(correction: NewCorrection, context: Context): { verb: string; body: object }
}

export const popbillForms: Record<DocumentForm, Form> = {
  CASH: {
    scope: '140',
    page: '현금영수증',
    path: '/Cashbill',
    pathOf: (key) => `/Cashbill/${key}`,
    unknown: -14_000_003,
    tooEarly: -14_001_021,
    parseDocument: parseCash,
    issueBody: cashbill,
    correction: (correction) => ({ verb: 'REVOKEISSUE', body: revoke(correction) }),
  },
  INVOICE: {
    scope: '110',
    page: '전자세금계산서',
    path: '/Taxinvoice',
    pathOf: (key) => `/Taxinvoice/SELL/${key}`,
    unknown: -11_000_005,
    tooEarly: null,
    parseDocument: parseInvoice,
    issueBody: (document, context) => invoice(document, context, { writeDate: document.paidAt.slice(0, 8), sign: 1 }),
    correction: (correction, context) => ({ verb: 'ISSUE', body: modifiedInvoice(correction, context) }),
  },
}
