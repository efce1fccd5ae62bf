import { refundStatus } from '#lib/charges/labels.ts'
import { db } from '#lib/core/db.ts'
import { reauthHeaders } from '#lib/sessions/testing/reauth.ts'
import { type SignedIn, signedIn } from '#lib/web/testing/caller.ts'

/** Dates a role back by two days, so that its holder counts as a second person. */
export const backdateRole = (memberId: number) =>
  db().rows("UPDATE members SET role_since = now() - interval '2 days' WHERE id = $1", [memberId])

/** A signed-in staff member who has had the role for two days and has just re-authenticated. */
export async function makeStaff(role: 'MANAGER' | 'OWNER'): Promise<SignedIn> {
  const staff = await signedIn({ role })
  await backdateRole(staff.id)
  return { ...staff, headers: { ...staff.headers, ...(await reauthHeaders(staff)) } }
}

/** Removes all staff roles. */
export const removeAllStaffRoles = () => db().rows("UPDATE members SET role = 'MEMBER' WHERE role <> 'MEMBER'")

/** Makes accounts belong to one person, by giving each a cash refund request to the same bank account. */
export async function shareBankAccount(...memberIds: number[]): Promise<void> {
  await db().rows(
    `INSERT INTO refund_requests (member_id, point, email, name, bank, account, status, response_at, account_hash)
     SELECT id, 100, 'a@b.co', '계좌' || id, '국민', 'x'::bytea, ${refundStatus.REJECTED}, now(), sha256($2::text::bytea)
     FROM unnest($1::int[]) AS m (id)`,
    [memberIds, `account of ${memberIds[0]}`],
  )
}
