import { env } from '#lib/core/env.ts'
import { OutgoingError, outgoingAddressPolicy, sendOutside } from '#lib/core/outgoing.ts'
import type { Dialect } from './labels.ts'
import { decryptProviderKey } from './provider-key.ts'
import type { ProviderReply } from './rules.ts'

/** A provider as `callProvider` needs it; `dialect` is the encoding of its request bodies. */
export type Upstream = { id: number; apiUrl: string; encryptedKey: Buffer; dialect: Dialect }

export type ReplyLimits = {
  /** Milliseconds within which the whole response must have arrived. */
  timeout?: number
  /** Maximum size of the response in bytes; if absent, the default of `sendOutside` applies. */
  maxBytes?: number
}

/**
 * Default time-out of a request in milliseconds. It is below the 20 seconds that a stopping process gives its running
 * requests.
 */
const DEFAULT_TIMEOUT_MS = 15_000

const bodyFormats: Record<Dialect, { type: string; write(fields: Record<string, string | number>): string }> = {
  FORM: {
    type: 'application/x-www-form-urlencoded',
    write: (fields) =>
      new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])).toString(),
  },
  JSON: { type: 'application/json', write: (fields) => JSON.stringify(fields) },
}

type ReviverContext = { source?: string }

/**
 * Reviver for `JSON.parse`: an integer too large for a JavaScript number becomes its source text, because some
 * providers use order ids of twenty digits.
 */
function reviveLargeIntegers(_: string, value: unknown, context?: ReviverContext): unknown {
  const inexact = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
  return inexact ? (context?.source ?? value) : value
}

function parseReply(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text.replace(/^\uFEFF/, ''), reviveLargeIntegers) }
  } catch {
    return null
  }
}

/**
 * Sends a provider one request of API v2, the API that all providers offer, as form fields or JSON (`dialect`). Doesn't
 * throw if the request fails: the reply says whether the provider may have received the request.
 */
export async function callProvider(
  upstream: Upstream,
  fields: Record<string, string | number>,
  { timeout = DEFAULT_TIMEOUT_MS, maxBytes }: ReplyLimits = {},
): Promise<ProviderReply> {
  const { type, write } = bodyFormats[upstream.dialect]
  const key = decryptProviderKey(upstream.encryptedKey)
  if (key === null) return { kind: 'unsent', error: 'its key cannot be opened' }
  try {
    const headers = { 'content-type': type, accept: 'application/json', 'user-agent': 'shop/1.0' }
    const body = write({ key, ...fields })
    const { status, text } = await sendOutside(
      { url: upstream.apiUrl, headers, body, timeout, maxBytes },
      outgoingAddressPolicy(env().ALLOW_PRIVATE_PROVIDERS, 'provider'),
    )
    const parsed = parseReply(text)
    return parsed ? { kind: 'json', status, ...parsed } : replyWithoutJson(status)
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    return { kind: error.sent ? 'unclear' : 'unsent', error: error.message }
  }
}

/**
 * ProviderReply for a response that isn't JSON. HTTP 429 always means that the request was refused. After any other
 * status it is unclear whether the provider processed the request.
 */
const replyWithoutJson = (status: number): ProviderReply =>
  status === 429
    ? { kind: 'json', status, value: null }
    : { kind: 'unclear', error: `HTTP ${status} without readable JSON` }
