import { AppError } from './errors.ts'
import { messages } from './pipeline-messages.ts'
import { singleton } from './singleton.ts'
import { sqlState } from './sql-state.ts'

/**
 * SQLSTATEs with which PostgreSQL says that it can't serve now: a connection that failed (08), connections, memory or
 * disk that ran out (53), a shutdown or restart (57P), a statement that took too long (57014) or waited too long within
 * its transaction (25P03), a server that may not write (25006) and a disk that fails (58030).
 */
const outageStates = /^(08...|53...|57P..|57014|25P03|25006|58030)$/

/** Codes of sockets that could not connect or broke. */
const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/** Prisma's codes for a database that isn't reached, is too slow, or has no connection left. */
const prismaCodes = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037'])

/** Texts of node-pg, whose errors about connections have no code. */
const lostConnection =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed)/

/**
 * True if PostgreSQL could not use its files for another reason than those that have an SQLSTATE of their own. It reports
 * a file system that became read-only with the SQLSTATE of missing rights on a table, and others, such as a quota that is
 * used up, with that of an internal error; both would be faults of the shop otherwise.
 */
const isRefusedByDisk = (state: string, message: string): boolean =>
  (state === '42501' && /read-only file system/i.test(message)) ||
  (state === 'XX000' && /^could not \w+ .*\bfile\b/i.test(message))

/**
 * True if something failed because the database can't be reached or can't work now, as when it restarts, its disk is
 * full, or all its connections are in use. Whether a write took effect is unknown then.
 */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const state = sqlState(error)
  if (state) return outageStates.test(state) || isRefusedByDisk(state, error.message)
  const code = String((error as { code?: unknown }).code ?? '')
  return socketCodes.has(code) || prismaCodes.has(code) || lostConnection.test(error.message)
}

/** After how many seconds a client should ask again that was refused because of an outage. */
export const RETRY_AFTER_SECONDS = 5

/** The refusal of a call during an outage: 503 with Retry-After (docs/contract.md#wire). */
export const unavailable = (): AppError =>
  new AppError('UNAVAILABLE', messages.unavailable, { retryAfterSeconds: RETRY_AFTER_SECONDS })

const lastOutage = () => singleton('last-outage', () => ({ at: Number.NEGATIVE_INFINITY }))

/** Call this with an error of the database, so that a page that fails because of an outage can be answered with 503. */
export function noteOutage(error: unknown): void {
  if (isOutage(error)) lastOutage().at = performance.now()
}

const NOTED_MS = 15_000

/** True if the database failed within the last seconds. */
export const isOutageNoted = (): boolean => performance.now() - lastOutage().at < NOTED_MS
