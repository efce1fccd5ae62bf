import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ReceivedRequest = { body: string; headers: Record<string, string | string[] | undefined> }

export type Receiver = {
  url: string
  received: ReceivedRequest[]
  /** Sets the response to further requests; 'silence' for none. */
  answer: (status: number | 'silence', headers?: object) => void
  stop(): void
}

/** Starts a reseller's server, which receives webhook deliveries. It responds with 200 until `answer` is called. */
export async function startReceiver(): Promise<Receiver> {
  const received: ReceivedRequest[] = []
  let [status, moreHeaders]: [number | 'silence', object] = [200, {}]
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push({ body, headers: request.headers })
    if (status !== 'silence') response.writeHead(status, { ...moreHeaders }).end('ok')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const answer = (next: number | 'silence', headers = {}) => {
    ;[status, moreHeaders] = [next, headers]
  }
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received, answer, stop }
}
