import { type IncomingHttpHeaders, request } from 'node:http'

export type BenchRequest = {
  port: number
  path: string
  method?: string
  /** Sent unchanged, including headers that `fetch` refuses to send, such as Host and Origin. */
  headers?: Record<string, string | string[]>
  /** Sent as JSON. */
  body?: unknown
}

export type BenchAnswer = { status: number; headers: IncomingHttpHeaders; text: string; ms: number }

/** Sends one request on a connection of its own. `ms` is the time until the whole answer has arrived. */
export function sendRequest({ port, path, method = 'GET', headers = {}, body }: BenchRequest): Promise<BenchAnswer> {
  const bodyText = body === undefined ? undefined : JSON.stringify(body)
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const allHeaders = { ...(bodyText !== undefined && { 'content-type': 'application/json' }), ...headers }
    const outgoing = request({ host: '127.0.0.1', port, path, method, headers: allHeaders, agent: false }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.once('error', reject)
      answer.once('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text: Buffer.concat(chunks).toString(),
          ms: performance.now() - started,
        }),
      )
    })
    outgoing.once('error', reject)
    outgoing.end(bodyText)
  })
}
