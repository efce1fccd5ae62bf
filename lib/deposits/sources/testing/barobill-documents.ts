import { escapeXml, textOfChild, type XmlElement } from '../read-xml.ts'
import type { DocumentRequestKind, StandInDocument, StandInDocuments } from './popbill-documents.ts'

// Cash receipts of the stand-in for Barobill, modelled on Barobill's WSDL and public client code (docs/sources.md). The
// shop chooses a key for each receipt, and a key can be used only once. The tax office gives each receipt a number. A
// cancelling receipt contains the number of the receipt that it cancels.

/** A receipt that the stand-in has saved; `isIssued` is false if issuing it failed. */
type StoredDocument = StandInDocument & { isIssued: boolean }

export type BarobillDocuments = StandInDocuments & {
  /** If true, the stand-in saves the next receipts but refuses to issue them. */
  savesOnly: boolean
  /**
   * Runs a SOAP method with these fields, and returns the method's result as XML; null if the method isn't about
   * receipts. `refusal` is an error number to return instead; null for none.
   */
  answer(method: string, fields: XmlElement | undefined, refusal: string | null): string | null
  /** Korean meaning of an error number that methods about receipts return; undefined for other numbers. */
  meaningOf(code: string): string | undefined
  /** Sets the address of the stand-in, for the links to receipts. */
  setUrl(url: string): void
}

/** Meanings of error numbers. */
const meanings: Record<string, string> = {
  '-30001': '이미 사용중인 문서키입니다.',
  '-30002': '신분확인번호가 올바르지 않습니다.',
  '-30003': '금액이 올바르지 않습니다.',
  '-30004': '원본 현금영수증이 없습니다.',
  '-30005': '취소 금액이 원본 금액을 넘을 수 없습니다.',
  '-30006': '현금영수증이 없습니다.',
}

/** Error number that the stand-in returns when a test makes it refuse a receipt (`refusal`, `savesOnly`). */
const REFUSED = '-30099'

/**
 * Kind of request for each method about receipts. RegistAndIssueCashBill is missing, because its kind depends on the
 * request's body (`findBarobillVerb`).
 */
const verbs: Record<string, DocumentRequestKind> = {
  IssueCashBill: 'issue',
  CheckMgtKeyIsExists: 'document',
  GetCashBillState: 'document',
  GetCashBillEx: 'document',
  GetCashBillPrintURL: 'view',
  GetBalanceCostAmount: 'check',
}

/**
 * Kind of a request that calls this method with this body; null if the method isn't about receipts. A receipt with
 * trade type D is a correction.
 */
export function findBarobillVerb(method: string, body: string): DocumentRequestKind | null {
  if (method === 'RegistAndIssueCashBill') return body.includes('<TradeType>D</TradeType>') ? 'correct' : 'issue'
  return verbs[method] ?? null
}

const tag = (name: string, value: string | number): string => `<${name}>${escapeXml(String(value))}</${name}>`

const seoulTimestamp = (): string => new Date(Date.now() + 9 * 3_600_000).toISOString().replace(/\D/g, '').slice(0, 14)

let receiptCount = 0

