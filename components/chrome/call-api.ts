import { messages } from '#lib/core/pipeline-messages.ts'
import { recordServerTime } from '../ui/server-time.ts'
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

/** Id of the member for whom the page was rendered; null for a guest and for somebody who isn't signed in. */
let pageMember: number | null = null

/** Loads the page anew, and says there that another member has logged in in another tab. */
function reloadForOtherMember() {
  toastOnNextPage(messages.otherMember, { tone: 'bad' })
  location.reload()
}

/**
 * Sets the member for whom the page was rendered. If a refresh renders the page for another member than before, the
 * page is loaded anew, because its forms still contain what the former member typed.
 */
export function setPageMember(id: number): void {
  if (pageMember !== null && pageMember !== id) reloadForOtherMember()
  else pageMember = id
}

/** Call this when the page no longer shows a member. */
export function clearPageMember(): void {
  pageMember = null
}

type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Goes to /login and shows a toast there that the user must sign in. After the login, /login returns to this page
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

type HttpCall = CallOptions & { readonly method: HttpMethod; readonly path: string; readonly body?: unknown }

/**
 * Sends a call. If the server first requires the user to authenticate again, asks the user to do so and sends the call
 * once more with the proof.
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
        ...(pageMember !== null && { 'x-page-member': String(pageMember) }),
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
 * Asks the user to sign in after a 401, in a dialog over the page. Resolves to true if the user signed in, so that the
 * call can be sent again; to false if the user closed the dialog. If the page has no login dialog, or the call was
 * itself a step of a login, goes to /login and resolves to false.
 */
async function signInAgain(path: string): Promise<boolean> {
  const outcome = path.startsWith('/auth/login') ? 'NONE' : await requestLoginInPlace()
  if (outcome === 'NONE') goToLogin()
  return outcome === 'LOGGED_IN'
}

/**
 * Calls the shop's own API with the session cookie. After a 401, a dialog over the page asks the user to sign in; then
 * the call is sent again. A page without that dialog goes to /login instead (docs/contract.md#sessions). If another
 * member has logged in in another tab, the server refuses the call and the page is loaded anew.
 */
export const callApi = <T = unknown>(
  method: HttpMethod,
  path: string,
  body?: unknown,
  headers: RequestHeaders = {},
  keepalive = false,
): Promise<ApiAnswer<T>> => answerOf({ method, path, body, headers, keepalive }, signInAgain)

/**
 * Like `callApi`, for a call that the user didn't start, such as one that a page repeats every few seconds. A 401 opens
 * no login dialog: the dialog would open again a few seconds after the user has closed it.
 */
export const pollApi = <T = unknown>(method: HttpMethod, path: string): Promise<ApiAnswer<T>> =>
  answerOf({ method, path }, async () => false)

async function answerOf<T>(
  { method, path, body, headers = {}, keepalive = false }: HttpCall,
  signIn: (path: string) => Promise<boolean>,
): Promise<ApiAnswer<T>> {
  const json = body === undefined ? undefined : JSON.stringify(body)
  try {
    const send = async () => {
      const response = await sendWithProof(method, path, json, { headers, keepalive })
      recordServerTime(response.headers.get('date'))
      return { ok: response.ok, status: response.status, text: await response.text() }
    }
    let answer = await send()
    // `send` has already read the whole response, so this call ends as soon as the login dialog is closed. The form
    // that made the call is then no longer busy and reacts to the next key.
    if (answer.status === 401 && (await signIn(path))) answer = await send()
    const { ok, status, text } = answer
    const content = JSON.parse(text)
    if (content?.code === 'OTHER_MEMBER') reloadForOtherMember()
    if (ok) return { ok: true, status, body: content as T, message: '' }
    return failedAnswer(status, status < 500 ? String(content?.message ?? '') : '', content)
  } catch {
    // Network failure, or a body that isn't JSON: the call may or may not have been executed.
    return failedAnswer(0)
  }
}
