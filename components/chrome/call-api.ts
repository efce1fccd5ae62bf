import { messages } from '#lib/core/pipeline-messages.ts'
import { toast } from '../ui/toast-store.ts'

/**
 * What came of a call. `message` is ours to show: the server's for a 4xx, empty for a 5xx or a network failure (status
 * 0); `refusal` is all that was said with it.
 */
export type ApiAnswer<T> =
  | { readonly ok: true; readonly status: number; readonly body: T; readonly message: '' }
  | Readonly<{ ok: false; status: number; body: null; message: string; refusal: unknown }>

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Says that one must sign in, and goes there with the way back (decisions 5, 7). */
export function signInFirst() {
  toast(messages.unauthenticated, { tone: 'bad' })
  location.assign(`/login?next=${encodeURIComponent(location.pathname + location.search)}`)
}

/** What a guest can't do (spec 8). */
export const refuseGuest = () => toast('둘러보기 중에는 불가능합니다', { tone: 'bad' })

const failed = (status: number, message = '', refusal: unknown = null): ApiAnswer<never> => ({
  ok: false,
  status,
  body: null,
  message,
  refusal,
})

/** One of our own calls, by the session's cookie. Any 401 signs out and goes to /login (spec 8). */
export async function callApi<T = unknown>(
  method: Method,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<ApiAnswer<T>> {
  const json = body === undefined ? undefined : JSON.stringify(body)
  try {
    const response = await fetch(path, {
      method,
      headers: { ...(json !== undefined && { 'content-type': 'application/json' }), ...headers },
      body: json,
    })
    const answer = await response.json()
    if (response.ok) return { ok: true, status: response.status, body: answer as T, message: '' }
    if (response.status === 401) signInFirst()
    return failed(response.status, response.status < 500 ? String(answer?.message ?? '') : '', answer)
  } catch {
    // No network, or an answer that can't be read: nobody knows what became of the call.
    return failed(0)
  }
}
