import type { DecryptedConnection } from '#lib/connections/read-connection.ts'
import {
  askBarobillMeaning,
  barobillRefusalError,
  barobillUnreadable,
  callBarobill,
  isBarobillRefusal,
  readBarobillText,
} from '#lib/deposits/sources/barobill-client.ts'
import { textOfChild, type XmlElement } from '#lib/deposits/sources/read-xml.ts'
import { SourceError } from '#lib/deposits/sources/source.ts'
import { linkToForeignSite, originalNotAtTaxOfficeYet } from './faults.ts'
import type { IssuedDocument, Issuer, NewCorrection, NewDocument, TaxOfficeState } from './issuer.ts'
import { isLinkToIssuer } from './rules.ts'

// Barobill returns '' as the tax office's number of a cash receipt until the tax office has the receipt.
// docs/sources.md describes the protocol, and says where Barobill documents it.

type Barobill = DecryptedConnection<'barobill'>

const CASH = 'CASHBILL'
const ITEM = '포인트 충전'

/** Fields that identify the shop as a member of Barobill; `CorpNum` is its business registration number. */
const memberFields = (connection: Barobill) => ({
  CERTKEY: connection.value('certKey'),
  CorpNum: connection.value('corpNum'),
  UserID: connection.value('userId'),
})

const documentFields = (connection: Barobill, key: string) => ({ ...memberFields(connection), MgtKey: key })

/**
 * Returns, as text, the number that a method's response consists of.
 * @throws SourceError the response isn't a number
 */
const numberOf = (result: XmlElement | undefined): string => {
  const text = result?.text.trim() ?? ''
  if (!/^-?\d{1,12}$/.test(text)) throw barobillUnreadable()
  return text
}

/**
 * Fetches the state of the document with this key, even if Barobill has only saved it and not issued it; null if
 * Barobill has no such document.
 */
async function fetchState(connection: Barobill, key: string): Promise<XmlElement | null> {
  const fields = documentFields(connection, key)
  const answer = numberOf(await callBarobill(connection, CASH, 'CheckMgtKeyIsExists', fields))
  if (isBarobillRefusal(answer)) throw await barobillRefusalError(connection, CASH, answer)
  if (answer === '0') return null
  const state = await callBarobill(connection, CASH, 'GetCashBillState', fields)
  const code = await readBarobillText(connection, CASH, { result: state, field: 'BarobillState' })
  if (!state || code === '') throw barobillUnreadable()
  return state
}

const isIssued = (state: XmlElement): boolean => textOfChild(state, 'IssueDT') !== ''

const filingOf = (state: XmlElement): TaxOfficeState => {
  if (textOfChild(state, 'NTSConfirmNum') !== '') return 'ACCEPTED'
  return textOfChild(state, 'NTSConfirmDT') === '' ? 'PENDING' : 'REJECTED'
}

/** Fetches the document with this key, with all its fields. */
async function fetchBill(connection: Barobill, key: string): Promise<XmlElement | undefined> {
  const bill = await callBarobill(connection, CASH, 'GetCashBillEx', documentFields(connection, key))
  await readBarobillText(connection, CASH, { result: bill, field: 'TradeType' })
  return bill
}

/** Fetches the issued document with this key; null if Barobill has issued no document with this key. */
async function ask(connection: Barobill, key: string): Promise<IssuedDocument | null> {
  const state = await fetchState(connection, key)
  if (!state || !isIssued(state)) return null
  const bill = await fetchBill(connection, key)
  const sums = ['Amount', 'Tax', 'ServiceCharge'].map((field) => Math.abs(Number(textOfChild(bill, field) || '0')))
  const day = textOfChild(state, 'TradeDate').replace(/\D/g, '').slice(0, 8)
  if (sums.some((sum) => !Number.isSafeInteger(sum)) || !/^\d{8}$/.test(day)) throw barobillUnreadable()
  const filing = filingOf(state)
  return {
    number: textOfChild(state, 'NTSConfirmNum').slice(0, 40),
    day,
    total: sums.reduce((sum, each) => sum + each, 0),
    filing,
    reason: filing === 'REJECTED' ? textOfChild(state, 'NTSConfirmMessage') || null : null,
  }
}

const outOfPoints = () =>
  new SourceError('KEY', '바로빌의 잔여 포인트가 모자라 발행하지 못했어요. 바로빌에서 포인트를 충전해 주세요.')

