import type { MemberActor } from '#lib/audit/actor.ts'
import { unknownCharge } from '#lib/charges/errors.ts'
import { type Database, type Db, oneRow } from '#lib/core/db.ts'
import { refuseBroken } from '#lib/core/form-errors.ts'
import { unknownOrder } from '#lib/orders/errors.ts'
import { orderAndChargeNamed, questionMessageRules, tooManyOpenQuestions } from './errors.ts'
import type { QuestionKind } from './labels.ts'
import { lockQuestioner, refuseTooManyMessages } from './limit-messages.ts'
import { findQuestionSubject } from './queries.ts'
import { MAX_OPEN_QUESTIONS, REPEAT_SECONDS } from './rules.ts'
import type { QuestionInput } from './schema.ts'
import { hasPicturesSql, sortedPictureIds, writeQuestionMessage } from './write-question-message.ts'

type NewQuestion = { kind: QuestionKind; orderId: number | null; chargeId: number | null }

/**
 * Determines the kind, order and charge of a new question. Order and charge must be the member's own.
 * @throws NOT_FOUND the member has no such order or charge; BAD_INPUT both an order and a charge are named
 */
async function subjectOf(tx: Db, memberId: number, input: QuestionInput): Promise<NewQuestion> {
  const [orderId, chargeId] = [input.orderId ?? undefined, input.chargeId ?? undefined]
  if (orderId !== undefined && chargeId !== undefined) throw orderAndChargeNamed()
  const found = await findQuestionSubject(tx, memberId, { orderId, chargeId })
  if (orderId !== undefined && found.orderId === null) throw unknownOrder()
  if (chargeId !== undefined && found.chargeId === null) throw unknownCharge()
  return { ...found, kind: found.orderId ? 'ORDER' : found.chargeId ? 'CHARGE' : input.kind }
}

/**
 * Finds an open question of the member with the same text, pictures and subject, asked within REPEAT_SECONDS. A retry
 * then doesn't create a second question.
 */
async function findRepeatedQuestion(
  tx: Db,
  memberId: number,
  { kind, orderId, chargeId }: NewQuestion,
  input: QuestionInput,
) {
  const rows = await tx.rows<{ id: number }>(
    `SELECT q.id FROM questions q JOIN question_messages t ON t.question_id = q.id AND t.id = q.last_message_id
     WHERE q.member_id = $1 AND q.status = 'OPEN' AND q.kind = $2 AND q.order_id IS NOT DISTINCT FROM $3
       AND q.charge_id IS NOT DISTINCT FROM $4 AND t.author = 'MEMBER' AND t.text = $5
       AND q.created_at > now() - $6 * interval '1 second'
       AND ${hasPicturesSql('$7')}
     ORDER BY q.id DESC LIMIT 1`,
    [memberId, kind, orderId, chargeId, input.message, REPEAT_SECONDS, sortedPictureIds(input.pictures)],
  )
  return rows[0]?.id
}

/**
 * Asks staff a question, about one of the member's orders or charges if he names it. Returns the question's id. The
 * same question sent again within a minute isn't stored again.
 * @throws BAD_INPUT the message is empty or too long; CONFLICT too many of his questions wait for an answer;
 * TOO_MANY_REQUESTS; the errors of lockQuestioner, subjectOf and writeQuestionMessage
 */
export async function askQuestion(db: Database, { memberId }: MemberActor, input: QuestionInput): Promise<number> {
  const { message, pictures } = input
  refuseBroken(questionMessageRules(message))
  return db.transaction(async (tx) => {
    await lockQuestioner(tx, memberId)
    const subject = await subjectOf(tx, memberId, input)
    const repeated = await findRepeatedQuestion(tx, memberId, subject, input)
    if (repeated !== undefined) return repeated
    await refuseTooManyMessages(tx, memberId)
    const { count } = await oneRow<{ count: number }>(
      tx,
      "SELECT count(*)::int AS count FROM questions WHERE member_id = $1 AND status = 'OPEN'",
      [memberId],
    )
    if (count >= MAX_OPEN_QUESTIONS) throw tooManyOpenQuestions()
    const { id } = await oneRow<{ id: number }>(
      tx,
      `INSERT INTO questions (member_id, kind, status, order_id, charge_id) VALUES ($1, $2, 'OPEN', $3, $4) RETURNING id`,
      [memberId, subject.kind, subject.orderId, subject.chargeId],
    )
    await writeQuestionMessage(tx, { questionId: id, author: 'MEMBER', authorId: memberId, text: message, pictures })
    return id
  })
}
