import { connectionPolicy, type DecryptedConnection } from '#lib/connections/read-connection.ts'
import { sendOutside } from '#lib/core/outgoing.ts'
import { solapiAuthorizationHeader } from '#lib/messages/solapi-carrier.ts'

/**
 * Timeout of a request in milliseconds: less than the 20 seconds that a stopping process waits for its running
 * requests.
 */
const TIMEOUT_MS = 15_000
const MAX_ANSWER_BYTES = 512 * 1_024

/** Response of Solapi: HTTP status, and body as an object; {} if the body isn't a JSON object. */
export type SolapiAnswer = { status: number; body: Record<string, unknown> }

/** `timeout` is in milliseconds. */
type SolapiRequest = { method?: 'GET' | 'POST'; path: string; body?: unknown; timeout?: number | undefined }

/** A JSON value as an object; {} if the value isn't an object. */
export const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Sends a signed request to Solapi, and returns the response.
 * @throws OutgoingError no complete response came; the error's `sent` says whether the request may have arrived
 */
export async function callSolapi(
  connection: DecryptedConnection<'solapi'>,
  { method = 'GET', path, body, timeout }: SolapiRequest,
): Promise<SolapiAnswer> {
  const keys = { key: connection.value('apiKey'), secret: connection.value('apiSecret') }
  const answer = await sendOutside(
    {
      url: `${connection.address}${path}`,
      method,
      headers: { authorization: solapiAuthorizationHeader(keys), 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      timeout: timeout ?? TIMEOUT_MS,
      maxBytes: MAX_ANSWER_BYTES,
    },
    connectionPolicy(),
  )
  return { status: answer.status, body: asObject(parseJson(answer.text)) }
}

/** Error code of a refusal, such as SignatureDoesNotMatch; '' if the response has none. */
export const errorCodeOf = ({ body }: SolapiAnswer): string =>
  typeof body.errorCode === 'string' && /^\w{1,64}$/.test(body.errorCode) ? body.errorCode : ''