/** Makes the part of the stand-in that issues receipts for the company with this registration number. */
export function barobillDocuments(corpNum: string): BarobillDocuments {
  let url = ''
  const stored: StoredDocument[] = []
  const byKey = (key: string) => stored.find((each) => each.key === key)
  const numberOf = ({ accepted, number }: StoredDocument) => (accepted === true ? number : '')
  /** How many won of a receipt have been taken back by corrections. */
  const correctedOf = (number: string) =>
    stored.filter((each) => each.isIssued && each.original === number).reduce((sum, { total }) => sum - total, 0)

  /** Error number for a receipt that can't be issued; null if it can. */
  function faultOf(
    invoice: XmlElement | undefined,
    total: number,
    original: StoredDocument | undefined,
  ): string | null {
    const isCorrection = textOfChild(invoice, 'TradeType') === 'D'
    if (byKey(textOfChild(invoice, 'MgtKey'))) return '-30001'
    if (textOfChild(invoice, 'FranchiseCorpNum') !== corpNum) return '-10003'
    if (!/^(01\d{8,9}|0100001234)$/.test(textOfChild(invoice, 'IdentityNum'))) return '-30002'
    if (!(total > 0)) return '-30003'
    if (!isCorrection) return null
    if (!original || original.day !== textOfChild(invoice, 'CancelNTSConfirmDate')) return '-30004'
    return correctedOf(original.number) + total > original.total ? '-30005' : null
  }

  function registerAndIssue(invoice: XmlElement | undefined): string {
    const [supply, tax] = [Number(textOfChild(invoice, 'Amount')), Number(textOfChild(invoice, 'Tax'))]
    const original = stored.find((each) => numberOf(each) === (textOfChild(invoice, 'CancelNTSConfirmNum') || '-'))
    const fault = faultOf(invoice, supply + tax, original)
    if (fault || documents.refusal) return fault ?? REFUSED
    const isCorrection = textOfChild(invoice, 'TradeType') === 'D'
    const sign = isCorrection ? -1 : 1
    const document: StoredDocument = {
      form: 'CASH',
      key: textOfChild(invoice, 'MgtKey'),
      total: sign * (supply + tax),
      supply: sign * supply,
      tax: sign * tax,
      number: `B${String(Date.now() % 100_000_000).padStart(8, '0')}${String(++receiptCount).padStart(4, '0')}`,
      day: textOfChild(invoice, 'TradeDate') || seoulTimestamp().slice(0, 8),
      original: original && isCorrection ? original.number : null,
      fields: Object.fromEntries((invoice?.children ?? []).map(({ name, text }) => [name, text])),
      accepted: documents.filesAtOnce && !documents.savesOnly ? true : null,
      isIssued: !documents.savesOnly,
    }
    stored.push(document)
    if (document.isIssued) documents.issued.push(document)
    return document.isIssued ? '1' : REFUSED
  }

  function issueSaved(document: StoredDocument): string {
    if (!document.isIssued) documents.issued.push(document)
    document.isIssued = true
    document.accepted ??= documents.filesAtOnce ? true : null
    return '1'
  }

  const stateXml = (document: StoredDocument): string =>
    [
      tag('MgtKey', document.key),
      tag('BarobillState', document.isIssued ? 3_000 : 1_000),
      tag('TradeDate', document.day),
      tag('RegistDT', seoulTimestamp()),
      tag('IssueDT', document.isIssued ? seoulTimestamp() : ''),
      tag('NTSConfirmDT', document.accepted === null ? '' : seoulTimestamp()),
      tag('NTSConfirmMessage', document.accepted === false ? '신분확인번호 오류' : ''),
      tag('NTSConfirmNum', numberOf(document)),
    ].join('')

  const billXml = ({ key, original, supply, tax, fields }: StoredDocument): string =>
    [
      tag('MgtKey', key),
      tag('IdentityNum', String(fields.IdentityNum)),
      tag('TradeType', original ? 'D' : 'N'),
      tag('Amount', Math.abs(supply)),
      tag('Tax', Math.abs(tax)),
      tag('ServiceCharge', 0),
    ].join('')

  const documents: BarobillDocuments = {
    issued: [],
    refusal: null,
    filesAtOnce: false,
    savesOnly: false,
    foreignLink: null,
    file(accepted) {
      for (const document of documents.issued) document.accepted ??= accepted
    },
    setUrl(address) {
      url = address
    },
    meaningOf: (code) => (code === REFUSED ? (documents.refusal?.message ?? '발행하지 못했습니다.') : meanings[code]),
    answer(method, fields, refusal) {
      if (method === 'RegistAndIssueCashBill')
        return refusal ?? registerAndIssue(fields?.children.find(({ name }) => name === 'Invoice'))
      if (!(method in verbs)) return null
      if (method === 'GetBalanceCostAmount') return refusal ?? '10000'
      const document = byKey(textOfChild(fields, 'MgtKey'))
      if (method === 'CheckMgtKeyIsExists') return refusal ?? (document ? '1' : '0')
      const code = refusal ?? (document ? null : '-30006')
      if (method === 'GetCashBillState')
        return document && !code ? stateXml(document) : tag('BarobillState', code ?? '')
      if (method === 'GetCashBillEx') return document && !code ? billXml(document) : tag('TradeType', code ?? '')
      if (!document || code) return code ?? '-30006'
      if (method === 'IssueCashBill') return issueSaved(document)
      return escapeXml(documents.foreignLink ?? `${url}/App/API?T=${document.key}`)
    },
  }
  return documents
}
