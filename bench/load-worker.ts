import { connect } from 'node:net'

/**
 * The requests to send to a server. Each connection sends one request after the other; each POST has its own
 * idempotency key.
 */
export type Load = {
  port: number
  path: string
  seconds: number
  /** Sent by POST; null for a GET. */
  body: string | null
  /** Header lines of each connection, with its api-key or token. */
  headers: string[]
}

export type LoadResult = { perSecond: number; statuses: Record<string, number> }

/** True if the text received so far, one character a byte, is a whole HTTP response. */
const isComplete = (text: string): boolean => {
  const head = text.indexOf('\r\n\r\n')
  if (head < 0) return false
  if (text.startsWith('304', 9)) return true
  const lengthHeader = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, head))
  if (lengthHeader) return text.length >= head + 4 + Number(lengthHeader[1])
  return text.endsWith('0\r\n\r\n')
}

/**
 * Opens one connection and sends request after request over it until the time `until`. Counts the responses by status.
 */
function sendRequests(
  load: Load,
  headers: string,
  name: string,
  until: number,
  statuses: Record<string, number>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(load.port, '127.0.0.1')
    let count = 0
    let text = ''
    const send = () => {
      const key = `idempotency-key: ${name}-${count++}\r\n`
      const heading = `${load.path} HTTP/1.1\r\nhost: 127.0.0.1:${load.port}\r\n${headers}`
      if (load.body === null) return socket.write(`GET ${heading}\r\n`)
      const size = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(load.body)}\r\n`
      return socket.write(`POST ${heading}${key}${size}\r\n${load.body}`)
    }
    socket.setNoDelay(true)
    socket.setEncoding('latin1')
    socket.on('connect', send)
    socket.on('error', reject)
    socket.on('data', (chunk: string) => {
      text += chunk
      if (!isComplete(text)) return
      const status = text.slice(9, 12)
      statuses[status] = (statuses[status] ?? 0) + 1
      text = ''
      if (Date.now() < until) send()
      else socket.end(resolve)
    })
  })
}

// This script runs in a process of its own, so that it doesn't share an event loop with the server that it measures.
// Raw sockets need little CPU time.
process.on('message', async (load: Load) => {
  const statuses: Record<string, number> = {}
  const started = Date.now()
  const run = `${process.pid}-${started}`
  const until = started + load.seconds * 1_000
  await Promise.all(load.headers.map((headers, at) => sendRequests(load, headers, `${run}-${at}`, until, statuses)))
  const answered = Object.values(statuses).reduce((sum, count) => sum + count, 0)
  process.send?.({ perSecond: answered / ((Date.now() - started) / 1_000), statuses } satisfies LoadResult)
})
