import type { Pool } from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { measuredPools } from './db.ts'
import { observeWork, type Work } from './measure-work.ts'

/**
 * Bounds of the histograms' buckets, in seconds: from the time of a cached response to that of a provider's timeout.
 */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30]

type RequestLabels = { method: string; route: string; status: number }

export type Metrics = {
  registry: Registry
  /** Adds an answered HTTP request; `route` is the pattern of its path. */
  addRequest(labels: RequestLabels, seconds: number): void
}

function poolGauge(registry: Registry, name: string, help: string, read: (pool: Pool) => number): void {
  new Gauge({
    name,
    help,
    labelNames: ['pool'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [pool, label] of measuredPools()) this.inc({ pool: label }, read(pool))
    },
  })
}

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/**
 * Starts to measure this process: HTTP requests, SQL statements, requests to other servers, jobs, connection pools,
 * event loop and memory. Import this file dynamically: it loads prom-client, which a process without metrics doesn't
 * need.
 */
export function startMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const histogram = (name: string, help: string, labelNames: string[]) =>
    new Histogram({ name, help, labelNames, buckets, registers: [registry] })
  const requests = histogram('shop_request_seconds', 'Time to answer a request, by the pattern of its path.', [
    'method',
    'route',
    'status',
  ])
  const queries = histogram('shop_query_seconds', 'Time of an SQL statement, with the wait for a connection.', [
    'operation',
    'outcome',
  ])
  const outgoing = histogram('shop_outgoing_seconds', 'Time of a request to another server, by its kind.', [
    'to',
    'outcome',
  ])
  const jobs = histogram('shop_job_seconds', 'Time of a run of a job or loop.', ['job', 'outcome'])
  poolGauge(registry, 'shop_pool_connections', 'Open connections of a pool.', ({ totalCount }) => totalCount)
  poolGauge(registry, 'shop_pool_idle', 'Open connections of a pool that nobody uses.', ({ idleCount }) => idleCount)
  poolGauge(registry, 'shop_pool_waiting', 'Statements that wait for a connection.', ({ waitingCount }) => waitingCount)
  const add = (work: Work, outcome: 'ok' | 'error', seconds: number): void => {
    if (work.kind === 'query') queries.observe({ operation: work.operation, outcome }, seconds)
    if (work.kind === 'outgoing') outgoing.observe({ to: work.to, outcome }, seconds)
    if (work.kind === 'job') jobs.observe({ job: work.name, outcome }, seconds)
  }
  observeWork(async (work, run) => {
    const started = performance.now()
    try {
      const value = await run()
      add(work, 'ok', (performance.now() - started) / 1_000)
      return value
    } catch (error) {
      add(work, 'error', (performance.now() - started) / 1_000)
      throw error
    }
  })
  return {
    registry,
    addRequest: ({ method, route, status }, seconds) => {
      const known = knownMethods.has(method) ? method : 'other'
      requests.observe({ method: known, route, status: `${Math.floor(status / 100)}xx` }, seconds)
    },
  }
}

/** Adds a counter that is updated when the metrics are read: `read` returns how much to add, by the label's value. */
export function addCounter(
  { registry }: Metrics,
  { name, help, label }: { name: string; help: string; label: string },
  read: () => Promise<ReadonlyMap<string, number>>,
): void {
  new Counter({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    async collect() {
      for (const [value, amount] of await read()) this.inc({ [label]: value }, amount)
    },
  })
}
