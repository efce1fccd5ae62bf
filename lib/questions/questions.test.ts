import { describe, expect, test } from 'vitest'
import { deleteAccount } from '#lib/accounts/delete-account.ts'
import { memberActor } from '#lib/audit/actor.ts'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { makeCharge } from '#lib/charges/testing/charges.ts'
import { decrypt } from '#lib/core/crypto.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { makeOrder } from '#lib/orders/testing/orders.ts'
import { applyRetentionPolicy } from '#lib/reports/apply-retention-policy.ts'
import { RETAINED_RECORD_PURPOSE } from '#lib/retained-records/archive-member.ts'
import { send, signedIn } from '#lib/web/testing/caller.ts'
import { answerQuestion, closeQuestion, markReadByStaff, reopenQuestion } from './answer-question.ts'
import { askQuestion } from './ask-question.ts'
import { answerQuestionCall, askQuestionCall, questionCall } from './calls.ts'
import { closeOwnQuestion, continueQuestion, markReadByMember } from './continue-question.ts'
import { countOpenQuestions, questionForStaff, questionsForStaff } from './queries/list-for-staff.ts'
import { questionsOf, questionThreadOf } from './queries.ts'
import { MAX_MESSAGES_OF_QUESTION, MAX_MESSAGES_PER_HOUR, MAX_OPEN_QUESTIONS } from './rules.ts'
import { lastMessageIdOf, makeQuestion } from './testing/questions.ts'

const ask = (memberId: number, message: string, about: { orderId?: number; chargeId?: number } = {}) =>
  askQuestion(db(), memberActor(memberId), { message, kind: 'OTHER', ...about })

const continued = (memberId: number, questionId: number, message: string) =>
  continueQuestion(db(), memberActor(memberId), { questionId, message })

const answer = async (questionId: number, message = '확인했어요.') =>
  answerQuestion(db(), someStaff, { questionId, message, seen: await lastMessageIdOf(questionId) })

const newOrder = async (memberId: number) => makeOrder({ memberId, serviceId: await makeService() })

const listed = async (q: string) => (await questionsForStaff(db(), { q, size: 50 })).rows.map(({ id }) => id)

const messagesFor = (email: string) =>
  db().rows<{ subject: string }>('SELECT subject FROM outbox_messages WHERE "to" = $1', [email])

