import type { StandInAnswer, StandInRequest } from './stand-in.ts'

// Cash receipts and tax invoices of the stand-in for Popbill, modelled on Popbill's documentation (docs/sources.md).
// The shop chooses a key for each document, and a key can be used only once. A correction contains the number of the
// document that it corrects. The correction of a cash receipt is refused until the tax office has accepted the receipt.

/** Kinds of requests about documents; StandInRequestKind explains them. */
export type DocumentRequestKind = 'issue' | 'correct' | 'document' | 'view' | 'check'

/** A cash receipt or tax invoice that a stand-in has issued. Sums are in won, and negative for a correction. */
export type StandInDocument = {
  form: 'CASH' | 'INVOICE'
  key: string
  total: number
  supply: number
  tax: number
  number: string
  day: string
  /** Number of the document that this one corrects; null if it is no correction. */
  original: string | null
  /** The fields of the request that issued the document. */
  fields: Record<string, unknown>
  /**
   * True if the tax office accepted the document, false if it refused it; null if the document wasn't sent there yet.
   */
  accepted: boolean | null
}

/** The documents that a stand-in has issued, and settings by which a test changes how it treats the next documents. */
export type StandInDocuments = {
  /** Issued documents, oldest first. */
  issued: StandInDocument[]
  /** Error with which the next documents are refused; null to issue them. */
  refusal: { code: number; message: string } | null
  /** If true, issued documents reach the tax office at once. */
  filesAtOnce: boolean
  /** Sends all waiting documents to the tax office, which accepts or refuses them. */
  file(accepted: boolean): void
  /** Address of another server that the stand-in returns for a document's page; null to return its own address. */
  foreignLink: string | null
}

export type PopbillDocuments = StandInDocuments & {
  /** Handles a request about documents, and returns the response. */
  answer(request: StandInRequest): StandInAnswer
  /** Sets the address of the stand-in, for the links to documents. */
  setUrl(url: string): void
}

const paths = /^\/(Cashbill|Taxinvoice)(?:\/(?:SELL\/)?([A-Za-z0-9_-]{1,24}))?$/

/** Kind of a request about documents; null for other requests. */
export function findDocumentRequestKind({
  method,
  path,
  query,
  header,
  body,
}: StandInRequest): DocumentRequestKind | null {
  const [, service, key] = paths.exec(path) ?? []
  if (!service) return null
  if (key === 'ChargeInfo') return 'check'
  if (key) return query.has('TG') ? 'view' : 'document'
  if (method !== 'POST') return null
  return header('x-http-method-override') === 'REVOKEISSUE' || body.includes('"modifyCode"') ? 'correct' : 'issue'
}

const json = (body: unknown, status = 200): StandInAnswer => ({ status, body: JSON.stringify(body) })
const refused = (code: number, message: string) => json({ code, message }, 400)

const seoulDay = (): string => new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '')

let documentCount = 0

