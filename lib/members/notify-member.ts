import { type Db, oneRow } from '#lib/core/db.ts'
import type { Channel } from '#lib/messages/labels.ts'
import { queueMessage } from '#lib/messages/queue-message.ts'

type Contact = { email: string | null; phone: string | null }

const contactSql = 'SELECT email, phone FROM members WHERE id = $1'

/** By what a member can be told something: e-mail, else a text message; null for a member without an address. */
const channelOf = ({ email, phone }: Contact): Channel | null => (email ? 'EMAIL' : phone ? 'SMS' : null)

/** The channel that `notifyMember` would use. */
export const channelOfMember = async (db: Db, memberId: number): Promise<Channel | null> =>
  channelOf(await oneRow<Contact>(db, contactSql, [memberId]))

/**
 * Tells a member something by e-mail, or by text message if there is no e-mail address. Pass the transaction that causes
 * it: the message is queued if and only if that commits, and so at most once. Returns the channel; null if the member
 * can't be reached.
 */
export async function notifyMember(
  tx: Db,
  memberId: number,
  message: { readonly subject: string; readonly body: string },
): Promise<Channel | null> {
  const contact = await oneRow<Contact>(tx, contactSql, [memberId])
  const channel = channelOf(contact)
  const to = contact.email || contact.phone
  if (channel && to) await queueMessage(tx, { channel, to, ...message, life: null })
  return channel
}
