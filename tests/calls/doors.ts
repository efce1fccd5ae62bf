import { makeStaff } from '#lib/approvals/decisions/testing/staff.ts'
import type { Call } from '#lib/core/call.ts'
import { db } from '#lib/core/db.ts'
import { type SignedIn, send } from '#lib/web/testing/caller.ts'

/** What was done through a door: the subject of the audit row, and who is recorded as the actor. */
export type Done = { subjectType: string; subjectId: number | string; actor: SignedIn; orderId?: number }

/** One way by which staff reach an act. It performs the act anew and returns what the audit row must say. */
export type Door = () => Promise<Done>

/** Doors by the action that their audit row names, and by what staff do. */
export type Doors = Record<string, Record<string, Door>>

/** Staff of the test: `asker` and `second` are two people, who can confirm what the other asked for. */
export type Staff = { asker: SignedIn; second: SignedIn; owner: SignedIn; secondOwner: SignedIn }

export const makeAllStaff = async (): Promise<Staff> => ({
  asker: await makeStaff('MANAGER'),
  second: await makeStaff('MANAGER'),
  owner: await makeStaff('OWNER'),
  secondOwner: await makeStaff('OWNER'),
})

/** Sends a staff call and returns its answer. @throws Error a refusal */
export async function act(call: Call, by: SignedIn, { id, body }: { id?: number; body?: unknown } = {}) {
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

/** Audit rows of an act, oldest first. */
export const auditRowsOf = (action: string, { subjectType, subjectId }: Done): Promise<AuditRow[]> =>
  db().rows(
    `SELECT actor_id, address, before, after, reason FROM audit_entries
     WHERE action = $1 AND subject_type = $2 AND subject_id = $3 ORDER BY id`,
    [action, subjectType, String(subjectId)],
  )

const keysOf = (state: object | null): string[] | null => state && Object.keys(state).toSorted()

/** What the audit rows of one act have in common, whichever the door. */
export function shapeOf({ before, after, reason, address }: AuditRow) {
  // Only the row of a confirmed act has these two: who confirmed it, and whether he was the only one who could.
  const { confirmedBy: _, alone: __, ...own } = after ?? {}
  return { before: keysOf(before), after: keysOf(after && own), hasReason: reason !== null, hasAddress: address !== '' }
}
