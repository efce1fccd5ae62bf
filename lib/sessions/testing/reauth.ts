import { db, oneRow } from '#lib/core/db.ts'
import { signReauthToken } from '../reauth-token.ts'
import { sessionOfToken } from '../sign-session-token.ts'

/** Makes a proof of identity for the session of this token. Returns the header with it. */
export async function reauthHeaders({ id, token }: { id: number; token: string }): Promise<Record<string, string>> {
  const sessionId = await sessionOfToken(token)
  const { loginId, role } = await oneRow<{ loginId: string; role: 'OWNER' }>(
    db(),
    'SELECT login_id, role FROM members WHERE id = $1',
    [id],
  )
  const caller = { memberId: id, loginId, role, via: 'session' as const, sessionId }
  return { 'x-reauth': (await signReauthToken(caller)).token }
}
