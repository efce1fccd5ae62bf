import sql, { raw } from 'sql-template-tag'
import { type Db, oneRow } from '#lib/core/db.ts'
import { picturesOfMessageSql } from './queries/pictures.ts'
import type { QuestionRow, QuestionThread } from './schema.ts'

type StoredQuestion = Omit<QuestionRow, 'createdAt' | 'lastAt'> & { createdAt: Date; lastAt: Date }
type StoredMessage = Omit<QuestionThread['messages'][number], 'createdAt'> & { createdAt: Date }

/** Number of characters of the first message that a list shows. */
export const PREVIEW_LENGTH = 100

const columns =
  raw(`q.id, q.kind, q.status, q.order_id, q.charge_id, q.member_unread AS unread, q.created_at, q.last_at,
  (SELECT left(text, ${PREVIEW_LENGTH}) FROM question_messages WHERE question_id = q.id ORDER BY id LIMIT 1) AS preview`)

const toRow = (row: StoredQuestion): QuestionRow => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  lastAt: row.lastAt.toISOString(),
})

/** One page of a member's questions, newest first (docs/contract.md#questions). */
export async function questionsOf(
  db: Db,
  memberId: number,
  { cursor, size }: { cursor?: number | undefined; size: number },
) {
  const after = cursor === undefined ? raw('true') : sql`q.id < ${cursor}`
  const rows = await db.rows<StoredQuestion>(
    sql`SELECT ${columns} FROM questions q WHERE q.member_id = ${memberId} AND ${after} ORDER BY q.id DESC LIMIT ${size + 1}`,
  )
  const page = rows.slice(0, size)
  return { rows: page.map(toRow), nextCursor: rows.length > size ? (page.at(-1)?.id ?? null) : null }
}

/** A question of this member with its messages, oldest first; null if he has no question with this id. */
export async function questionThreadOf(db: Db, memberId: number, id: number): Promise<QuestionThread | null> {
  const [row] = await db.rows<StoredQuestion>(
    sql`SELECT ${columns} FROM questions q WHERE q.id = ${id} AND q.member_id = ${memberId}`,
  )
  if (!row) return null
  const messages = await db.rows<StoredMessage>(
    sql`SELECT t.id, t.author, t.text, t.created_at, ${picturesOfMessageSql}
      FROM question_messages t WHERE t.question_id = ${id} ORDER BY t.id`,
  )
  return {
    ...toRow(row),
    messages: messages.map((each) => ({ ...each, createdAt: each.createdAt.toISOString() })),
  }
}

/**
 * Checks the order and charge named by a new question or by the URL of its form. Returns each id, or null in its place
 * if the member has no such order or charge.
 */
export async function findQuestionSubject(
  db: Db,
  memberId: number,
  { orderId, chargeId }: { orderId?: number | undefined; chargeId?: number | undefined },
): Promise<{ orderId: number | null; chargeId: number | null }> {
  return oneRow(
    db,
    sql`SELECT (SELECT id FROM orders WHERE id = ${orderId ?? null}::int AND member_id = ${memberId}) AS order_id,
      (SELECT id FROM charges WHERE id = ${chargeId ?? null}::int AND member_id = ${memberId}) AS charge_id`,
  )
}
