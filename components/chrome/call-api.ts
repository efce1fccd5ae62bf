import { messages } from '#lib/core/pipeline-messages.ts'
import { toast } from '../ui/toast-store.ts'
import { heldProof, newProof } from './reauth.ts'

/**
 * What came of a call. `message` is ours to show: the server's for a 4xx, empty for a 5xx or a network failure (status
 * 0); `refusal` is the whole body of the refusal.
 */
export type ApiAnswer<T> =
  | { readonly ok: true; readonly status: number; readonly body: T; readonly message: '' }
  | Readonly<{ ok: false; status: number; body: null; message: string; refusal: unknown }>

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Says that one must sign in, and goes there with the way back (docs/product.md#login). */
export function signInFirst() {
  toast(messages.unauthenticated, { tone: 'bad' })
  location.assign(`/login?next=${encodeURIComponent(location.pathname + location.search)}`)
}

/** What a guest can't do (docs/product.md#who-it-is-for). */
export const refuseGuest = () => toast('둘러보기 중에는 불가능합니다', { tone: 'bad' })

const failed = (status: number, message = '', refusal: unknown = null): ApiAnswer<never> => ({
  ok: false,
  status,
  body: null,
  message,
  refusal,
})

type Headers = Readonly<Record<string, string>>

/** Sends a call; one refused for want of a fresh password is sent once more with the proof that its caller then gives. */
async function send(method: Method, path: string, body: string | undefined, headers: Headers): Promise<Response> {
  const ask = (proof: string | null) =>
    fetch(path, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(proof && { 'x-reauth': proof }),
        ...headers,
      },
      body,
    })
  const proof = heldProof()
  const response = await ask(proof)
  if (response.status !== 403) return response
  const { code } = await response.clone().json()
  const fresh = code === 'REAUTH_REQUIRED' && (await newProof(proof))
  return fresh ? ask(fresh) : response
}

/** One of our own calls, by the session's cookie. Any 401 signs out and goes to /login (docs/contract.md#sessions). */
export async function callApi<T = unknown>(
  method: Method,
  path: string,
  body?: unknown,
  headers: Headers = {},
): Promise<ApiAnswer<T>> {
  const json = body === undefined ? undefined : JSON.stringify(body)
  try {
    const response = await send(method, path, json, headers)
    const answer = await response.json()
    if (response.ok) return { ok: true, status: response.status, body: answer as T, message: '' }
    if (response.status === 401) signInFirst()
    return failed(response.status, response.status < 500 ? String(answer?.message ?? '') : '', answer)
  } catch {
    // No network, or an answer that can't be read: nobody knows what became of the call.
    return failed(0)
  }
}
