import { decrypt } from '#lib/core/crypto.ts'
import { db } from '#lib/core/db.ts'
import { OUTBOX_PURPOSE } from './queue-message.ts'

/** The text of the last message to this address or number, or null. */
export async function lastMessageTo(to: string): Promise<string | null> {
  const [row] = await db().rows<{ body: string }>('SELECT body FROM outbox_messages WHERE "to" = $1 ORDER BY id DESC', [
    to,
  ])
  return row ? decrypt(OUTBOX_PURPOSE, Buffer.from(row.body, 'base64')) : null
}

/** The code in it. */
export async function lastCodeTo(to: string): Promise<string> {
  return /\d{5}/.exec((await lastMessageTo(to)) ?? '')?.[0] ?? ''
}
