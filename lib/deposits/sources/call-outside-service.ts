import { connectionPolicy } from '#lib/connections/read-connection.ts'
import { withoutInvisibleCharacters } from '#lib/core/invisible.ts'
import { OutgoingError, type OutgoingRequest, sendOutside } from '#lib/core/outgoing.ts'
import { toStorableText } from '#lib/core/storable.ts'
import { SourceError } from './source.ts'

/**
 * Default timeout of a request in milliseconds: less than the 20 seconds that a stopping process waits for a running
 * request.
 */
const DEFAULT_TIMEOUT = 10_000
/** Maximum size of a response in bytes. */
const MAX_ANSWER_BYTES = 1_024 * 1_024

type ServiceRequest = Pick<OutgoingRequest, 'url' | 'method' | 'headers' | 'body' | 'timeout'> & {
  /** Name of the outside service for messages to staff. */
  service: string
}

/**
 * Sends one HTTP request to an outside service. Returns responses of any status, because only the service's adapter
 * knows what they mean.
 * @throws SourceError UNREACHABLE the address isn't allowed, or there is no complete response: then it is unknown
 * whether the request arrived
 */
export async function callOutsideService({
  service,
  ...request
}: ServiceRequest): Promise<{ status: number; text: string }> {
  try {
    const outgoing = { timeout: DEFAULT_TIMEOUT, maxBytes: MAX_ANSWER_BYTES, ...request }
    const { status, text } = await sendOutside(outgoing, connectionPolicy())
    return { status, text }
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    if (error.fault === 'REFUSED')
      throw new SourceError('UNREACHABLE', `${service}의 주소가 허용되지 않아요. 다른 주소를 비워 주세요.`)
    throw new SourceError('UNREACHABLE', `${service}에서 응답이 없어요. 잠시 뒤에 다시 확인해 주세요.`)
  }
}

/** Parses a response body as JSON; undefined if it isn't JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text)
  } catch {
    return undefined
  }
}

/**
 * Prepares an outside service's refusal text for a message to staff: one line of at most 100 characters, without a full
 * stop at its end and without these secrets.
 */
export function refusalText(message: string, secrets: readonly string[]): string {
  const withoutSecrets = secrets.filter(Boolean).reduce((text, secret) => text.replaceAll(secret, '…'), message)
  const line = withoutInvisibleCharacters(withoutSecrets).replace(/\s+/g, ' ').trim()
  return toStorableText(line, 100).replace(/[.\s]+$/, '')
}
