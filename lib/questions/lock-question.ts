import type { Db } from '#lib/core/db.ts'
import { unknownQuestion } from './errors.ts'
import type { QuestionStatus } from './labels.ts'

export type LockedQuestion = { memberId: number; status: QuestionStatus; lastMessageId: number }

/** Locks a question. @throws NOT_FOUND there is no such question or, if `memberId` is given, this member has none */
export async function lockQuestion(tx: Db, id: number, memberId: number | null = null): Promise<LockedQuestion> {
  const [question] = await tx.rows<LockedQuestion>(
    'SELECT member_id, status, last_message_id FROM questions WHERE id = $1 FOR NO KEY UPDATE',
    [id],
  )
  if (!question || (memberId !== null && question.memberId !== memberId)) throw unknownQuestion()
  return question
}