async function documentRefusalError(connection: Barobill, code: string, document: NewDocument): Promise<SourceError> {
  const meaning = await askBarobillMeaning(connection, CASH, { code, secrets: Object.values(document.recipient) })
  if (/(포인트|잔액).*(부족|모자)/.test(meaning)) return outOfPoints()
  const reason = meaning === '' ? '' : `: ${meaning}`
  return new SourceError('REFUSED', `바로빌이 거절했어요${reason} (${code}). 바로빌의 현금영수증 화면을 확인해 주세요.`)
}

/** Fields of a cash receipt, in the sequence of the WSDL. An empty TradeDate means the day of issue. */
const billOf = (connection: Barobill, { key, sums, recipient }: NewDocument, correction: object) => ({
  MgtKey: key,
  FranchiseCorpNum: connection.value('corpNum'),
  FranchiseMemberID: connection.value('userId'),
  IdentityNum: recipient.phone ?? '',
  ItemName: ITEM,
  TradeDate: '',
  TradeType: 'N',
  TradeUsage: '1',
  TradeDeductionType: '1',
  TradeMethod: '5',
  Amount: sums.supply,
  Tax: sums.tax,
  ServiceCharge: 0,
  ...correction,
})

/**
 * Fields that turn a cash receipt into the cancellation of another one. Their TradeType replaces that of a plain
 * receipt.
 */
const correctionFields = (number: string, day: string) => ({
  TradeType: 'D',
  CancelType: '1',
  CancelNTSConfirmNum: number,
  CancelNTSConfirmDate: day,
})

/**
 * Issues a document and returns it as Barobill stores it. If Barobill already has a document with this key, it refuses
 * the request. A document that it has saved under the key but not issued is issued now.
 */
async function issueDocument(connection: Barobill, document: NewDocument, bill: ReturnType<typeof billOf>) {
  const lastFields = { SMSSendYN: false, MailTitle: '' }
  const fields = { ...memberFields(connection), Invoice: bill, ...lastFields }
  const answer = numberOf(await callBarobill(connection, CASH, 'RegistAndIssueCashBill', fields))
  if (isBarobillRefusal(answer)) {
    const state = await fetchState(connection, document.key)
    if (!state) throw await documentRefusalError(connection, answer, document)
    if (!isIssued(state)) {
      const again = { ...documentFields(connection, document.key), ...lastFields }
      const issued = numberOf(await callBarobill(connection, CASH, 'IssueCashBill', again))
      if (isBarobillRefusal(issued)) throw await documentRefusalError(connection, issued, document)
    }
  }
  const issuedDocument = await ask(connection, document.key)
  if (!issuedDocument) throw barobillUnreadable()
  return issuedDocument
}

/**
 * Number that the tax office gave the original of a correction, and the original's day.
 * @throws SourceError BUSY the tax office doesn't have the original yet
 */
async function originalOf(connection: Barobill, { original }: NewCorrection): Promise<{ number: string; day: string }> {
  if (original.number !== '') return original
  const issuedOriginal = await ask(connection, original.key)
  if (!issuedOriginal || issuedOriginal.number === '') throw originalNotAtTaxOfficeYet()
  return issuedOriginal
}

/** Barobill's cash receipts (CASHBILL). */
export const barobill: Issuer<'barobill'> = {
  kind: 'barobill',
  forms: ['CASH'],

  async check(connection) {
    const { CERTKEY, CorpNum } = memberFields(connection)
    const answer = numberOf(await callBarobill(connection, CASH, 'GetBalanceCostAmount', { CERTKEY, CorpNum }))
    if (isBarobillRefusal(answer)) throw await barobillRefusalError(connection, CASH, answer)
  },

  issue: (connection, document) => issueDocument(connection, document, billOf(connection, document, {})),

  async correct(connection, correction) {
    const { number, day } = await originalOf(connection, correction)
    // Sends the correction to the recipient of the original, even if the member has changed the recipient since.
    const phone = textOfChild(await fetchBill(connection, correction.original.key), 'IdentityNum')
    const bill = billOf(connection, { ...correction, recipient: { phone } }, correctionFields(number, day))
    return issueDocument(connection, correction, bill)
  },

  ask: (connection, { key }) => ask(connection, key),

  async view(connection, { key }) {
    const { CERTKEY, CorpNum, UserID } = memberFields(connection)
    const fields = { CERTKEY, CorpNum, UserID, PWD: '', MgtKey: key }
    const url = (await callBarobill(connection, CASH, 'GetCashBillPrintURL', fields))?.text.trim() ?? ''
    if (isBarobillRefusal(url)) throw await barobillRefusalError(connection, CASH, url)
    if (!isLinkToIssuer(url, { domain: 'barobill.co.kr', standInUrl: connection.otherAddress }))
      throw linkToForeignSite()
    return url
  },
}
