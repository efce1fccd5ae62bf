import type { AnsweredCall, CallObserver } from '#lib/core/answered-call.ts'
import { openDatabase } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { singleton } from '#lib/core/singleton.ts'
import { requestBuffer, type StoredRequest } from './request-buffer.ts'
import { type RequestKind, requestBudget } from './rules.ts'

/** A connection of its own: the record of calls never waits for, or takes, one of those that orders use. */
const logDatabase = () => singleton('request-log-db', () => openDatabase(env().DATABASE_URL, 1))

const requestLog = () =>
  singleton('request-log', () => ({
    budget: requestBudget(),
    buffer: requestBuffer(logDatabase, { maxRows: 20_000, pause: 250, batch: 1_000 }),
  }))

/** Name of a call: method, path as declared and the action, unless that is no word that an action could be called by. */
export function callName({ call: { method, path }, action }: Pick<AnsweredCall, 'call' | 'action'>): string {
  const known = action !== undefined && /^[a-z_]{1,20}$/.test(action)
  return [method, path, ...(known ? [action] : [])].join(' ')
}

const MAX_INT = 2_147_483_647
const MAX_ERROR_LENGTH = 300

/** A number that fits its column, else null: it comes from the request. */
const storable = (value: number | undefined): number | null =>
  value !== undefined && Number.isInteger(value) && value > 0 && value <= MAX_INT ? value : null

function kindOf({ call, error, action }: AnsweredCall): RequestKind {
  if (error) return 'failure'
  const reads = action === undefined ? call.method === 'GET' : !['add', 'cancel', 'refill'].includes(action)
  return reads ? 'read' : 'write'
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
    serviceId: storable(notes.serviceId),
    amount: storable(notes.amount),
    orderId: storable(notes.orderId),
    omitted,
    at: new Date(at),
  }
}

/**
 * Puts an answered call into its member's request log (docs/contract.md#request-log). Contains nothing that the request
 * was sent with but the ids of service and order and the quantity. Returns at once; the row is written later.
 */
export const recordRequest: CallObserver = (answered) => {
  const { memberId, apiKey } = answered.caller
  // Keys of nobody, such as one that the documentation shows, have no log.
  if (!apiKey || apiKey.id <= 0 || memberId <= 0) return
  const { budget, buffer } = requestLog()
  const omitted = budget(memberId, kindOf(answered), answered.at)
  if (omitted !== null) buffer.add(rowOf(answered, apiKey.id, omitted))
}

/** Writes what waits, before the process ends. */
export const flushRequestLog = (): Promise<void> => requestLog().buffer.flush()
