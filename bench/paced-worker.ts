import { Agent, request } from 'node:http'

/** Requests to send at a fixed rate, even while earlier ones are unanswered (open-loop load). */
export type PacedLoad = { port: number; seconds: number; senders: Sender[] }

/** One caller, who sends `perSecond` requests at equal intervals. */
export type Sender = { key: string; method: 'GET' | 'POST'; path: string; body: string | null; perSecond: number }

/**
 * What the requests took: `p95` is the 95th percentile of their times in milliseconds, `statuses` their number by HTTP
 * status.
 */
export type PacedResult = { p95: number; count: number; statuses: Record<string, number> }

const agent = new Agent({ keepAlive: true, maxSockets: 256 })

/** Sends one request. Resolves to its status and the milliseconds that it took. */
const sendOne = (port: number, { key, method, path, body }: Sender): Promise<[status: number, ms: number]> =>
  new Promise((resolve, reject) => {
    const started = performance.now()
    const headers = {
      'api-key': key,
      'accept-encoding': 'gzip',
      ...(body !== null && { 'content-type': 'application/json' }),
    }
    const sent = request({ port, host: '127.0.0.1', path, method, headers, agent }, (response) => {
      response.resume()
      response.on('end', () => resolve([response.statusCode ?? 0, performance.now() - started]))
    })
    sent.on('error', reject)
    sent.end(body ?? undefined)
  })

// This script runs in a process of its own, so that it doesn't share an event loop with the server that it measures.
process.on('message', async ({ port, seconds, senders }: PacedLoad) => {
  const results: Promise<[number, number]>[] = []
  const started = performance.now()
  await Promise.all(
    senders.map(async (sender, at) => {
      const gap = 1_000 / sender.perSecond
      for (let count = 0; count < sender.perSecond * seconds; count++) {
        const due = started + count * gap + (gap * at) / senders.length
        await new Promise((done) => setTimeout(done, Math.max(0, due - performance.now())))
        results.push(sendOne(port, sender))
      }
    }),
  )
  const answers = await Promise.all(results)
  const times = answers.map(([, ms]) => ms).sort((a, b) => a - b)
  const statuses: Record<string, number> = {}
  for (const [status] of answers) statuses[status] = (statuses[status] ?? 0) + 1
  const p95 = times[Math.floor(times.length * 0.95)] ?? 0
  process.send?.({ p95, count: times.length, statuses } satisfies PacedResult)
})
