import { makeStaff } from '#lib/approvals/decisions/testing/staff.ts'
import type { Call } from '#lib/core/call.ts'
import { db } from '#lib/core/db.ts'
import { type SignedIn, send } from '#lib/web/testing/caller.ts'

/** What the audit row of a performed action must record: its subject, and the member of staff who acted. */
export type RecordedAction = { subjectType: string; subjectId: number | string; actor: SignedIn; orderId?: number }

/**
 * One way in which staff perform an action. Each run of the function performs the action on new records, and returns
 * what the action's audit row must contain.
 */
export type ActionWay = () => Promise<RecordedAction>

/** Ways to perform actions, by the action's name in the audit row, then by a description of what staff do. */
export type WaysByAction = Record<string, Record<string, ActionWay>>

/** Staff of the test: `asker` and `second` are MANAGERs, who can confirm each other's requests. */
export type Staff = { asker: SignedIn; second: SignedIn; owner: SignedIn; secondOwner: SignedIn }

export const makeAllStaff = async (): Promise<Staff> => ({
  asker: await makeStaff('MANAGER'),
  second: await makeStaff('MANAGER'),
  owner: await makeStaff('OWNER'),
  secondOwner: await makeStaff('OWNER'),
})

/** Sends a staff call and returns the JSON of its answer. @throws Error if the call is refused */
export async function sendStaffCall(call: Call, by: SignedIn, { id, body }: { id?: number; body?: unknown } = {}) {
  const { status, json } = await send(call, { path: call.path.replace('{id}', String(id)), headers: by.headers, body })
  if (status >= 300) throw new Error(`${call.method} ${call.path}: ${status} ${JSON.stringify(json)}`)
  return json
}

type AuditRow = {
  actorId: number
  address: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  reason: string | null
}

/** Audit rows of an action on its subject, oldest first. */
export const readAuditRows = (action: string, { subjectType, subjectId }: RecordedAction): Promise<AuditRow[]> =>
  db().rows(
    `SELECT actor_id, address, before, after, reason FROM audit_entries
     WHERE action = $1 AND subject_type = $2 AND subject_id = $3 ORDER BY id`,
    [action, subjectType, String(subjectId)],
  )

const keysOf = (state: object | null): string[] | null => state && Object.keys(state).toSorted()

/** The parts of an audit row that must be the same, in whichever way the action was performed. */
export function comparableAuditFields({ before, after, reason, address }: AuditRow) {
  // Leaves out two fields that only the audit row of a confirmed action has: who confirmed the action, and whether no
  // other person could have confirmed it.
  const { confirmedBy: _, alone: __, ...own } = after ?? {}
  return { before: keysOf(before), after: keysOf(after && own), hasReason: reason !== null, hasAddress: address !== '' }
}
