import { type Db, oneRow } from '#lib/core/db.ts'
import type { Channel } from '#lib/messages/labels.ts'
import { queueMessage } from '#lib/messages/queue-message.ts'

type Contact = { email: string | null; phone: string | null }

const contactSql = 'SELECT email, phone FROM members WHERE id = $1'

/**
 * Channel by which a member can be notified: e-mail, or text message if he has no e-mail address; null if he has
 * neither.
 */
const channelOf = ({ email, phone }: Contact): Channel | null => (email ? 'EMAIL' : phone ? 'SMS' : null)

/** Channel that `notifyMember` would use for this member; null if he can't be notified. */
export const readNotifyChannel = async (db: Db, memberId: number): Promise<Channel | null> =>
  channelOf(await oneRow<Contact>(db, contactSql, [memberId]))

/**
 * Notifies a member by e-mail, or by text message if he has no e-mail address. Pass the transaction of the change that
 * the message reports: the message is queued only if that transaction commits. Returns the channel; null if the member
 * has neither address nor number.
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
