import type { Db } from '#lib/core/db.ts'
import type { QuestionStatus } from './labels.ts'

type NewMessage = { questionId: number; author: 'MEMBER' | 'STAFF'; authorId: number; text: string }

const writeMessageSql = (status: QuestionStatus, unread: string, read: string): string => `
  WITH message AS (
    INSERT INTO question_messages (question_id, author, author_id, text) VALUES ($1, $2, $3, $4)
    RETURNING id, created_at
  )
  UPDATE questions SET status = '${status}', ${unread} = true, ${read} = false, last_message_id = message.id,
    last_at = message.created_at
  FROM message WHERE questions.id = $1`

const memberMessageSql = writeMessageSql('OPEN', 'staff_unread', 'member_unread')
const staffMessageSql = writeMessageSql('ANSWERED', 'member_unread', 'staff_unread')

/**
 * Adds a message to a question that the caller has locked. A member's message sets the status to OPEN, one of staff to
 * ANSWERED; the other side's unread mark is set.
 */
export async function writeMessage(tx: Db, { questionId, author, authorId, text }: NewMessage): Promise<void> {
  const statement = author === 'MEMBER' ? memberMessageSql : staffMessageSql
  await tx.rows(statement, [questionId, author, authorId, text])
}
