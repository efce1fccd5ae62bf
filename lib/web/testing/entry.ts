import { createServer, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { clientIpAddress } from '../client-ip-address.ts'
import { answerBeforeNext } from '../entry.ts'
import { serverLimits } from '../server-limits.ts'

/** Status of every response of the stand-in for Next.js: the request was passed on to Next.js. */
export const PASSED_ON_STATUS = 299

type RequestToSend = { method?: string; headers?: Record<string, string>; body?: string | Buffer }

export type ReceivedResponse = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** Starts the entry (the part of the server before Next.js) on a real port, with a stand-in for Next.js behind it. */
export async function startEntry({ dev = false, limits = serverLimits } = {}) {
  const server = createServer(limits, (request, response) => {
    if (answerBeforeNext(request, response, { address: clientIpAddress(request), dev })) return
    response
      .writeHead(PASSED_ON_STATUS, { 'x-seen': encodeURIComponent(JSON.stringify([request.url, request.headers])) })
      .end('next')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo

  /** Sends one request with the path exactly as given, which fetch would normalize. */
  const ask = (path: string, { method = 'GET', headers = {}, body }: RequestToSend = {}) =>
    new Promise<ReceivedResponse>((resolve, reject) => {
      const outgoing = httpRequest({ port, host: '127.0.0.1', path, method, headers, agent: false }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
        )
      })
      outgoing.on('error', reject)
      outgoing.end(body)
    })

  const connectTo = () => connect(port, '127.0.0.1')
  const stop = () =>
    new Promise<void>((done) => {
      server.close(() => done())
      server.closeAllConnections()
    })
  return { port, ask, connectTo, stop }
}

/** A running entry: the part of the server before Next.js. */
export type Entry = Awaited<ReturnType<typeof startEntry>>

export const jsonOf = ({ body }: ReceivedResponse) => JSON.parse(body.toString())