/** Makes the part of the stand-in that issues documents for the company with this registration number. */
export function popbillDocuments(corpNum: string): PopbillDocuments {
  let url = ''
  const byKey = (form: string, key: unknown) => documents.issued.find((each) => each.form === form && each.key === key)
  const newNumber = () =>
    `TB${String(Date.now() % 1_000_000).padStart(6, '0')}${String(++documentCount).padStart(4, '0')}`

  function store(document: Omit<StandInDocument, 'number' | 'accepted'>): StandInDocument {
    const stored = { ...document, number: newNumber(), accepted: documents.filesAtOnce ? true : null }
    documents.issued.push(stored)
    return stored
  }

  const answerIssued = ({ form, number, day }: StandInDocument) =>
    form === 'CASH'
      ? json({ code: 1, message: '발행 완료', confirmNum: number, tradeDate: day, tradeDT: `${day}120000` })
      : json({ code: 1, message: '발행 완료', ntsConfirmNum: number })

  const sumsOf = (fields: Record<string, unknown>, names: readonly [string, string, string]) =>
    names.map((name) => Number(fields[name])) as [number, number, number]

  /**
   * How many won of a document have been taken back by corrections. A correction that the tax office refused doesn't
   * count.
   */
  const correctedOf = (number: string) =>
    documents.issued
      .filter(({ original, accepted }) => original === number && accepted !== false)
      .reduce((sum, { total }) => sum - total, 0)

  function issueCash(fields: Record<string, unknown>): StandInAnswer {
    const [total, supply, tax] = sumsOf(fields, ['totalAmount', 'supplyCost', 'tax'])
    if (fields.franchiseCorpNum !== corpNum) return refused(-14_001_002, '가맹점 사업자번호가 올바르지 않습니다.')
    if (!/^(01\d{8,9}|0100001234)$/.test(String(fields.identityNum)))
      return refused(-14_001_005, '식별번호가 올바르지 않습니다.')
    if (!(total > 0) || supply + tax !== total) return refused(-14_001_016, '거래금액이 올바르지 않습니다.')
    const moment = String(fields.tradeDT ?? '')
    const day = moment.slice(0, 8) || seoulDay()
    return answerIssued(
      store({ form: 'CASH', key: String(fields.mgtKey), total, supply, tax, day, original: null, fields }),
    )
  }

  function revoke(fields: Record<string, unknown>): StandInAnswer {
    const original = documents.issued.find(({ number }) => number === fields.orgConfirmNum)
    if (!original || original.day !== fields.orgTradeDate) return refused(-14_001_020, '원본 현금영수증이 없습니다.')
    if (original.accepted !== true) return refused(-14_001_021, '원본 현금영수증이 국세청에 전송되지 않았습니다.')
    const isPart = fields.isPartCancel === true
    const [total, supply, tax] = isPart
      ? sumsOf(fields, ['totalAmount', 'supplyCost', 'tax'])
      : [original.total, original.supply, original.tax]
    if (!(total > 0) || supply + tax !== total || correctedOf(original.number) + total > original.total)
      return refused(-14_001_023, '취소 금액이 원본 금액을 넘을 수 없습니다.')
    const sums = { total: -total, supply: -supply, tax: -tax }
    const key = String(fields.mgtKey)
    return answerIssued(store({ form: 'CASH', key, ...sums, day: seoulDay(), original: original.number, fields }))
  }

  function issueInvoice(fields: Record<string, unknown>): StandInAnswer {
    const [total, supply, tax] = sumsOf(fields, ['totalAmount', 'supplyCostTotal', 'taxTotal'])
    const required = [
      'writeDate',
      'invoicerCorpName',
      'invoicerCEOName',
      'invoiceeCorpNum',
      'invoiceeCorpName',
      'invoiceeCEOName',
    ]
    if (required.some((name) => !fields[name])) return refused(-11_001_015, '필수 항목이 입력되지 않았습니다.')
    const original = fields.orgNTSConfirmNum ? String(fields.orgNTSConfirmNum) : null
    if (original && !documents.issued.some(({ number }) => number === original))
      return refused(-11_001_025, '당초 승인번호가 올바르지 않습니다.')
    if (original ? !['2', '4'].includes(String(fields.modifyCode)) || total >= 0 : total <= 0)
      return refused(-11_001_010, '수정세금계산서는 음수만 입력할 수 있습니다.')
    if (supply + tax !== total) return refused(-11_001_016, '합계금액이 올바르지 않습니다.')
    const key = String(fields.invoicerMgtKey)
    return answerIssued(
      store({ form: 'INVOICE', key, total, supply, tax, day: String(fields.writeDate), original, fields }),
    )
  }

  function issue(request: StandInRequest, form: 'CASH' | 'INVOICE'): StandInAnswer {
    const fields = JSON.parse(request.body) as Record<string, unknown>
    if (documents.refusal) return refused(documents.refusal.code, documents.refusal.message)
    if (byKey(form, form === 'CASH' ? fields.mgtKey : fields.invoicerMgtKey))
      return form === 'CASH'
        ? refused(-14_001_019, '이미 사용중인 문서번호입니다.')
        : refused(-11_001_040, '이미 사용중인 문서번호입니다.')
    if (form === 'INVOICE') return issueInvoice(fields)
    return request.header('x-http-method-override') === 'REVOKEISSUE' ? revoke(fields) : issueCash(fields)
  }

  /** Popbill's state of a document: 300 issued, 304 accepted by the tax office, 305 refused by it. */
  const stateCodeOf = ({ accepted }: StandInDocument) => (accepted === null ? 300 : accepted ? 304 : 305)

  function info(document: StandInDocument): StandInAnswer {
    const { key, number, day, form, total, supply, tax } = document
    const stateCode = stateCodeOf(document)
    if (form === 'INVOICE')
      return json({
        ...{ invoicerMgtKey: key, ntsconfirmNum: number, writeDate: day, supplyCostTotal: String(supply) },
        ...{ taxTotal: String(tax), stateCode, ntssendErrCode: stateCode === 305 ? 'ERR001' : '' },
      })
    return json({
      ...{ mgtKey: key, confirmNum: number, tradeDate: day, totalAmount: String(Math.abs(total)), stateCode },
      ...(stateCode === 305 && { ntsresultCode: 'TS1', ntsresultMessage: '식별번호 오류' }),
    })
  }

  const documents: PopbillDocuments = {
    issued: [],
    refusal: null,
    filesAtOnce: false,
    foreignLink: null,
    file(accepted) {
      for (const document of documents.issued) document.accepted ??= accepted
    },
    setUrl(address) {
      url = address
    },
    answer(request) {
      const [, service, key] = paths.exec(request.path) ?? []
      const form = service === 'Cashbill' ? 'CASH' : 'INVOICE'
      const verb = findDocumentRequestKind(request)
      if (verb === 'check') return json({ unitCost: '50', chargeMethod: '파트너', rateSystem: '종량제' })
      if (verb === 'issue' || verb === 'correct') return issue(request, form)
      const document = byKey(form, key)
      if (!document)
        return form === 'CASH'
          ? refused(-14_000_003, '해당 문서번호의 현금영수증이 존재하지 않습니다.')
          : refused(-11_000_005, '해당 문서번호가 존재하지 않습니다.')
      return verb === 'view' ? json({ url: documents.foreignLink ?? `${url}/App/API?T=${key}` }) : info(document)
    },
  }
  return documents
}
