import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { db } from '#lib/core/db.ts'
import { env, parseMetricsAddress } from '#lib/core/env.ts'
import { log } from '#lib/core/log.ts'
import type { Metrics } from '#lib/core/metrics.ts'
import type { Trace } from '#lib/core/tracing.ts'
import { hasMetricsToken } from '#lib/reports/check-metrics-reader.ts'
import { type LedgerFlow, makeLedgerFlowReader } from '#lib/reports/count-flows.ts'
import { metricsText } from '#lib/reports/write-metrics.ts'

export type ProcessWatch = {
  /** Calls `answer`, which responds to the request, and measures it if metrics or traces are switched on. */
  watchRequest(request: IncomingMessage, response: ServerResponse, answer: () => Promise<void>): Promise<void>
  /** Sends the traces that are still waiting to be sent. */
  stop(): Promise<void>
}

const noWatch: ProcessWatch = { watchRequest: (_request, _response, answer) => answer(), stop: async () => undefined }

/** Patterns of the paths of all pages, as the build lists them. */
function builtPages(): string[] {
  const file = join(process.env.NEXT_DIST_DIR || '.next', 'app-path-routes-manifest.json')
  return existsSync(file) ? Object.values(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : []
}

/** The text that Prometheus reads: figures from the database, and the measurements of this process. */
const wholeText = async ({ registry }: Metrics): Promise<string> =>
  `${await metricsText(db())}${await registry.metrics()}`

const mayRead = ({ headers }: IncomingMessage): boolean =>
  !env().METRICS_TOKEN || hasMetricsToken(headers.authorization)

/** Opens the listener of METRICS_LISTEN, which serves only GET /metrics. */
function serveMetrics(metrics: Metrics, listen: string): void {
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics' || !mayRead(request))
      return response.writeHead(404).end()
    const text = await wholeText(metrics).catch((error) => log.error('the metrics could not be read', { error }))
    if (text === undefined) return response.writeHead(503).end()
    return response.writeHead(200, { 'content-type': metrics.registry.contentType }).end(text)
  })
  server.on('error', (error) => log.error('the metrics can not be served', { error }))
  server.listen(parseMetricsAddress(listen), () => {
    const address = server.address()
    log.info('metrics', { port: typeof address === 'object' ? address?.port : 0 })
  })
  server.unref()
}

/**
 * Adds the counters of credited and debited points. Only the worker calls this: a second process would count the same
 * points again.
 */
async function addFlows(metrics: Metrics): Promise<void> {
  const { addCounter } = await import('#lib/core/metrics.ts')
  const read = makeLedgerFlowReader(db())
  let flows: LedgerFlow[] = []
  const credited = { name: 'shop_points_credited_total', help: 'Points added to balances, by kind.', label: 'kind' }
  const debited = { name: 'shop_points_debited_total', help: 'Points taken from balances, by kind.', label: 'kind' }
  const readCredited = async () => {
    // If the database is down, the points are counted once it is up again. The response must still have the other
    // metrics, which show that the database is down.
    flows = await read().catch(() => [])
    return new Map(flows.map(({ kind, credited: points }) => [kind, points]))
  }
  addCounter(metrics, credited, readCredited)
  addCounter(metrics, debited, async () => new Map(flows.map(({ kind, debited: points }) => [kind, points])))
}

/**
 * Starts to measure and trace this process if METRICS_LISTEN, OTEL_EXPORTER_OTLP_ENDPOINT or
 * OTEL_EXPORTER_OTLP_TRACES_ENDPOINT switches that on. If none of these variables is set, doesn't even load the modules
 * that measure and trace.
 */
export async function watchProcess(name: 'web' | 'worker'): Promise<ProcessWatch> {
  const listen = env().METRICS_LISTEN
  const isTraced = Boolean(process.env.OTEL_EXPORTER_OTLP_ENDPOINT || process.env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT)
  if (!listen && !isTraced) return noWatch
  const metrics = listen ? (await import('#lib/core/metrics.ts')).startMetrics() : null
  if (metrics && name === 'worker') await addFlows(metrics)
  if (metrics && listen) serveMetrics(metrics, listen)
  const tracing = isTraced ? await (await import('#lib/core/tracing.ts')).startTracing(`shop-${name}`) : null
  if (name === 'worker') return { ...noWatch, stop: async () => tracing?.stop() }
  const { makeRoutePatternFinder } = await import('#lib/web/route-pattern.ts')
  const routeOf = makeRoutePatternFinder(builtPages())
  return { watchRequest: requestWatcher(metrics, tracing?.trace ?? null, routeOf), stop: async () => tracing?.stop() }
}

const requestWatcher =
  (metrics: Metrics | null, trace: Trace | null, routeOf: (method: string, url: string) => string) =>
  async (request: IncomingMessage, response: ServerResponse, answer: () => Promise<void>): Promise<void> => {
    const started = performance.now()
    const { method = 'GET', url = '/' } = request
    const route = routeOf(method, url)
    response.once('close', () => {
      metrics?.addRequest({ method, route, status: response.statusCode }, (performance.now() - started) / 1_000)
    })
    if (!trace) return answer()
    const ended = new Promise<void>((resolve) => response.once('close', () => resolve()))
    await trace(`${method} ${route}`, { 'http.request.method': method, 'http.route': route }, async (span) => {
      await answer()
      await ended
      span.setAttribute('http.response.status_code', response.statusCode)
    })
  }
