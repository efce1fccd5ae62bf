import type { Server } from 'node:http'
import { Server as SocketServer } from 'node:net'

/** Milliseconds for which a stopping web process still serves connections that clients keep open. */
const IDLE_MS = 2_000
/** Milliseconds after which a stopping process ends even if requests are still running. */
const MAX_STOP_MS = 15_000

/** If a turn of the event loop takes fewer milliseconds than this, no connection is waiting to be accepted. */
const SHORT_TURN_MS = 1
const MAX_TURNS = 200

/**
 * Resolves when the event loop has accepted all waiting connections. Closing the listening socket would reset a
 * connection that a client has opened but that isn't accepted yet, and so lose the requests sent on it.
 */
async function acceptWaiting(): Promise<void> {
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    const started = performance.now()
    await new Promise((resolve) => setImmediate(resolve))
    if (turn > 0 && performance.now() - started < SHORT_TURN_MS) return
  }
}

/**
 * On SIGTERM or SIGINT waits for `drain`, accepts no new connections, completes running requests, waits for `finish`,
 * and ends the process; it ends at the latest MAX_STOP_MS after `drain`. A connection that a client or proxy keeps open
 * gets `Connection: close` with its next response: closing it at once could lose a request that is on its way.
 * Connections without a request are closed after two seconds.
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
    // `close` of an HTTP server would close unused connections at once; `close` of a plain socket server leaves them
    // open.
    SocketServer.prototype.close.call(server, async () => {
      await finish()
      // The database pool isn't closed: its end() would wait for the LISTEN connection, which stays in use.
      process.exit(0)
    })
    // Runs in setImmediate, after the event loop has read the data that arrived. Earlier, a connection on which a
    // request has just arrived would count as unused.
    const closeUnused = () => setImmediate(() => server.closeIdleConnections())
    setTimeout(() => setInterval(closeUnused, 100), IDLE_MS)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
