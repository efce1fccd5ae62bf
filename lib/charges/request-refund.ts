import { encrypt } from '#lib/core/crypto.ts'
import { type Database, type Db, oneRow } from '#lib/core/db.ts'
import { AppError } from '#lib/core/errors.ts'
import { refuseBroken } from '#lib/core/form-errors.ts'
import { messages } from '#lib/core/pipeline-messages.ts'
import { formatWon, type Points, wholePoints } from '#lib/money/points.ts'
import { nothingToRefund, refundOpen, refundRules, refundTooMuch } from './errors.ts'
import { accountHash } from './hash-accounts.ts'
import { REFUND_PURPOSE, refundable } from './queries/refunds.ts'
import type { RefundInput } from './schema.ts'

type RefundWish = { memberId: number; input: RefundInput }

/**
 * Holds the member's balance, so that of several wishes one is the first. A pay-out holds the open wish before it takes
 * the balance: the same order here, or the two could wait for each other.
 */
async function holdBalance(tx: Db, memberId: number): Promise<void> {
  await tx.rows('SELECT FROM refund_requests WHERE member_id = $1 AND status = 0 FOR UPDATE', [memberId])
  await tx.rows('SELECT FROM balances WHERE member_id = $1 FOR UPDATE', [memberId])
  const { gone, open } = await oneRow<{ gone: boolean; open: boolean }>(
    tx,
    `SELECT deleted_at IS NOT NULL AS gone,
       EXISTS (SELECT FROM refund_requests WHERE member_id = $1 AND status = 0) AS open
     FROM members WHERE id = $1`,
    [memberId],
  )
  if (gone) throw new AppError('UNAUTHENTICATED', messages.unauthenticated)
  if (open) throw refundOpen()
}

/** What is asked for, at most what there is; null asks for all of it. */
function askedOf(point: number | null, most: Points): Points {
  if (most === 0n) throw nothingToRefund()
  const asked = point === null ? most : wholePoints(point)
  if (asked > most) throw refundTooMuch(formatWon(most))
  return asked
}

/**
 * Asks to be paid back by bank transfer what is unused of the charges of the last 72 hours; no point moves until staff
 * pay it out (decisions 4). Answers the wish's id.
 * @throws BAD_INPUT the first broken rule; CONFLICT one is open already, or there is less than asked for
 */
export async function requestRefund(db: Database, { memberId, input }: RefundWish): Promise<number> {
  refuseBroken(refundRules(input))
  return db.transaction(async (tx) => {
    await holdBalance(tx, memberId)
    const point = askedOf(input.point, await refundable(tx, memberId))
    const { id } = await oneRow<{ id: number }>(
      tx,
      `INSERT INTO refund_requests (member_id, point, email, name, bank, account, account_hash)
       VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
      [
        memberId,
        point,
        input.email,
        input.name,
        input.bank,
        encrypt(REFUND_PURPOSE, input.account),
        accountHash(input.account),
      ],
    )
    return id
  })
}
