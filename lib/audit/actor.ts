import type { Caller, Role } from '#lib/core/call.ts'
import { type Db, oneRow } from '#lib/core/db.ts'

/**
 * A staff member who acts: he makes a call, or a second person has just confirmed his request, which is now carried
 * out.
 */
export type StaffActor = {
  kind: 'staff'
  memberId: number
  loginId: string
  role: Role
  /** IP address of the request, for the audit trail. */
  address: string
  /** Whether he has re-authenticated for the call; undefined in the demo, and if the call doesn't declare `reauth`. */
  reauthenticated?: boolean | undefined
}

export type MemberActor = { kind: 'member'; memberId: number }

/** The first migration, which creates the first OWNER before anybody can sign in. */
export type MigrationActor = { kind: 'migration' }

/**
 * Who acts. Every use case takes an actor, no matter whether a call, a job or a confirmed request runs the use case.
 */
export type Actor =
  | StaffActor
  | MemberActor
  | MigrationActor
  | { kind: 'worker' }
  /** The worker while it applies this provider's report about an order. */
  | { kind: 'provider'; providerId: number }
  /** The rule that matches deposits with charges, while it credits a charge with this deposit. */
  | { kind: 'deposit'; depositId: number }

/** The worker process, for the work of its jobs that nobody has requested. */
export const worker = { kind: 'worker' } as const satisfies Actor

export const memberActor = (memberId: number): MemberActor => ({ kind: 'member', memberId })

/** Actor for the staff member who makes a call. */
export const staffActor = ({ caller, address }: { caller: Caller; address: string }): StaffActor => ({
  kind: 'staff',
  memberId: caller.memberId,
  loginId: caller.loginId,
  role: caller.role,
  address,
  reauthenticated: caller.reauthenticated,
})

/** Actor for the staff member with this id, with his present role, read from the database. */
export async function readStaffActor(db: Db, memberId: number, address: string): Promise<StaffActor> {
  const member = await oneRow<{ loginId: string; role: Role }>(db, 'SELECT login_id, role FROM members WHERE id = $1', [
    memberId,
  ])
  return { kind: 'staff', memberId, ...member, address }
}

/**
 * Text of an actor, as stored in rows of the ledger and of order events. Never change the format, because SQL
 * statements search the stored texts by it.
 */
export function actorText(actor: Actor): string {
  if (actor.kind === 'staff' || actor.kind === 'member') return `${actor.kind}:${actor.memberId}`
  if (actor.kind === 'provider') return `worker:${actor.providerId}`
  if (actor.kind === 'deposit') return `deposit:${actor.depositId}`
  return actor.kind
}

/** SQL condition: an actor's text (`actorText`) names a staff member. */
export const isStaffActorSql = (actorSql: string): string => `${actorSql} ~ '^staff:[0-9]{1,9}$'`

/**
 * SQL for the member id in the actor's text of a staff member. Use it only if `isStaffActorSql` is true; it fails for
 * other texts.
 */
export const staffActorIdSql = (actorSql: string): string => `substr(${actorSql}, 7)::int`
