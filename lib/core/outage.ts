import { AppError } from './errors.ts'
import { messages } from './pipeline-messages.ts'
import { singleton } from './singleton.ts'
import { sqlState } from './sql-state.ts'

/**
 * SQLSTATEs with which PostgreSQL reports that it can't work now:
 * - 08: failed connection
 * - 53: no connections, memory or disk space left
 * - 57P: shutdown or restart
 * - 57014: statement timeout
 * - 25P03: timeout of an idle transaction
 * - 25006: read-only server
 * - 28: refused login, as while the role's password is replaced
 * - 3D000: no such database
 * - 58030: failing disk
 */
const outageStates = /^(08...|53...|57P..|57014|25P03|25006|28...|3D000|58030)$/

/** Error codes of sockets that couldn't connect or broke. */
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

/** Prisma's codes for a database that can't be reached, refuses the login, is too slow, or has no connection left. */
const prismaCodes = new Set(['P1000', 'P1001', 'P1002', 'P1003', 'P1008', 'P1010', 'P1017', 'P2024', 'P2028', 'P2037'])

/** Beginnings of node-pg's error messages about connections; these errors have no code. */
const lostConnection =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed)/

/**
 * True if PostgreSQL couldn't use its files, for a reason without an SQLSTATE of its own. PostgreSQL reports a
 * read-only file system with the SQLSTATE of a missing privilege on a table. Other faults, such as an exceeded quota,
 * have the SQLSTATE of an internal error. Only the message distinguishes both from faults of the shop.
 */
const isRefusedByDisk = (state: string, message: string): boolean =>
  (state === '42501' && /read-only file system/i.test(message)) ||
  (state === 'XX000' && /^could not \w+ .*\bfile\b/i.test(message))

/**
 * True if an error means that the database can't be reached or can't work now, for example because it restarts, its
 * disk is full, or all its connections are in use. After such an error it is unknown whether a write took effect.
 */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const state = sqlState(error)
  if (state) return outageStates.test(state) || isRefusedByDisk(state, error.message)
  const code = String((error as { code?: unknown }).code ?? '')
  return socketCodes.has(code) || prismaCodes.has(code) || lostConnection.test(error.message)
}

/** Seconds after which a client that was refused because of an outage should try again. */
export const RETRY_AFTER_SECONDS = 5

/** The refusal of a call during an outage: 503 with Retry-After (docs/contract.md#wire). */
export const unavailable = (): AppError =>
  new AppError('UNAVAILABLE', messages.unavailable, { retryAfterSeconds: RETRY_AFTER_SECONDS })

const lastOutage = () => singleton('last-outage', () => ({ at: Number.NEGATIVE_INFINITY }))

/**
 * Remembers the time of an outage, so that a page that then fails gets a 503. Call it with every error of the database;
 * other errors than outages are ignored.
 */
export function noteOutage(error: unknown): void {
  if (isOutage(error)) lastOutage().at = performance.now()
}

const NOTED_MS = 15_000

/** True if `noteOutage` noted an outage within the last NOTED_MS. */
export const wasOutageNotedRecently = (): boolean => performance.now() - lastOutage().at < NOTED_MS
