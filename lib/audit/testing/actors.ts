import type { Role } from '#lib/core/call.ts'
import type { StaffActor } from '../actor.ts'

/**
 * A staff member as actor, for tests that don't need his row in the database; no test creates a member with this id.
 */
export const someStaff: StaffActor = {
  kind: 'staff',
  memberId: 987_654,
  loginId: 'some_staff',
  role: 'MANAGER',
  address: '192.0.2.1',
}

/** Makes an actor of a member that the test has created, with this staff role. */
export const staffOf = ({ id, loginId }: { id: number; loginId: string }, role: Role = 'MANAGER'): StaffActor => ({
  ...someStaff,
  memberId: id,
  loginId,
  role,
})
