import type { Role } from '#lib/core/call.ts'
import type { StaffActor } from '../actor.ts'

/** A staff member for tests that need no row of his in the database; no member of a test has this id. */
export const someStaff: StaffActor = {
  kind: 'staff',
  memberId: 987_654,
  loginId: 'some_staff',
  role: 'MANAGER',
  address: '192.0.2.1',
}

/** A member of a test as a staff member who acts. */
export const staffOf = ({ id, loginId }: { id: number; loginId: string }, role: Role = 'MANAGER'): StaffActor => ({
  ...someStaff,
  memberId: id,
  loginId,
  role,
})
