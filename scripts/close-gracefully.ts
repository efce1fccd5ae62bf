import type { Server } from 'node:http'
import { Server as SocketServer } from 'node:net'

/** For how long a stopping web process still answers on connections that clients keep open, in milliseconds. */
const IDLE_MS = 2_000
const MAX_STOP_MS = 15_000

/** A turn of the event loop that takes less, in milliseconds, has just accepted every connection that waited for it. */
const SHORT_TURN_MS = 1
const MAX_TURNS = 200

/**
 * Resolves right after the event loop has accepted the connections that waited. Those that clients have opened and that
 * aren't accepted yet when the listening socket closes are reset, with the requests that were sent on them.
 */
async function acceptWaiting(): Promise<void> {
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    const started = performance.now()
    await new Promise((resolve) => setImmediate(resolve))
    if (turn > 0 && performance.now() - started < SHORT_TURN_MS) return
  }
}

/**
 * On SIGTERM or SIGINT waits for `drain`, takes no new connections, answers what is under way, then ends the process. A
 * connection that a client or proxy keeps open is closed with its next answer, by `Connection: close`. Closing it at
 * once could lose a request that is on its way. Connections that stay unused are closed after two seconds.
 */
export function closeGracefully(server: Server, drain: () => Promise<void>, finish: () => Promise<void>): void {
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    await drain()
    setTimeout(() => process.exit(1), MAX_STOP_MS).unref()
    await acceptWaiting()
    server.prependListener('request', (_, response) => response.setHeader('connection', 'close'))
    // `close` of an HTTP server would close the unused connections at once; that of a socket server leaves them.
    SocketServer.prototype.close.call(server, async () => {
      await finish()
      // The pool isn't closed: end() would wait for its LISTEN connection, which stays in use.
      process.exit(0)
    })
    setTimeout(() => setInterval(() => server.closeIdleConnections(), 100), IDLE_MS)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
