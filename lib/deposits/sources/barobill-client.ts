import type { DecryptedConnection } from '#lib/connections/read-connection.ts'
import { callOutsideService, refusalText } from './call-outside-service.ts'
import { descendantAt, escapeXml, parseXml, textOfChild, type XmlElement } from './read-xml.ts'
import { SourceError } from './source.ts'

// docs/sources.md describes the protocol and says where each part of it is documented.

type Barobill = DecryptedConnection<'barobill'>

const SERVICE = '바로빌'
const NAMESPACE = 'http://ws.baroservice.com/'

/** Barobill's SOAP services: BANKACCOUNT for the rows of the bank account, CASHBILL for cash receipts. */
export type BarobillService = 'BANKACCOUNT' | 'CASHBILL'

/** Fields of a request, in the sequence in which they are sent. A field may itself consist of fields. */
export type BarobillFields = { readonly [name: string]: string | number | boolean | BarobillFields }

export const barobillUnreadable = (): SourceError =>
  new SourceError('UNREADABLE', '바로빌의 응답을 읽을 수 없어요. 계속되면 바로빌에 문의해 주세요.')

/** True if Barobill returned an error number, which is negative and has five digits, where a value should be. */
export const isBarobillRefusal = (text: string): boolean => /^-\d{5}$/.test(text)

const xmlOf = (fields: BarobillFields): string =>
  Object.entries(fields)
    .map(([name, value]) => `<${name}>${typeof value === 'object' ? xmlOf(value) : escapeXml(String(value))}</${name}>`)
    .join('')

/**
 * Calls a method and returns its result; undefined if there is none. Pass the fields in their documented sequence,
 * because some versions of the service depend on it.
 * @throws SourceError BUSY, UNREACHABLE or UNREADABLE; an error number of Barobill isn't thrown but returned as the
 * result
 */
export async function callBarobill(
  connection: Barobill,
  service: BarobillService,
  method: string,
  fields: BarobillFields,
): Promise<XmlElement | undefined> {
  const { status, text } = await callOutsideService({
    service: SERVICE,
    url: `${connection.address}/${service}.asmx`,
    method: 'POST',
    headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: `"${NAMESPACE}${method}"` },
    body: `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><${method} xmlns="${NAMESPACE}">${xmlOf(fields)}</${method}></soap:Body></soap:Envelope>`,
  })
  if (status === 429) throw new SourceError('BUSY', '바로빌이 요청을 잠시 받지 않아요. 조금 뒤에 저절로 다시 해요.')
  if (status >= 500) throw new SourceError('UNREACHABLE', '바로빌에 장애가 있어요. 저절로 다시 시도해요.')
  const response = descendantAt(parseXml(text) ?? undefined, 'Body', `${method}Response`)
  if (status !== 200 || !response) throw barobillUnreadable()
  return descendantAt(response, `${method}Result`)
}

/**
 * Asks Barobill what an error number (`code`) means. Returns Barobill's text without the key and `secrets`; '' if it
 * gives none or the call fails. (If Barobill refuses the key, it may refuse this call, too.)
 */
export async function askBarobillMeaning(
  connection: Barobill,
  service: BarobillService,
  { code, secrets = [] }: { code: string; secrets?: readonly string[] },
): Promise<string> {
  const certKey = connection.value('certKey')
  try {
    const result = await callBarobill(connection, service, 'GetErrString', { CERTKEY: certKey, ErrCode: code })
    return refusalText(result?.text ?? '', [certKey, ...secrets])
  } catch (error) {
    if (error instanceof SourceError) return ''
    throw error
  }
}

/** Error for a refusal of the key or the account, with Barobill's own text if it gives one. */
export async function barobillRefusalError(
  connection: Barobill,
  service: BarobillService,
  code: string,
): Promise<SourceError> {
  const meaning = await askBarobillMeaning(connection, service, { code })
  const reason = meaning === '' ? '' : `: ${meaning}`
  return new SourceError(
    'KEY',
    `바로빌이 거절했어요${reason} (${code}). 연동인증키와 사업자번호, 아이디, 환경을 확인해 주세요.`,
  )
}

/**
 * Returns the text of a field of a result.
 * @throws SourceError KEY the text is an error number of Barobill
 */
export async function readBarobillText(
  connection: Barobill,
  service: BarobillService,
  { result, field }: { result: XmlElement | undefined; field: string },
): Promise<string> {
  const text = textOfChild(result, field)
  if (isBarobillRefusal(text)) throw await barobillRefusalError(connection, service, text)
  return text
}
