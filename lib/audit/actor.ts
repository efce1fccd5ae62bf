import type { Caller, Role } from '#lib/core/call.ts'
import { type Db, oneRow } from '#lib/core/db.ts'

/** A staff member who acts by a call, or on whose behalf a request that he made earlier is carried out. */
export type StaffActor = {
  kind: 'staff'
  memberId: number
  loginId: string
  role: Role
  /** IP address of the request, for the audit trail. */
  address: string
  /** True if he has re-authenticated for this call; undefined for calls that don't require it, and in the demo. */
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
  /** The worker, which applies what this provider reports about an order. */
  | { kind: 'provider'; providerId: number }
  /** The matching rule, which credits a charge with this deposit. */
  | { kind: 'deposit'; depositId: number }

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

/** Actor for a staff member, with his current role, on whose behalf a request that he made earlier is carried out. */
export async function readStaffActor(db: Db, memberId: number, address: string): Promise<StaffActor> {
  const member = await oneRow<{ loginId: string; role: Role }>(db, 'SELECT login_id, role FROM members WHERE id = $1', [
    memberId,
  ])
  return { kind: 'staff', memberId, ...member, address }
}

/**
 * The actor as stored in rows of the ledger and of order events. Stored texts are compared with these, so never change
 * one.
 */
export function actorText(actor: Actor): string {
  if (actor.kind === 'staff' || actor.kind === 'member') return `${actor.kind}:${actor.memberId}`
  if (actor.kind === 'provider') return `worker:${actor.providerId}`
  if (actor.kind === 'deposit') return `deposit:${actor.depositId}`
  return actor.kind
}
