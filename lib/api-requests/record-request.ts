import type { AnsweredCall, CallObserver } from '#lib/core/answered-call.ts'
import { openDatabase } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { singleton } from '#lib/core/singleton.ts'
import { makeRequestBuffer, type StoredRequest } from './request-buffer.ts'
import { makeNewOrderDetector, makeRequestBudget, type RequestKind } from './rules.ts'

/**
 * A separate pool with one connection, so that writing the log never takes a connection from the pool that orders use.
 */
const logDatabase = () =>
  singleton('request-log-db', () =>
    openDatabase(env().DATABASE_URL, 1, { name: 'request-log', pooled: env().DATABASE_POOLED }),
  )

const requestLog = () =>
  singleton('request-log', () => ({
    budget: makeRequestBudget(),
    isNewOrder: makeNewOrderDetector(),
    buffer: makeRequestBuffer(logDatabase, { maxRows: 20_000, pause: 250, batch: 1_000 }),
  }))

/**
 * Name of a call in the log: its method and its path as declared. For API v2 also the action, if it looks like an
 * action's name.
 */
export function callName({ call: { method, path }, action }: Pick<AnsweredCall, 'call' | 'action'>): string {
  const isActionName = action !== undefined && /^[a-z_]{1,20}$/.test(action)
  return [method, path, ...(isActionName ? [action] : [])].join(' ')
}

const MAX_INT = 2_147_483_647
const MAX_ERROR_LENGTH = 300

/**
 * Returns the number if PostgreSQL can store it as a positive integer, else null: a client may have sent any number.
 */
const storableInteger = (value: number | undefined): number | null =>
  value !== undefined && Number.isInteger(value) && value > 0 && value <= MAX_INT ? value : null

function kindOf({ call, caller, error, action, notes }: AnsweredCall): RequestKind {
  if (error) return 'failure'
  if (caller.apiKey?.test) return 'test'
  const isRead =
    action === undefined ? call.method === 'GET' : !['add', 'cancel', 'refill', 'speed_up'].includes(action)
  if (isRead) return 'read'
  const placed = action === undefined || action === 'add' ? storableInteger(notes.orderId) : null
  return placed !== null && requestLog().isNewOrder(caller.memberId, placed) ? 'order' : 'write'
}

function rowOf(answered: AnsweredCall, keyId: number, omitted: number): StoredRequest {
  const { requestId, caller, notes, status, error, at, took, address } = answered
  return {
    id: requestId,
    memberId: caller.memberId,
    keyId,
    call: callName(answered),
    failed: error !== null,
    status,
    errorCode: error?.code ?? null,
    error: error?.message.slice(0, MAX_ERROR_LENGTH) ?? null,
    duration: took,
    address: address.slice(0, 50),
    serviceId: storableInteger(notes.serviceId),
    amount: storableInteger(notes.amount),
    orderId: storableInteger(notes.orderId),
    omitted,
    at: new Date(at),
  }
}

/**
 * Adds an answered call to its member's request log (docs/contract.md#request-log), unless the budget
 * (`makeRequestBudget`) leaves the call out. Of the call's parameters, only the ids of service and order and the
 * quantity are stored. Returns at once; the row is written later.
 */
export const recordRequest: CallObserver = (answered) => {
  const { memberId, apiKey } = answered.caller
  // The public test key of the documentation belongs to no member, so its calls aren't logged.
  if (!apiKey || apiKey.id <= 0 || memberId <= 0) return
  const { budget, buffer } = requestLog()
  const omitted = budget(memberId, kindOf(answered), answered.at)
  if (omitted !== null) buffer.add(rowOf(answered, apiKey.id, omitted))
}

/** Writes the buffered calls; call it before the process ends. */
export const flushRequestLog = (): Promise<void> => requestLog().buffer.flush()
