import { descendantAt, escapeXml, parseXml, textOfChild, type XmlElement } from '../read-xml.ts'
import { type BarobillDocuments, barobillDocuments, findBarobillVerb } from './barobill-documents.ts'
import {
  type StandIn,
  type StandInAnswer,
  type StandInRequest,
  type StandInRequestKind,
  startStandInServer,
  type Transfer,
} from './stand-in.ts'

// Behaves as Barobill's WSDL and public client code say (docs/sources.md). Requests are SOAP. The rows of the bank
// account come in pages, with all values as text and times in Seoul. The TransRefKey of a row changes each time the
// rows are collected from the bank. Errors are negative numbers of five digits, with HTTP 200. Barobill doesn't publish
// what the numbers mean; the meanings here are made up.

/** Values of the connection's form that the stand-in accepts. */
export const barobillValues = {
  environment: 'REAL',
  certKey: '00000000-STAN-DIN0-0000-000000000001',
  corpNum: '1234567891',
  userId: 'standin-user',
  accountNumber: '94220100123456',
  nameField: '1',
}

const NAMESPACE = 'http://ws.baroservice.com/'

const meanings: Record<string, string> = {
  '-10001': '일시적인 오류가 발생했습니다.',
  '-10002': '연동인증키가 유효하지 않습니다.',
  '-10003': '회원사가 아닙니다.',
  '-20001': '등록되지 않은 계좌입니다.',
  '-20002': '조회기간이 올바르지 않습니다.',
}

/**
 * A row of the bank account. `remark`: number of the remark field that contains the depositor's name. `out`: amount of
 * a withdrawal; 0 for a deposit.
 */
type Row = Transfer & { at: Date; remark: 1 | 2; out: number; currency: string; balance: string; digits: number }

export type BarobillStandIn = StandIn & {
  /** If false, Barobill doesn't collect new rows from the bank, so it can't report them yet. */
  collects: boolean
  /** The cash receipts that the stand-in has issued. */
  documents: BarobillDocuments
  /** If true, Barobill returns the meaning of an error number even for a wrong key. */
  explainsToAnyone: boolean
  /** Adds a row to the account, with any values that a bank may report; `digits`: length of its time, 14, 12 or 8. */
  addRow(row: Transfer & Partial<Pick<Row, 'remark' | 'out' | 'currency' | 'balance' | 'digits'>>): void
  /** A function that a test may set: called with the number of a requested page before the stand-in reads the page. */
  beforePage: (page: number) => void
}

const momentOf = (at: Date, digits: number): string =>
  new Date(at.getTime() + 9 * 3_600_000).toISOString().replace(/\D/g, '').slice(0, digits)

const tag = (name: string, value: string | number): string => `<${name}>${escapeXml(String(value))}</${name}>`

const soap = (content: string): string =>
  `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><soap:Body>${content}</soap:Body></soap:Envelope>`

const response = (method: string, content: string): StandInAnswer => ({
  type: 'text/xml; charset=utf-8',
  body: soap(
    `<${method}Response xmlns="${NAMESPACE}"><${method}Result>${content}</${method}Result></${method}Response>`,
  ),
})

const fault = (): StandInAnswer => ({
  status: 500,
  type: 'text/xml; charset=utf-8',
  body: soap(
    '<soap:Fault><faultcode>soap:Server</faultcode><faultstring>Server was unable to process request.</faultstring></soap:Fault>',
  ),
})

const methodOf = ({ header }: StandInRequest): string =>
  (header('soapaction') ?? '').replaceAll('"', '').replace(NAMESPACE, '')

const requestKinds: Record<string, StandInRequestKind> = { GetBankAccountEx2: 'check', GetErrString: 'ask' }

/** Result of a request for a page of rows that is refused with this error number. */
const pageRefusal = (code: string): string =>
  `${tag('CurrentPage', code)}${tag('CountPerPage', 0)}${tag('MaxIndex', 0)}${tag('MaxPageNum', 0)}`

/** Counts the rows sent, so that each gets a new TransRefKey. */
let rowsSent = 0

const rowXml = (row: Row): string =>
  `<BankAccountTransLog>${[
    tag('CorpNum', barobillValues.corpNum),
    tag('BankAccountNum', barobillValues.accountNumber),
    tag('TransRefKey', `${momentOf(row.at, 14)}${String(++rowsSent).padStart(10, '0')}`),
    tag('TransDirection', row.out ? '출금' : '입금'),
    tag('Withdraw', row.out),
    tag('Deposit', row.out ? 0 : row.amount),
    tag('Balance', row.balance),
    tag('TransDT', momentOf(row.at, row.digits)),
    tag('TransType', '타행이체'),
    tag('TransOffice', ''),
    tag('TransRemark1', row.remark === 1 ? row.name : '전자금융'),
    tag('TransRemark2', row.remark === 2 ? row.name : ''),
    tag('CurrencyCode', row.currency),
    '<CmsCode />',
    '<Memo xsi:nil="true" />',
  ].join('')}</BankAccountTransLog>`

