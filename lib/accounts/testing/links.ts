import { db, oneRow } from '#lib/core/db.ts'
import type { TestMember } from '#lib/members/testing/members.ts'
import { lastMessageTo } from '#lib/messages/testing/outbox.ts'
import { type LinkHolder, resetLink } from '../reset-link.ts'

const tokenOf = (text: string): string =>
  new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? '').searchParams.get('token') ?? ''

/** Token of a new reset link for this member. */
export async function linkTokenOf({ id }: TestMember): Promise<string> {
  const holder = await oneRow<LinkHolder>(
    db(),
    'SELECT id AS member_id, password_hash, login_id, email FROM members WHERE id = $1',
    [id],
  )
  return tokenOf(await resetLink(db(), holder))
}

/** Token of the last reset link sent to this address. */
export const sentTokenTo = async (email: string): Promise<string> => tokenOf((await lastMessageTo(email)) ?? '')
