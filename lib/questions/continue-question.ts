import type { MemberActor } from '#lib/audit/actor.ts'
import { type Database, type Db, oneRow } from '#lib/core/db.ts'
import { refuseBroken } from '#lib/core/form-errors.ts'
import { questionAlreadyClosed, questionHasTooManyMessages, questionMessageRules, unknownQuestion } from './errors.ts'
import { lockQuestioner, refuseTooManyMessages } from './limit-messages.ts'
import { lockQuestion } from './lock-question.ts'
import { MAX_MESSAGES_OF_QUESTION, REPEAT_SECONDS } from './rules.ts'
import { hasPicturesSql, sortedPictureIds, writeQuestionMessage } from './write-question-message.ts'

type NextMessage = { questionId: number; message: string; pictures?: readonly number[] | null | undefined }

/**
 * True if the message repeats the newest one of an open question: the member wrote that one in the last REPEAT_SECONDS,
 * with the same text and pictures.
 */
async function isRepeated(tx: Db, { questionId, message, pictures }: NextMessage): Promise<boolean> {
  const rows = await tx.rows(
    `SELECT FROM question_messages t JOIN questions q ON q.id = t.question_id AND q.last_message_id = t.id
     WHERE q.id = $1 AND q.status = 'OPEN' AND t.author = 'MEMBER' AND t.text = $2
       AND t.created_at > now() - $3 * interval '1 second' AND ${hasPicturesSql('$4')}`,
    [questionId, message, REPEAT_SECONDS, sortedPictureIds(pictures)],
  )
  return rows.length > 0
}

/**
 * Adds a member's message to his question, and opens the question even if it was closed. The same message sent again
 * within a minute isn't stored again.
 * @throws NOT_FOUND the member has no such question; CONFLICT it has too many messages; BAD_INPUT the message is empty
 * or too long; TOO_MANY_REQUESTS; the errors of lockQuestioner and writeQuestionMessage
 */
export async function continueQuestion(db: Database, { memberId }: MemberActor, next: NextMessage): Promise<void> {
  const { questionId, message, pictures } = next
  refuseBroken(questionMessageRules(message))
  return db.transaction(async (tx) => {
    await lockQuestioner(tx, memberId)
    await lockQuestion(tx, questionId, memberId)
    if (await isRepeated(tx, next)) return
    await refuseTooManyMessages(tx, memberId)
    const { count } = await oneRow<{ count: number }>(
      tx,
      'SELECT count(*)::int AS count FROM question_messages WHERE question_id = $1',
      [questionId],
    )
    if (count >= MAX_MESSAGES_OF_QUESTION) throw questionHasTooManyMessages()
    await writeQuestionMessage(tx, { questionId, author: 'MEMBER', authorId: memberId, text: message, pictures })
  })
}

/** Closes a question for its member. @throws NOT_FOUND the member has no such question; CONFLICT already closed */
export function closeOwnQuestion(db: Database, { memberId }: MemberActor, questionId: number): Promise<void> {
  return db.transaction(async (tx) => {
    const { status } = await lockQuestion(tx, questionId, memberId)
    if (status === 'CLOSED') throw questionAlreadyClosed()
    await tx.rows("UPDATE questions SET status = 'CLOSED', staff_unread = false, member_unread = false WHERE id = $1", [
      questionId,
    ])
  })
}

/**
 * Marks the answers to a member's question as read, up to the message `seen`; later answers stay unread.
 * @throws NOT_FOUND the member has no such question
 */
export async function markReadByMember(
  db: Db,
  { memberId }: MemberActor,
  { questionId, seen }: { questionId: number; seen: number },
): Promise<void> {
  const found = await db.rows(
    `UPDATE questions SET member_unread = member_unread AND last_message_id > $3 WHERE id = $1 AND member_id = $2
     RETURNING id`,
    [questionId, memberId, seen],
  )
  if (found.length === 0) throw unknownQuestion()
}
