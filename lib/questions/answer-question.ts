import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { refuseBroken } from '#lib/core/form-errors.ts'
import { notifyMember } from '#lib/members/notify-member.ts'
import {
  questionAlreadyClosed,
  questionAnswerRules,
  questionHasNewerMessage,
  questionHasTooManyMessages,
  questionNotClosed,
  unknownQuestion,
} from './errors.ts'
import { answerEmail, type QuestionStatus } from './labels.ts'
import { lockQuestion } from './lock-question.ts'
import { MAX_MESSAGES_OF_QUESTION } from './rules.ts'
import { writeQuestionMessage } from './write-question-message.ts'

type Answer = {
  questionId: number
  message: string
  pictures?: readonly number[] | null | undefined
  /**
   * Id of the newest message that the author of the answer had seen; the answer is refused if there is a newer message.
   */
  seen?: number | null | undefined
}

async function refuseIfFull(tx: Db, questionId: number): Promise<void> {
  const rows = await tx.rows('SELECT FROM question_messages WHERE question_id = $1 LIMIT $2', [
    questionId,
    MAX_MESSAGES_OF_QUESTION,
  ])
  if (rows.length >= MAX_MESSAGES_OF_QUESTION) throw questionHasTooManyMessages()
}

/**
 * Answers a question as staff and notifies its member. The audit entry doesn't contain the text, because audit entries
 * are never erased.
 * @throws NOT_FOUND; CONFLICT there is a newer message than `seen` (so an answer sent twice is stored once), the
 * question is closed, or it has too many messages; BAD_INPUT the answer is empty or too long; the errors of
 * writeQuestionMessage
 */
export async function answerQuestion(
  db: Database,
  actor: StaffActor,
  { questionId, message, pictures, seen }: Answer,
): Promise<void> {
  refuseBroken(questionAnswerRules(message))
  return db.transaction(async (tx) => {
    const { memberId, status, lastMessageId } = await lockQuestion(tx, questionId)
    if (seen && lastMessageId !== seen) throw questionHasNewerMessage()
    if (status === 'CLOSED') throw questionAlreadyClosed()
    await refuseIfFull(tx, questionId)
    await writeQuestionMessage(tx, { questionId, author: 'STAFF', authorId: actor.memberId, text: message, pictures })
    await recordAudit(tx, actor, {
      action: 'question.answer',
      subjectType: 'question',
      subjectId: questionId,
      before: { status },
      after: { status: 'ANSWERED' },
    })
    await notifyMember(tx, memberId, answerEmail(questionId, env().PUBLIC_URL))
  })
}

async function setStatus(tx: Db, actor: StaffActor, questionId: number, from: QuestionStatus, to: QuestionStatus) {
  await tx.rows('UPDATE questions SET status = $2, staff_unread = false WHERE id = $1', [questionId, to])
  const action = to === 'CLOSED' ? 'question.close' : 'question.reopen'
  const change = { before: { status: from }, after: { status: to } }
  await recordAudit(tx, actor, { action, subjectType: 'question', subjectId: questionId, ...change })
}

/** Closes a question as staff. @throws NOT_FOUND; CONFLICT already closed */
export function closeQuestion(db: Database, actor: StaffActor, questionId: number): Promise<void> {
  return db.transaction(async (tx) => {
    const { status } = await lockQuestion(tx, questionId)
    if (status === 'CLOSED') throw questionAlreadyClosed()
    await setStatus(tx, actor, questionId, status, 'CLOSED')
  })
}

/** Reopens a closed question as staff, with the status OPEN. @throws NOT_FOUND; CONFLICT not closed */
export function reopenQuestion(db: Database, actor: StaffActor, questionId: number): Promise<void> {
  return db.transaction(async (tx) => {
    const { status } = await lockQuestion(tx, questionId)
    if (status !== 'CLOSED') throw questionNotClosed()
    await setStatus(tx, actor, questionId, status, 'OPEN')
  })
}

/**
 * Marks a question's messages as read by staff, up to the message `seen`. Writes no audit row, because nothing but the
 * mark changes.
 * @throws NOT_FOUND
 */
export async function markReadByStaff(
  db: Db,
  { questionId, seen }: { questionId: number; seen: number },
): Promise<void> {
  const found = await db.rows(
    'UPDATE questions SET staff_unread = staff_unread AND last_message_id > $2 WHERE id = $1 RETURNING id',
    [questionId, seen],
  )
  if (found.length === 0) throw unknownQuestion()
}
