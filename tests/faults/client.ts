import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

export type Answer = { status: number; headers: Record<string, string | string[] | undefined>; json: unknown }

export type RequestToSend = { method?: string; path: string; headers?: Record<string, string>; body?: string }

/**
 * Thrown if a request got no answer. If `connected` is false, the request wasn't sent; otherwise it may or may not have
 * taken effect. The message says whether the connection had carried an earlier request (`reused`).
 */
export class NoAnswer extends Error {
  readonly connected: boolean
  constructor(cause: Error, { connected, reused }: { connected: boolean; reused: boolean }) {
    super(`${cause.message} on a connection ${reused ? 'used before' : 'just opened'}`, { cause })
    this.connected = connected
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: 200 })

/** Closes the connections that `send` has kept open. */
export const closeClients = (): void => agent.destroy()

/**
 * Sends a request. The answer may take long: each step of a call waits up to 5 s for a connection, and a statement may
 * take 15 s.
 *
 * @throws NoAnswer
 */
export function send(
  url: string,
  { method = 'POST', path, headers, body }: RequestToSend,
  timeout = 60_000,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, {
      method,
      agent,
      timeout,
      headers: { 'content-type': 'application/json', ...headers },
    })
    // An error of `connect` means that nothing was sent: the connection was refused, or closed while it was being
    // opened.
    const fail = (error: NodeJS.ErrnoException) =>
      reject(new NoAnswer(error, { connected: error.syscall !== 'connect', reused: sent.reusedSocket }))
    sent.once('timeout', () => sent.destroy(new Error('no answer in time')))
    sent.once('error', fail)
    sent.once('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('error', fail)
      response.once('end', () => {
        const text = Buffer.concat(chunks).toString()
        const isJson = response.headers['content-type']?.startsWith('application/json') && text !== ''
        resolve({ status: response.statusCode ?? 0, headers: response.headers, json: isJson ? JSON.parse(text) : text })
      })
    })
    sent.end(body)
  })
}

/** True for the answer to a call that waited too long for a lock (docs/contract.md#wire). */
const isLockTimeout = ({ status, json }: Answer): boolean =>
  status === 409 && (json as { message?: string }).message === '잠시 후 다시 시도해 주세요.'

/** True if an answer doesn't settle the request, so that it must be sent again. */
export const isIndefinite = (answer: Answer): boolean =>
  answer.status === 503 || answer.status === 429 || isLockTimeout(answer)

/**
 * Sends a request, and repeats it until its outcome is known, each time to the URL that `url` returns. Calls `note`
 * with each answer and each NoAnswer.
 * @throws Error if the outcome stays unknown for three minutes
 */
export async function sendUntilDefinite(
  url: () => string,
  sent: RequestToSend,
  note: (answer: Answer | NoAnswer) => void,
): Promise<Answer> {
  for (const limit = Date.now() + 180_000; Date.now() < limit; await wait(100)) {
    const answer = await send(url(), sent).catch((error: NoAnswer) => error)
    note(answer)
    if (!(answer instanceof NoAnswer) && !isIndefinite(answer)) return answer
  }
  throw new Error(`${sent.method ?? 'POST'} ${sent.path} got no definite answer within three minutes`)
}
