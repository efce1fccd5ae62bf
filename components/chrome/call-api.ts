import { messages } from '#lib/core/pipeline-messages.ts'
import { toast } from '../ui/toast-store.ts'
import { heldProof, newProof } from './reauth.ts'

/**
 * Result of a call. `message` can be shown to the user: the server's message for a 4xx, empty for a 5xx or a network
 * failure (status 0). `refusal` is the whole body of an error response.
 */
export type ApiAnswer<T> =
  | { readonly ok: true; readonly status: number; readonly body: T; readonly message: '' }
  | Readonly<{ ok: false; status: number; body: null; message: string; refusal: unknown }>

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Shows a toast that the user must sign in, and goes to /login, which leads back to this page (docs/product.md#login).
 */
export function signInFirst() {
  toast(messages.unauthenticated, { tone: 'bad' })
  location.assign(`/login?next=${encodeURIComponent(location.pathname + location.search)}`)
}

/** Tells a guest that an action is not available to guests (docs/product.md#who-it-is-for). */
export const refuseGuest = () => toast('둘러보기 중에는 불가능합니다', { tone: 'bad' })

const failed = (status: number, message = '', refusal: unknown = null): ApiAnswer<never> => ({
  ok: false,
  status,
  body: null,
  message,
  refusal,
})

type Headers = Readonly<Record<string, string>>

/**
 * Sends a call. If it is refused because it needs a re-authentication, asks for one and sends it once more with the
 * proof.
 */
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

/** Calls the shop's own API with the session cookie. A 401 leads to /login (docs/contract.md#sessions). */
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
    // Network failure, or a body that isn't JSON: the call may or may not have been executed.
    return failed(0)
  }
}
