import { db, oneRow } from '#lib/core/db.ts'
import type { TestMember } from '#lib/members/testing/members.ts'
import { lastMessageBodyTo } from '#lib/messages/testing/outbox.ts'
import { createResetLink, type ResetLinkHolder } from '../reset-link.ts'

const tokenInText = (text: string): string =>
  new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? '').searchParams.get('token') ?? ''

/** Creates a reset link for this member without sending it, and returns its token. */
export async function createResetTokenFor({ id }: TestMember): Promise<string> {
  const holder = await oneRow<ResetLinkHolder>(
    db(),
    'SELECT id AS member_id, password_hash, login_id, email FROM members WHERE id = $1',
    [id],
  )
  return tokenInText(await createResetLink(db(), holder))
}

/** Token of the last reset link sent to this address. */
export const lastResetTokenSentTo = async (email: string): Promise<string> =>
  tokenInText((await lastMessageBodyTo(email)) ?? '')
