import { messages } from '#lib/core/pipeline-messages.ts'
import { toast, toastOnNextPage } from '../ui/toast-store.ts'
import { requestLoginInPlace } from './login-in-place.ts'
import { currentProofToken, requestNewProof } from './reauth.ts'

/**
 * Result of a call. `message` can be shown to the user: the server's message for a 4xx, empty for a 5xx or a network
 * failure (status 0). `refusal` is the whole body of an error response.
 */
export type ApiAnswer<T> =
  | { readonly ok: true; readonly status: number; readonly body: T; readonly message: '' }
  | Readonly<{ ok: false; status: number; body: null; message: string; refusal: unknown }>

type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Shows a toast that the user must sign in, and goes to /login, which returns to this page after the login
 * (docs/product.md#login).
 */
export function goToLogin() {
  toastOnNextPage(messages.unauthenticated, { tone: 'bad' })
  location.assign(`/login?next=${encodeURIComponent(location.pathname + location.search)}`)
}

/** Shows a toast that an action is not available to guests (docs/product.md#who-it-is-for). */
export const refuseGuest = () => toast('둘러보기 중에는 불가능합니다', { tone: 'bad' })

const failedAnswer = (status: number, message = '', refusal: unknown = null): ApiAnswer<never> => ({
  ok: false,
  status,
  body: null,
  message,
  refusal,
})

type RequestHeaders = Readonly<Record<string, string>>

/** `keepalive`: the browser completes the request even if the page that sends it is closed. */
type CallOptions = { readonly headers?: RequestHeaders; readonly keepalive?: boolean }

/**
 * Sends a call. If the server refuses it for lack of a re-authentication, asks the user for one and sends the call once
 * more with the proof.
 */
async function sendWithProof(
  method: HttpMethod,
  path: string,
  body: string | undefined,
  { headers = {}, keepalive = false }: CallOptions,
): Promise<Response> {
  const sendOnce = (proof: string | null) =>
    fetch(path, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(proof && { 'x-reauth': proof }),
        ...headers,
      },
      body,
      keepalive,
    })
  const proof = currentProofToken()
  const response = await sendOnce(proof)
  if (response.status !== 403) return response
  const { code } = await response.clone().json()
  const newProof = code === 'REAUTH_REQUIRED' && (await requestNewProof(proof))
  return newProof ? sendOnce(newProof) : response
}

/**
 * After a 401: opens the login dialog over the page and resolves to true if the member signed in, so that the call can
 * be sent again; to false if the member closed the dialog. On a page without a login dialog, and if the call was a step
 * of a login itself, the browser goes to /login.
 */
async function signInAgain(path: string): Promise<boolean> {
  const outcome = path.startsWith('/auth/login') ? 'NONE' : await requestLoginInPlace()
  if (outcome === 'NONE') goToLogin()
  return outcome === 'LOGGED_IN'
}

/**
 * Calls the shop's own API with the session cookie. After a 401 the call is sent again once the user has signed in, in
 * a dialog over the page; on pages without that dialog the browser goes to /login (docs/contract.md#sessions).
 */
export async function callApi<T = unknown>(
  method: HttpMethod,
  path: string,
  body?: unknown,
  headers: RequestHeaders = {},
  keepalive = false,
): Promise<ApiAnswer<T>> {
  const json = body === undefined ? undefined : JSON.stringify(body)
  try {
    const send = async () => {
      const response = await sendWithProof(method, path, json, { headers, keepalive })
      return { ok: response.ok, status: response.status, text: await response.text() }
    }
    let answer = await send()
    // `send` has read the whole body by now, so that the call ends at once when the login dialog is closed: its form is
    // no longer busy then, and the next key press counts.
    if (answer.status === 401 && (await signInAgain(path))) answer = await send()
    const { ok, status, text } = answer
    const content = JSON.parse(text)
    if (ok) return { ok: true, status, body: content as T, message: '' }
    return failedAnswer(status, status < 500 ? String(content?.message ?? '') : '', content)
  } catch {
    // Network failure, or a body that isn't JSON: the call may or may not have been executed.
    return failedAnswer(0)
  }
}
