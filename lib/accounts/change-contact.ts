import { recordAccountEvent } from '#lib/audit/record-account-event.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { refuseBroken } from '#lib/core/form-errors.ts'
import { unauthenticated } from '#lib/core/unauthenticated.ts'
import { memberValueTaken } from '#lib/members/errors.ts'
import { rememberPhone } from '#lib/members/former-identities.ts'
import { conflictIfTaken } from '#lib/members/insert-member.ts'
import { queueMessage } from '#lib/messages/queue-message.ts'
import { checkCode, spendCode } from '#lib/verification/check-code.ts'
import { hasCodeBeenSent } from '#lib/verification/queries.ts'
import type { VerificationChannel } from '#lib/verification/rules.ts'
import { changeContactRules } from './errors.ts'
import { contactChangedMessages } from './labels.ts'

/** A member's request to replace his e-mail address or phone number. */
export type ContactChange = {
  memberId: number
  channel: VerificationChannel
  /** The new e-mail address or phone number. */
  target: string
  /** The code that was sent to `target`. */
  code: string
  /** IP address of the request. */
  address: string
}

const columns = { EMAIL: 'email', PHONE: 'phone' } as const
const uniqueKeys = { EMAIL: 'members_email_key', PHONE: 'members_phone_key' } as const
const eventKinds = { EMAIL: 'EMAIL_CHANGED', PHONE: 'PHONE_CHANGED' } as const

// Ends the reset links sent to the old address: only the link of a member's newest row of reset_links is valid, and no
// link is sent for the new row. The new row is dated a day back, so that `sendResetLink` doesn't count it as a sent
// link.
const endLinksSql = "INSERT INTO reset_links (member_id, created_at) VALUES ($1, now() - interval '1 day')"

/**
 * Notifies the old e-mail address or phone number, if there is one, so that its owner notices a change that he didn't
 * make.
 */
async function notifyOldContact(tx: Db, channel: VerificationChannel, old: string | null): Promise<void> {
  if (old === null) return
  const { subject, body } = contactChangedMessages[channel]
  await queueMessage(tx, { channel: channel === 'EMAIL' ? 'EMAIL' : 'SMS', to: old, subject, body, life: null })
}

/**
 * Replaces a member's e-mail address or phone number by a new one that a code has verified, and notifies the old one,
 * if there is one. Changing the e-mail address also invalidates the reset links sent to the old address
 * (docs/contract.md#e-mail-address-and-telephone).
 * @throws BAD_INPUT a broken rule, or a code that is wrong, expired, used or tried too often; CONFLICT another member
 * has the new address or number, or the member has it already; UNAUTHENTICATED the account was deleted concurrently
 */
export async function changeContact(db: Database, change: ContactChange): Promise<void> {
  const { memberId, channel, target, code, address } = change
  refuseBroken(changeContactRules(change, await hasCodeBeenSent(db, channel, target)))
  const checked = await checkCode(db, { channel, target, code })
  const column = columns[channel]
  try {
    await db.transaction(async (tx) => {
      await spendCode(tx, checked)
      // Locks the balance, as every grant of a promotion does, so that `rememberPhone` can't miss a grant that is being
      // made.
      if (channel === 'PHONE') await tx.rows('SELECT FROM balances WHERE member_id = $1 FOR UPDATE', [memberId])
      const [member] = await tx.rows<{ old: string | null }>(
        `SELECT ${column} AS old FROM members WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE`,
        [memberId],
      )
      if (!member) throw unauthenticated()
      const { old } = member
      if (old === target) throw memberValueTaken(uniqueKeys[channel])
      await tx.rows(`UPDATE members SET ${column} = $2 WHERE id = $1`, [memberId, target])
      if (channel === 'PHONE' && old !== null) await rememberPhone(tx, memberId, old)
      if (channel === 'EMAIL') await tx.rows(endLinksSql, [memberId])
      await recordAccountEvent(tx, { memberId, kind: eventKinds[channel], address })
      await notifyOldContact(tx, channel, old)
    })
  } catch (error) {
    throw conflictIfTaken(error)
  }
}
