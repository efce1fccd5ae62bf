import { createHmac, randomBytes } from 'node:crypto'
import { clock } from '#lib/core/clock.ts'
import { env } from '#lib/core/env.ts'
import { type OutgoingAnswer, OutgoingError, outgoingAddressPolicy, sendOutside } from '#lib/core/outgoing.ts'
import type { Carrier, OutgoingMessage, SendOutcome } from './rules.ts'

type SolapiSettings = {
  url: string
  key: string
  secret: string
  /** Telephone number registered with Solapi as the sender. */
  from: string
  /** Timeout of the request, in milliseconds. */
  timeout?: number
}

/** Solapi's status code for an accepted message. */
const ACCEPTED_STATUS = '2000'

/**
 * Authorization header of a request to Solapi. Solapi accepts a signature only once, within 15 minutes, so each request
 * gets a new salt.
 */
export function solapiAuthorizationHeader({ key, secret }: Pick<SolapiSettings, 'key' | 'secret'>): string {
  const date = clock.now().toISOString()
  const salt = randomBytes(16).toString('hex')
  const signature = createHmac('sha256', secret).update(`${date}${salt}`).digest('hex')
  return `HMAC-SHA256 apiKey=${key}, date=${date}, salt=${salt}, signature=${signature}`
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

/**
 * Fault code for an error code of Solapi. Solapi's error texts aren't stored, because they contain the phone number.
 */
export const toSolapiFault = (value: unknown): string =>
  /^\w{1,40}$/.test(String(value)) ? `SOLAPI ${value}` : 'SOLAPI'

/**
 * Converts Solapi's response to the outcome of sending. `later`: problems with keys, balance or rate limits, which may
 * be solved while the message waits. `refused`: a wrong number or text. `unknown`: a 5xx or an unreadable response.
 */
function outcomeOfAnswer({ status, text }: OutgoingAnswer): SendOutcome {
  const { statusCode, errorCode } = parseObject(text)
  if (status >= 500) return { kind: 'unknown', fault: `SOLAPI ${status}` }
  if ([401, 402, 403, 408, 429].includes(status)) return { kind: 'later', fault: toSolapiFault(errorCode ?? status) }
  if (status >= 400)
    return { kind: errorCode === 'NotEnoughBalance' ? 'later' : 'refused', fault: toSolapiFault(errorCode ?? status) }
  if (statusCode === undefined) return { kind: 'unknown', fault: 'SOLAPI UNREADABLE' }
  return statusCode === ACCEPTED_STATUS ? { kind: 'sent' } : { kind: 'refused', fault: toSolapiFault(statusCode) }
}

const requestBody = ({ to, body }: OutgoingMessage, from: string): string =>
  JSON.stringify({ message: { to, from, text: body } })

/** Makes the carrier that sends text messages by Solapi's message API, version 4. */
export function solapiCarrier(settings: SolapiSettings): Carrier {
  return async (message) => {
    try {
      return outcomeOfAnswer(
        await sendOutside(
          {
            url: `${settings.url.replace(/\/$/, '')}/messages/v4/send`,
            headers: { authorization: solapiAuthorizationHeader(settings), 'content-type': 'application/json' },
            body: requestBody(message, settings.from),
            timeout: settings.timeout ?? 20_000,
          },
          outgoingAddressPolicy(env().ALLOW_PRIVATE_PROVIDERS, 'solapi'),
        ),
      )
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error
      return { kind: error.sent ? 'unknown' : 'later', fault: error.fault }
    }
  }
}
