import { z } from 'zod'
import type { DecryptedConnection } from '#lib/connections/read-connection.ts'
import {
  openPopbill,
  PopbillRefusal,
  type PopbillRequest,
  popbillUnreadable,
} from '#lib/deposits/sources/popbill-client.ts'
import { SourceError } from '#lib/deposits/sources/source.ts'
import { linkToForeignSite, originalNotAtTaxOfficeYet } from './faults.ts'
import type { DocumentForm, DocumentId, IssuedDocument, Issuer } from './issuer.ts'
import { popbillForms } from './popbill-forms.ts'
import { isLinkToIssuer } from './rules.ts'

// docs/sources.md describes the protocol, and says where Popbill documents it.

type Popbill = DecryptedConnection<'popbill'>

const issuedSchema = z.object({ code: z.literal(1) })
const linkSchema = z.object({ url: z.string().max(4_000) })

const hasCode = (error: unknown, code: number | null): boolean => error instanceof PopbillRefusal && error.code === code

/**
 * True if the shop has used up its points at Popbill, which pay for documents. Popbill then issues nothing until staff
 * buy more.
 */
const isOutOfPoints = (error: unknown): boolean =>
  error instanceof PopbillRefusal && error.code <= -99_000_000 && error.code > -100_000_000

const outOfPoints = () =>
  new SourceError('KEY', '팝빌의 포인트가 모자라 발행하지 못했어요. 팝빌에서 포인트를 충전해 주세요.')

const open = (connection: Popbill, form: DocumentForm, secrets: readonly string[] = []): Promise<PopbillRequest> => {
  const { scope, page } = popbillForms[form]
  return openPopbill(connection, { scopes: [scope], page, secrets })
}

async function ask(send: PopbillRequest, { form, key }: DocumentId): Promise<IssuedDocument | null> {
  const { pathOf, unknownCode, parseDocument } = popbillForms[form]
  let answer: unknown
  try {
    answer = await send('GET', pathOf(key))
  } catch (error) {
    if (hasCode(error, unknownCode)) return null
    throw error
  }
  const info = parseDocument(answer)
  if (!info) throw popbillUnreadable()
  return info
}

/**
 * Issues a document and returns it as Popbill stores it. If Popbill refuses the request but has a document with this
 * key, returns that document.
 */
async function issueDocument(send: PopbillRequest, id: DocumentId, request: { verb: string; body: object }) {
  const { path, tooEarlyCode } = popbillForms[id.form]
  try {
    if (!issuedSchema.safeParse(await send('POST', path, request)).success) throw popbillUnreadable()
  } catch (error) {
    if (!(error instanceof PopbillRefusal)) throw error
    const existing = await ask(send, id)
    if (existing) return existing
    if (isOutOfPoints(error)) throw outOfPoints()
    throw hasCode(error, tooEarlyCode) ? originalNotAtTaxOfficeYet() : error
  }
  const issued = await ask(send, id)
  if (!issued) throw popbillUnreadable()
  return issued
}

const contextOf = (connection: Popbill) => ({ corpNum: connection.value('corpNum'), now: new Date() })

/** Popbill's cash receipts (Cashbill) and tax invoices (Taxinvoice). */
export const popbill: Issuer<'popbill'> = {
  kind: 'popbill',
  forms: ['CASH', 'INVOICE'],

  async check(connection) {
    for (const form of ['CASH', 'INVOICE'] as const)
      await (await open(connection, form))('GET', `${popbillForms[form].path}/ChargeInfo`)
  },

  async issue(connection, document) {
    const send = await open(connection, document.form, Object.values(document.recipient))
    const body = popbillForms[document.form].issueBody(document, contextOf(connection))
    return issueDocument(send, document, { verb: 'ISSUE', body })
  },

  async correct(connection, correction) {
    const send = await open(connection, correction.form, Object.values(correction.recipient))
    return issueDocument(send, correction, popbillForms[correction.form].correction(correction, contextOf(connection)))
  },

  async ask(connection, id) {
    return ask(await open(connection, id.form), id)
  },

  async view(connection, { form, key }) {
    const send = await open(connection, form)
    const link = linkSchema.safeParse(await send('GET', `${popbillForms[form].pathOf(key)}?TG=PDF`))
    if (!link.success) throw popbillUnreadable()
    if (!isLinkToIssuer(link.data.url, { domain: 'popbill.com', standInUrl: connection.otherAddress }))
      throw linkToForeignSite()
    return link.data.url
  },
}
