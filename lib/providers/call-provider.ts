import { env } from '#lib/core/env.ts'
import { OutgoingError, reachOf, sendOutside } from '#lib/core/outgoing.ts'
import type { Dialect } from './labels.ts'
import { openKey } from './provider-key.ts'
import type { Reply } from './rules.ts'

/** What it takes to ask a provider. */
export type Upstream = { id: number; apiUrl: string; encryptedKey: Buffer; dialect: Dialect }

export type Patience = {
  /** Until the last byte, in milliseconds. */
  timeout?: number
  /** Bytes read at most. */
  most?: number
}

/** Below the 20 seconds that a stopping process is given. */
const TIMEOUT = 15_000

const forms: Record<Dialect, { type: string; write(fields: Record<string, string | number>): string }> = {
  FORM: {
    type: 'application/x-www-form-urlencoded',
    write: (fields) =>
      new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])).toString(),
  },
  JSON: { type: 'application/json', write: (fields) => JSON.stringify(fields) },
}

type Source = { source?: string }

/** A whole number too long to be exact stays the text it was: ids of twenty digits are ids, too. */
function exact(_: string, value: unknown, context?: Source): unknown {
  const inexact = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
  return inexact ? (context?.source ?? value) : value
}

function parse(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text.replace(/^\uFEFF/, ''), exact) }
  } catch {
    return null
  }
}

/**
 * Sends a provider one request over API v2, in its dialect. Never throws: the reply says whether the request may have
 * arrived.
 */
export async function callProvider(
  upstream: Upstream,
  fields: Record<string, string | number>,
  { timeout = TIMEOUT, most }: Patience = {},
): Promise<Reply> {
  const { type, write } = forms[upstream.dialect]
  const key = openKey(upstream.encryptedKey)
  if (key === null) return { kind: 'unsent', error: 'its key cannot be opened' }
  try {
    const headers = { 'content-type': type, accept: 'application/json', 'user-agent': 'shop/1.0' }
    const body = write({ key, ...fields })
    const { status, text } = await sendOutside(
      { url: upstream.apiUrl, headers, body, timeout, most },
      reachOf(env().ALLOW_PRIVATE_PROVIDERS),
    )
    const parsed = parse(text)
    return parsed ? { kind: 'json', status, ...parsed } : unreadable(status)
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    return { kind: error.sent ? 'unclear' : 'unsent', error: error.message }
  }
}

/** 429 is a refusal in any format; any other answer without JSON is unclear. */
const unreadable = (status: number): Reply =>
  status === 429
    ? { kind: 'json', status, value: null }
    : { kind: 'unclear', error: `HTTP ${status} without readable JSON` }
