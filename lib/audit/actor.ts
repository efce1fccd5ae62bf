import type { Caller, Role } from '#lib/core/call.ts'
import { type Db, oneRow } from '#lib/core/db.ts'

/**
 * A staff member who makes a call himself, or in whose name a request is carried out that he made earlier and a
 * second person has confirmed.
 */
export type StaffActor = {
  kind: 'staff'
  memberId: number
  loginId: string
  role: Role
  /** IP address of the request, for the audit trail. */
  address: string
  /** Whether he has re-authenticated for the call; undefined if the call doesn't ask for it, and in the demo. */
  reauthenticated?: boolean | undefined
}

export type MemberActor = { kind: 'member'; memberId: number }

/** The first migration, which creates the first OWNER before anybody can sign in. */
export type MigrationActor = { kind: 'migration' }

/** Who acts. Every use case takes an actor, whether a call, a job or a confirmed request runs it. */
export type Actor =
  | StaffActor
  | MemberActor
  | MigrationActor
  | { kind: 'worker' }
  /** The worker while it applies what this provider reports about an order. */
  | { kind: 'provider'; providerId: number }
  /** The matching rule while it credits a charge with this deposit. */
  | { kind: 'deposit'; depositId: number }

/** The worker process, for what its jobs do without a request of anybody. */
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

/** Actor for the staff member with this id, with his present role from the database. */
export async function readStaffActor(db: Db, memberId: number, address: string): Promise<StaffActor> {
  const member = await oneRow<{ loginId: string; role: Role }>(db, 'SELECT login_id, role FROM members WHERE id = $1', [
    memberId,
  ])
  return { kind: 'staff', memberId, ...member, address }
}

/**
 * The actor as stored in rows of the ledger and of order events. Statements look for stored texts in this form, so
 * never change it.
 */
export function actorText(actor: Actor): string {
  if (actor.kind === 'staff' || actor.kind === 'member') return `${actor.kind}:${actor.memberId}`
  if (actor.kind === 'provider') return `worker:${actor.providerId}`
  if (actor.kind === 'deposit') return `deposit:${actor.depositId}`
  return actor.kind
}

/** SQL condition: an actor's text, as `actorText` returns it, names a staff member. */
export const isStaffActorSql = (actorSql: string): string => `${actorSql} ~ '^staff:[0-9]{1,9}$'`

/** SQL for the member id in the text of a staff member; fails for texts that `isStaffActorSql` rules out. */
export const staffActorIdSql = (actorSql: string): string => `substr(${actorSql}, 7)::int`
