import { memberActor } from '#lib/audit/actor.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { askQuestion } from '../ask-question.ts'

/** Asks staff a question as this member, or as a new member. Returns the question's id. */
export async function makeQuestion(memberId?: number, message = '주문이 언제 끝나나요?'): Promise<number> {
  const id = memberId ?? (await makeMember()).id
  return askQuestion(db(), memberActor(id), { message, kind: 'OTHER' })
}

/** Id of a question's newest message. */
export const lastMessageIdOf = async (id: number): Promise<number> =>
  (await oneRow<{ last: number }>(db(), 'SELECT last_message_id AS last FROM questions WHERE id = $1', [id])).last