describe('asking', () => {
  test('a question is about an order or a charge of the member, and never about another’s', async () => {
    const [{ id: own }, { id: other }] = [await makeMember({ points: 10_000 }), await makeMember({ points: 10_000 })]
    const [orderId, chargeId] = [await newOrder(own), await makeCharge({ memberId: own, point: 10_000 })]
    const [question] = (await questionsOf(db(), own, { size: 1 })).rows
    expect(question).toBeUndefined()
    const aboutOrder = await ask(own, '언제 시작하나요?', { orderId })
    const aboutCharge = await ask(own, '입금했어요.', { chargeId })
    expect(await questionThreadOf(db(), own, aboutOrder)).toMatchObject({ kind: 'ORDER', orderId, status: 'OPEN' })
    expect(await questionThreadOf(db(), own, aboutCharge)).toMatchObject({ kind: 'CHARGE', chargeId })
    await expect(ask(other, '내 주문', { orderId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(ask(other, '내 충전', { chargeId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(ask(own, '둘 다', { orderId, chargeId })).rejects.toMatchObject({ code: 'BAD_INPUT' })
    expect((await questionsOf(db(), other, { size: 20 })).rows).toEqual([])
  })

  test('the same question sent twice at once is asked once', async () => {
    const { id } = await makeMember()
    const ids = await Promise.all([1, 2, 3].map(() => ask(id, '같은 질문')))
    expect(new Set(ids).size).toBe(1)
    expect((await questionThreadOf(db(), id, ids[0] as number))?.messages).toHaveLength(1)
  })

  test('a member has at most 10 questions that wait, also when he asks many at once', async () => {
    const { id } = await makeMember()
    const asked = await Promise.allSettled(Array.from({ length: 14 }, (_, at) => ask(id, `질문 ${at}`)))
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_OPEN_QUESTIONS)
    const [first] = (await questionsOf(db(), id, { size: 20 })).rows
    await answer(first?.id as number)
    await ask(id, '하나 더')
  })

  test('a flood of messages is refused until an hour has passed', async () => {
    const { id } = await makeMember()
    const question = await ask(id, '첫 메시지')
    for (let at = 1; at < MAX_MESSAGES_PER_HOUR; at++) await continued(id, question, `메시지 ${at}`)
    await db().rows("UPDATE question_messages SET created_at = created_at - interval '20 minutes'")
    const refusal = await continued(id, question, '하나 더').catch((error) => error)
    expect(refusal).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect(refusal.retryAfterSeconds).toBeLessThanOrEqual(40 * 60)
    expect(refusal.retryAfterSeconds).toBeGreaterThan(20 * 60)
    await expect(ask(id, '다른 질문')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    await db().rows("UPDATE question_messages SET created_at = created_at - interval '41 minutes'")
    await continued(id, question, '이제 돼요')
  })

  test('a text of script stays the text it is, and an empty or a huge one is refused', async () => {
    const member = await signedIn()
    const body = (message: unknown) => send(askQuestionCall, { headers: member.headers, body: { message } })
    const script = '<script>alert(1)</script>'
    const asked = await body(script)
    expect([asked.status, asked.json.messages[0].text]).toEqual([201, script])
    expect((await body('   ')).json.message).toBe('문의 내용을 입력해 주세요.')
    expect((await body('가'.repeat(2_001))).json.message).toBe('2,000자까지 쓸 수 있어요.')
    expect((await body('가'.repeat(2_000))).status).toBe(201)
  })
})

describe('who may do what', () => {
  test('another member finds none of a member’s questions', async () => {
    const { id: other } = await makeMember()
    const question = await makeQuestion()
    const unknown = { code: 'NOT_FOUND' }
    expect(await questionThreadOf(db(), other, question)).toBeNull()
    await expect(continued(other, question, '끼어들기')).rejects.toMatchObject(unknown)
    await expect(closeOwnQuestion(db(), memberActor(other), question)).rejects.toMatchObject(unknown)
    const read = markReadByMember(db(), memberActor(other), { questionId: question, seen: 1 })
    await expect(read).rejects.toMatchObject(unknown)
  })

  test('SUPPORT reads questions and doesn’t answer, and a banned member gets nothing', async () => {
    const question = await makeQuestion()
    const support = await signedIn({ role: 'SUPPORT' })
    const body = { message: '답변', seen: await lastMessageIdOf(question) }
    const path = `/api/admin/questions/${question}/messages`
    expect((await send(answerQuestionCall, { headers: support.headers, path, body })).status).toBe(403)
    const banned = await signedIn({ restriction: 'BANNED' })
    const own = await makeQuestion(banned.id)
    expect((await send(questionCall, { headers: banned.headers, path: `/service/questions/${own}` })).status).toBe(403)
  })
})

describe('answering', () => {
  test('an answer is unread by the member until he reads it, mailed to him once, and audited without its text', async () => {
    const { id } = await makeMember({ email: 'asks@example.com' })
    const question = await ask(id, '환불되나요?')
    expect((await questionForStaff(db(), question))?.unread).toBe(true)
    await answer(question, '네, 바로 처리할게요.')
    const thread = await questionThreadOf(db(), id, question)
    expect(thread).toMatchObject({ status: 'ANSWERED', unread: true })
    expect(thread?.messages.map(({ author }) => author)).toEqual(['MEMBER', 'STAFF'])
    expect((await questionForStaff(db(), question))?.unread).toBe(false)
    expect(await messagesFor('asks@example.com')).toEqual([{ subject: '문의하신 내용에 답변이 도착했어요' }])
    const audit = await oneRow<{ entry: string }>(
      db(),
      "SELECT row_to_json(a)::text AS entry FROM audit_entries a WHERE action = 'question.answer' AND subject_id = $1",
      [String(question)],
    )
    expect(audit.entry).not.toContain('바로 처리')
    await markReadByMember(db(), memberActor(id), { questionId: question, seen: await lastMessageIdOf(question) })
    expect((await questionThreadOf(db(), id, question))?.unread).toBe(false)
  })

  test('of two answers at once, or one sent twice, one is written', async () => {
    const question = await makeQuestion()
    const seen = await lastMessageIdOf(question)
    const both = [1, 2].map(() => answerQuestion(db(), someStaff, { questionId: question, message: '답변', seen }))
    const done = await Promise.allSettled(both)
    expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await questionForStaff(db(), question))?.messages).toHaveLength(2)
  })

  test('an answer to what the member has added meanwhile is refused, and a mark as read leaves that unread', async () => {
    const { id } = await makeMember()
    const question = await ask(id, '언제 되나요?')
    const seen = await lastMessageIdOf(question)
    await continued(id, question, '급해요')
    const late = answerQuestion(db(), someStaff, { questionId: question, message: '답변', seen })
    await expect(late).rejects.toMatchObject({ code: 'CONFLICT' })
    await markReadByStaff(db(), { questionId: question, seen })
    expect((await questionForStaff(db(), question))?.unread).toBe(true)
  })

  test('a closed question takes no answer and closes once; a message of its member opens it again', async () => {
    const { id } = await makeMember()
    const question = await ask(id, '해결됐어요')
    await closeQuestion(db(), someStaff, question)
    expect((await questionForStaff(db(), question))?.unread).toBe(false)
    const closed = { code: 'CONFLICT' }
    await expect(answer(question)).rejects.toMatchObject(closed)
    await expect(closeQuestion(db(), someStaff, question)).rejects.toMatchObject(closed)
    await expect(closeOwnQuestion(db(), memberActor(id), question)).rejects.toMatchObject(closed)
    await reopenQuestion(db(), someStaff, question)
    await expect(reopenQuestion(db(), someStaff, question)).rejects.toMatchObject(closed)
    await closeOwnQuestion(db(), memberActor(id), question)
    await continued(id, question, '아직이에요')
    expect(await questionThreadOf(db(), id, question)).toMatchObject({ status: 'OPEN' })
  })

  test('a question has at most 200 messages', async () => {
    const { id } = await makeMember()
    const question = await ask(id, '첫 메시지')
    await db().rows(
      `INSERT INTO question_messages (question_id, author, author_id, text, created_at)
       SELECT $1, 'MEMBER', $2, 'x', now() - interval '2 hours' FROM generate_series(2, $3::int)`,
      [question, id, MAX_MESSAGES_OF_QUESTION],
    )
    await expect(continued(id, question, '하나 더')).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(answer(question)).rejects.toMatchObject({ code: 'CONFLICT' })
  })
})

test('staff find questions by login id, by the number of the order, and by words of a message', async () => {
  const { id, loginId } = await makeMember({ loginId: 'finder77', points: 10_000 })
  const orderId = await newOrder(id)
  const question = await ask(id, '구슬 100%가 사라졌어요', { orderId })
  await makeQuestion()
  expect(await listed(loginId)).toEqual([question])
  expect(await listed(String(orderId))).toContain(question)
  expect(await listed('100%가')).toEqual([question])
  expect(await listed('없는 말')).toEqual([])
})

describe('what is kept', () => {
  const textsOf = (questionId: number) =>
    db().rows<{ text: string }>('SELECT text FROM question_messages WHERE question_id = $1 ORDER BY id', [questionId])

  test('with the account a question’s texts move to the retained records, for 3 years', async () => {
    const { id } = await makeMember()
    const question = await ask(id, '제 번호는 010-1234-5678이에요')
    await answer(question)
    await deleteAccount(db(), id)
    expect(await textsOf(question)).toEqual([{ text: '' }, { text: '' }])
    const { data, years } = await oneRow<{ data: Buffer; years: number }>(
      db(),
      `SELECT data, date_part('year', age(keep_until, now() - interval '1 day'))::int AS years
       FROM retained_records WHERE kind = 'QUESTION' AND ref_id = $1`,
      [question],
    )
    expect(years).toBe(3)
    const { messages } = JSON.parse(decrypt(RETAINED_RECORD_PURPOSE, data)) as { messages: string }
    expect(messages).toBe('MEMBER: 제 번호는 010-1234-5678이에요\nSTAFF: 확인했어요.')
  })

  test('a question whose last message is older than 3 years is deleted with its messages, a younger one stays', async () => {
    const [old, young] = [await makeQuestion(), await makeQuestion()]
    const aged = 'UPDATE questions SET last_at = now() - $2::interval WHERE id = $1'
    await db().rows(aged, [old, '3 years 1 day'])
    await db().rows(aged, [young, '2 years 364 days'])
    await applyRetentionPolicy(db())
    expect([await questionForStaff(db(), old), await textsOf(old)]).toEqual([null, []])
    expect((await questionForStaff(db(), young))?.messages).toHaveLength(1)
  })
})

test('a question of a member who leaves waits for nobody: its text has moved to the retained records', async () => {
  const member = await makeMember()
  const questionId = await makeQuestion(member.id)
  const waiting = (await countOpenQuestions(db())).count
  await deleteAccount(db(), member.id)
  expect(await questionForStaff(db(), questionId)).toMatchObject({ status: 'CLOSED', unread: false })
  expect((await countOpenQuestions(db())).count).toBe(waiting - 1)
})
