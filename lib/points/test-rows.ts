import { db, oneRow } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/test-members.ts'
import { provedAgain } from '#lib/sessions/test-reauth.ts'
import type { Row, Rows } from '#lib/web/test-matrix.ts'

const member = async () => (await makeMember()).id

/** One that another owner asked for. */
async function waiting(): Promise<number> {
  const asker = await makeMember({ role: 'OWNER' })
  const { id } = await oneRow<{ id: number }>(
    db(),
    "INSERT INTO adjustments (member_id, delta, reason, asked_by) VALUES ($1, 100, '보상', $2) RETURNING id",
    [await member(), asker.id],
  )
  return id
}

const decision: Row = { access: 'OWNER', id: waiting, headers: provedAgain }

export const rows: Rows = {
  'POST /api/admin/members/{id}/points': {
    access: 'MANAGER',
    id: member,
    body: () => ({ delta: 10.5, reason: '보상' }),
    headers: provedAgain,
  },
  'GET /api/admin/adjustments': { access: 'SUPPORT' },
  'POST /api/admin/adjustments/{id}/confirm': decision,
  'POST /api/admin/adjustments/{id}/refuse': decision,
}
