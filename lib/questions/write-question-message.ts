import { type Db, oneRow } from '#lib/core/db.ts'
import { pictureUnavailable } from './errors.ts'
import type { QuestionStatus } from './labels.ts'

type NewMessage = {
  questionId: number
  author: 'MEMBER' | 'STAFF'
  authorId: number
  text: string
  /** Ids of pictures that the author has uploaded. */
  pictures?: readonly number[] | null | undefined
}

const writeMessageSql = (status: QuestionStatus, unreadColumn: string, readColumn: string): string => `
  WITH message AS (
    INSERT INTO question_messages (question_id, author, author_id, text) VALUES ($1, $2, $3, $4)
    RETURNING id, created_at
  )
  UPDATE questions SET status = '${status}', ${unreadColumn} = true, ${readColumn} = false,
    last_message_id = message.id, last_at = message.created_at
  FROM message WHERE questions.id = $1 RETURNING last_message_id AS message_id`

const memberMessageSql = writeMessageSql('OPEN', 'staff_unread', 'member_unread')
const staffMessageSql = writeMessageSql('ANSWERED', 'member_unread', 'staff_unread')

/**
 * Attaches uploaded pictures to a message. A picture can be part of only one message: of two concurrent messages with
 * the same picture, the second is refused.
 */
async function attachPictures(tx: Db, messageId: number, authorId: number, pictures: readonly number[]): Promise<void> {
  const ids = [...new Set(pictures)]
  if (ids.length === 0) return
  const attached = await tx.rows(
    `UPDATE question_pictures SET message_id = $1 WHERE id = ANY ($2::int[]) AND uploader_id = $3 AND message_id IS NULL
     RETURNING id`,
    [messageId, ids, authorId],
  )
  if (attached.length < ids.length) throw pictureUnavailable()
}

/** SQL condition: the message `t` has exactly these pictures. Used to find a message that was sent twice. */
export const hasPicturesSql = (parameter: `$${number}`): string =>
  `ARRAY(SELECT p.id FROM question_pictures p WHERE p.message_id = t.id ORDER BY p.id) = ${parameter}::int[]`

/** Ids of pictures, sorted as `hasPicturesSql` compares them. */
export const sortedPictureIds = (pictures: readonly number[] | null | undefined): number[] =>
  [...new Set(pictures)].sort((a, b) => a - b)

/**
 * Adds a message to a question that the caller has locked. A member's message sets the status OPEN and marks the
 * question as unread by staff. A message of staff sets the status ANSWERED and marks the question as unread by the
 * member.
 * @throws BAD_INPUT a picture isn't an upload of the author, or is part of another message
 */
export async function writeQuestionMessage(tx: Db, message: NewMessage): Promise<void> {
  const { questionId, author, authorId, text, pictures } = message
  const statement = author === 'MEMBER' ? memberMessageSql : staffMessageSql
  const { messageId } = await oneRow<{ messageId: number }>(tx, statement, [questionId, author, authorId, text])
  await attachPictures(tx, messageId, authorId, pictures ?? [])
}
