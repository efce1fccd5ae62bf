import { env } from '#lib/core/env.ts'
import { tooManyRequests } from '#lib/core/limits.ts'
import { log } from '#lib/core/log.ts'
import { OutgoingError, outgoingAddressPolicy, sendOutside } from '#lib/core/outgoing.ts'
import type { SnsProvider } from './rules.ts'

/**
 * Thrown if Naver or Kakao returned no account. `refused`: the provider didn't accept the code or token of the person
 * who logs in. `down`: the provider is unreachable, slow, or doesn't accept the shop's configuration.
 */
export class SnsProviderFault extends Error {
  readonly kind: 'refused' | 'down'
  /**
   * Error code for the log: Naver's or Kakao's code, or a code of the shop's own, such as 'shape' for a response with
   * unexpected fields; '' for a refusal.
   */
  readonly fault: string

  constructor(kind: 'refused' | 'down', fault = '') {
    super(kind)
    this.name = 'SnsProviderFault'
    this.kind = kind
    this.fault = fault
  }
}

/** A request to Naver or Kakao. `step` says in the log what the request is for. */
export type SnsProviderRequest = { provider: SnsProvider; step: 'exchange' | 'token info' | 'person'; url: string }

const MAX_RESPONSE_BYTES = 64 * 1_024

/**
 * Logs a fault of Naver or Kakao that the person who logs in didn't cause, and returns it as an error to throw. The
 * provider's message isn't logged, because it may contain codes.
 */
export function logSnsFault({ provider, step }: SnsProviderRequest, fault: unknown, status?: number): SnsProviderFault {
  log.warn('a sign-in provider failed', { provider, step, status, fault: String(fault).slice(0, 60) })
  return new SnsProviderFault('down', String(fault))
}

type RequestContent = { form: Record<string, string> } | { bearer: string }

const formRequest = (form: Record<string, string>) => ({
  method: 'POST' as const,
  headers: { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' },
  body: new URLSearchParams(form).toString(),
})

const bearerRequest = (bearer: string) => ({ method: 'GET' as const, headers: { authorization: `Bearer ${bearer}` } })

/**
 * Maximum number of simultaneous requests to Naver and Kakao, so that logins don't exhaust the process while a provider
 * is slow.
 */
const MAX_CONCURRENT_REQUESTS = 32
let runningRequests = 0

/**
 * Sends one request to Naver or Kakao: a posted form, or a GET with an access token.
 * @throws SnsProviderFault; TOO_MANY_REQUESTS while too many requests are in progress
 */
export async function askSnsProvider(
  request: SnsProviderRequest,
  content: RequestContent,
): Promise<{ status: number; json: unknown }> {
  const options = 'form' in content ? formRequest(content.form) : bearerRequest(content.bearer)
  if (runningRequests >= MAX_CONCURRENT_REQUESTS) throw tooManyRequests(Math.ceil(env().SNS_TIMEOUT_MS / 1_000))
  runningRequests += 1
  try {
    const bounds = { timeout: env().SNS_TIMEOUT_MS, maxBytes: MAX_RESPONSE_BYTES }
    const { status, text } = await sendOutside(
      { url: request.url, ...options, ...bounds },
      outgoingAddressPolicy(env().ALLOW_PRIVATE_PROVIDERS, 'sns'),
    )
    if (status >= 500 || status === 429) throw logSnsFault(request, 'status', status)
    return { status, json: JSON.parse(text) }
  } catch (error) {
    if (error instanceof SnsProviderFault) throw error
    throw logSnsFault(request, error instanceof OutgoingError ? error.fault : 'no JSON')
  } finally {
    runningRequests -= 1
  }
}