/** Starts a stand-in for Barobill's account inquiry and cash receipts. */
export async function startBarobillStandIn({ port = 0 } = {}): Promise<BarobillStandIn> {
  const rows: Row[] = []
  const uncollected: Row[] = []
  const documents = barobillDocuments(barobillValues.corpNum)
  let balance = 1_000_000 + (Date.now() % 1_000_000_000) * 1_000

  /** Error number for a request with a wrong key or company; null if both are right. */
  const codeOf = (fields: XmlElement | undefined): string | null => {
    if (textOfChild(fields, 'CERTKEY') !== barobillValues.certKey) return '-10002'
    return textOfChild(fields, 'CorpNum') === barobillValues.corpNum ? null : '-10003'
  }

  const pageOf = (fields: XmlElement | undefined): string => {
    const [from, to] = [textOfChild(fields, 'StartDate'), textOfChild(fields, 'EndDate')]
    const [perPage, page] = [Number(textOfChild(fields, 'CountPerPage')), Number(textOfChild(fields, 'CurrentPage'))]
    const code = codeOf(fields)
    if (code) return pageRefusal(code)
    if (textOfChild(fields, 'BankAccountNum') !== barobillValues.accountNumber) return pageRefusal('-20001')
    if (!/^\d{8}$/.test(from) || !/^\d{8}$/.test(to) || from > to || perPage > 100) return pageRefusal('-20002')
    standIn.beforePage(page)
    if (standIn.collects) rows.push(...uncollected.splice(0))
    const rowsOfDays = rows
      .filter(({ at }) => momentOf(at, 8) >= from && momentOf(at, 8) <= to)
      .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    const rowsOfPage = rowsOfDays.slice((page - 1) * perPage, page * perPage).map(rowXml)
    const pages = Math.max(1, Math.ceil(rowsOfDays.length / perPage))
    return `${tag('CurrentPage', page)}${tag('CountPerPage', perPage)}${tag('MaxIndex', rowsOfDays.length)}${tag('MaxPageNum', pages)}<BankAccountLogList>${rowsOfPage.join('')}</BankAccountLogList>`
  }

  const accountsOf = (fields: XmlElement | undefined): string => {
    const accountOrError = codeOf(fields) ?? barobillValues.accountNumber
    const account = [
      tag('CollectCycle', 'MINUTE10'),
      tag('BankName', '국민은행'),
      tag('BankAccountNum', accountOrError),
    ]
    return `<BankAccountEx>${account.join('')}</BankAccountEx>`
  }

  const meaningOf = (code: string): string => documents.meaningOf(code) ?? meanings[code] ?? ''
  /** Method of the latest request. */
  let lastMethod = ''

  const answer = (request: StandInRequest): StandInAnswer => {
    const method = methodOf(request)
    const fields = descendantAt(parseXml(request.body) ?? undefined, 'Body', method)
    if (!/^\/(BANKACCOUNT|CASHBILL)\.asmx$/.test(request.path) || !fields) return fault()
    const receipts = documents.answer(method, fields, codeOf(fields))
    if (receipts !== null) return response(method, receipts)
    if (method === 'GetBankAccountEx2') return response(method, accountsOf(fields))
    if (method === 'GetPeriodBankAccountTransLog') return response(method, pageOf(fields))
    if (method !== 'GetErrString') return fault()
    const isKnown = standIn.explainsToAnyone || codeOf(fields) !== '-10002'
    return response(method, isKnown ? escapeXml(meaningOf(textOfChild(fields, 'ErrCode'))) : '')
  }

  /** Response that refuses a method about receipts: an error number in place of the method's result. */
  const receiptError = (method: string): StandInAnswer =>
    response(method, documents.answer(method, undefined, '-10001') ?? '')

  const error = (requestKind: StandInRequestKind): StandInAnswer => {
    if (requestKind === 'ask') return fault()
    if (findBarobillVerb(lastMethod, '') !== null) return receiptError(lastMethod)
    return requestKind === 'check'
      ? response('GetBankAccountEx2', `<BankAccountEx>${tag('BankAccountNum', '-10001')}</BankAccountEx>`)
      : response('GetPeriodBankAccountTransLog', pageRefusal('-10001'))
  }
  const requestKindOf = (request: StandInRequest): StandInRequestKind => {
    lastMethod = methodOf(request)
    return findBarobillVerb(lastMethod, request.body) ?? requestKinds[lastMethod] ?? 'poll'
  }
  const server = await startStandInServer(
    { requestKindOf, answer, error },
    (requestKind) => standIn.faultOf(requestKind),
    port,
  )
  documents.setUrl(server.url)
  const standIn: BarobillStandIn = {
    ...server,
    documents,
    kind: 'barobill',
    values: barobillValues,
    wrongValues: { ...barobillValues, certKey: '00000000-WRON-GKEY-0000-000000000001' },
    registersAhead: false,
    collects: true,
    explainsToAnyone: true,
    beforePage: () => {},
    faultOf: () => undefined,
    transfer: (transfer) => standIn.addRow(transfer),
    addRow({ name, amount, at = new Date(), remark = 1, out = 0, currency = 'KRW', balance: given, digits = 14 }) {
      balance += out ? -out : Math.max(0, Math.trunc(amount))
      uncollected.push({ name, amount, at, remark, out, currency, balance: given ?? String(balance), digits })
    },
    webhooks: [],
    accepts: () => true,
    forge: () => null,
    registered: () => [],
  }
  return standIn
}
