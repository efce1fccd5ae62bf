import { expect, test } from 'vitest'
import { deleteAccount } from '#lib/accounts/delete-account.ts'
import { memberActor, staffActor } from '#lib/audit/actor.ts'
import { db } from '#lib/core/db.ts'
import { onePixelImages } from '#lib/core/testing/images.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { applyRetentionPolicy } from '#lib/reports/apply-retention-policy.ts'
import { type SignedIn, send, signedIn, signIn } from '#lib/web/testing/caller.ts'
import { answerQuestion } from './answer-question.ts'
import { askQuestion } from './ask-question.ts'
import {
  answerQuestionCall,
  askQuestionCall,
  continueQuestionCall,
  pictureCall,
  pictureForStaffCall,
  uploadPictureByStaffCall,
  uploadPictureCall,
} from './calls.ts'
import { questionForStaff } from './queries/list-for-staff.ts'
import { questionThreadOf } from './queries.ts'
import { dailyPictureLimits, MAX_PICTURE_BYTES } from './rules.ts'
import { storeQuestionPicture } from './store-question-picture.ts'
import { newPicture } from './testing/pictures.ts'

const manager = await signIn(await makeMember({ role: 'MANAGER' }), 'MANAGER')
const upload = ({ headers }: SignedIn, data: unknown, name = '화면.png') =>
  send(uploadPictureCall, { headers, body: { data, name } })
const uploaded = async (who: SignedIn, name?: string): Promise<number> =>
  (await upload(who, newPicture(), name)).json.id
const read = ({ headers }: SignedIn, id: number, more = {}) =>
  send(pictureCall, { path: `/service/question-pictures/${id}`, headers: { ...headers, ...more } })
const readByStaff = (id: number) =>
  send(pictureForStaffCall, { path: `/api/admin/question-pictures/${id}`, headers: manager.headers })
const ask = ({ headers }: SignedIn, pictures: unknown, message = '화면이에요.') =>
  send(askQuestionCall, { headers, body: { message, pictures } })
const left = async (ids: number[]) =>
  (await db().rows<{ id: number }>('SELECT id FROM question_pictures WHERE id = ANY ($1)', [ids])).map(({ id }) => id)

test('a picture is read by the member of its question and by staff; to anybody else it doesn’t exist', async () => {
  const [member, other] = [await signedIn(), await signedIn()]
  const data = newPicture()
  const { status, json } = await upload(member, data, '입금 화면.png')
  expect({ status, json }).toEqual({ status: 201, json: { id: json.id, name: '입금 화면.png', width: 1, height: 1 } })
  const { id } = json
  expect((await read(member, id)).status).toBe(200)
  expect((await readByStaff(id)).status).toBe(404)
  const asked = await ask(member, [id])
  expect(asked.json.messages).toMatchObject([{ pictures: [json] }])
  const [own, byStaff] = [await read(member, id), await readByStaff(id)]
  expect([own.status, byStaff.status]).toEqual([200, 200])
  expect(Buffer.from(data, 'base64').equals(own.body as Buffer)).toBe(true)
  const unknown = await read(other, id + 100_000)
  expect(await read(other, id)).toEqual(unknown)
  expect([unknown.status, unknown.json.message]).toEqual([404, '존재하지 않는 이미지예요.'])
  expect((await send(pictureCall, { path: `/service/question-pictures/${id}` })).status).toBe(401)
})

test('it is served so that nothing in it runs and nobody else’s cache keeps it', async () => {
  const member = await signedIn()
  const id = await uploaded(member)
  const { headers } = await read(member, id)
  expect(headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'private, no-cache',
    'content-disposition': 'inline',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
  const known = { 'if-none-match': String(headers.etag) }
  expect(await read(member, id, known)).toMatchObject({ status: 304, body: '' })
  expect((await read(await signedIn(), id, known)).status).toBe(404)
})

const base64 = (text: string) => Buffer.from(text).toString('base64')
test.each([
  ['', 400],
  [base64('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 400],
  [base64('<!doctype html><script>alert(1)</script>'), 400],
  [onePixelImages['image/gif'], 400],
  [`data:image/png;base64,${onePixelImages['image/png']}`, 400],
  [Buffer.from(onePixelImages['image/png'], 'base64').subarray(0, 40).toString('base64'), 400],
  [Buffer.alloc(MAX_PICTURE_BYTES + 1, 1).toString('base64'), 413],
  // Over a socket, a body of this size would be refused before it is read completely.
  [Buffer.alloc(20 * 1_024 * 1_024, 1).toString('base64'), 400],
])('what is no picture of up to 5 MB is refused in Korean, whatever its name (%#)', async (data, status) => {
  const member = await signedIn()
  const answer = await upload(member, data, 'photo.png')
  expect(answer.status).toBe(status)
  expect(answer.json.message).toMatch(/[가-힣]/)
  expect(await db().rows('SELECT FROM question_pictures WHERE uploader_id = $1', [member.id])).toEqual([])
})

test('a picture of exactly 5 MB is taken, and stored without what follows its end', async () => {
  const member = await signedIn()
  const end = Buffer.alloc(MAX_PICTURE_BYTES)
  Buffer.from(onePixelImages['image/png'], 'base64').copy(end)
  const { status, json } = await upload(member, end.toString('base64'))
  expect(status).toBe(201)
  expect((await read(member, json.id)).body).toHaveLength(Buffer.from(onePixelImages['image/png'], 'base64').length)
})

test('the 11th picture of a day is refused, also of those sent at once; the same one again is one', async () => {
  const member = await signedIn()
  const first = newPicture()
  const ids = await Promise.all([1, 2, 3].map(async () => (await upload(member, first)).json.id))
  expect(new Set(ids).size).toBe(1)
  const most = dailyPictureLimits.MEMBER.count
  const answers = await Promise.all(Array.from({ length: most + 2 }, () => upload(member, newPicture())))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(most - 1)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(3)
  expect((await upload(member, first)).json.id).toBe(ids[0])
  await db().rows("UPDATE question_pictures SET created_at = now() - interval '25 hours' WHERE uploader_id = $1", [
    member.id,
  ])
  expect((await upload(member, newPicture())).status).toBe(201)
})

test('bytes of a day are bounded too', async () => {
  const member = await signedIn()
  const size = dailyPictureLimits.MEMBER.bytes - 10
  await db().rows(
    `INSERT INTO question_pictures (uploader_id, name, content_type, width, height, size, bytes)
     VALUES ($1, '', 'image/png', 1, 1, $2, convert_to(repeat('a', $2), 'UTF8'))`,
    [member.id, size],
  )
  expect((await upload(member, newPicture())).status).toBe(429)
})

test('a message takes up to 3 uploads of its author, each once, also of two sent at once', async () => {
  const [member, other] = [await signedIn(), await signedIn()]
  const [a, b, c, d] = [await uploaded(member), await uploaded(member), await uploaded(member), await uploaded(member)]
  const foreign = await uploaded(other)
  expect((await ask(member, [a, b, c, d])).status).toBe(400)
  for (const wrong of [[foreign], [a, 2_000_000_000]]) {
    const { status, json } = await ask(member, wrong)
    expect([status, json.issues[0].path]).toEqual([400, 'pictures'])
  }
  expect(await db().rows('SELECT FROM questions WHERE member_id = $1', [member.id])).toEqual([])
  const raced = await Promise.all(['가', '나', '다'].map((message) => ask(member, [a, b, b], message)))
  expect(raced.map(({ status }) => status).sort()).toEqual([201, 400, 400])
  const { json } = raced.find(({ status }) => status === 201) as { json: { id: number } }
  const path = `/service/questions/${json.id}/messages`
  const next = (pictures: number[], message = '하나 더요.') =>
    send(continueQuestionCall, { path, headers: member.headers, body: { message, pictures } })
  const [first, again] = [await next([c]), await next([c])]
  expect([first.status, again.status, again.json.messages.length]).toEqual([201, 201, 2])
  expect((await next([d])).json.messages).toHaveLength(3)
  expect((await next([a], '이미 보낸 것')).status).toBe(400)
})

test('the same question sent again with its picture is asked once; with another picture it is another', async () => {
  const member = await signedIn()
  const [a, b] = [await uploaded(member), await uploaded(member)]
  const [first, again, other] = [await ask(member, [a]), await ask(member, [a]), await ask(member, [b])]
  expect(again.json.id).toBe(first.json.id)
  expect(other.json.id).not.toBe(first.json.id)
})

test('staff answer with a picture, which the member reads', async () => {
  const member = await signedIn()
  const questionId = await askQuestion(db(), memberActor(member.id), { message: '어디에 있나요?', kind: 'OTHER' })
  const { json } = await send(uploadPictureByStaffCall, {
    headers: manager.headers,
    body: { data: newPicture(), name: '위치.png' },
  })
  expect((await read(member, json.id)).status).toBe(404)
  const seen = (await questionForStaff(db(), questionId))?.messages.at(-1)?.id
  const answer = await send(answerQuestionCall, {
    path: `/api/admin/questions/${questionId}/messages`,
    headers: manager.headers,
    body: { message: '여기예요.', pictures: [json.id], seen },
  })
  expect(answer.json.messages.at(-1).pictures).toEqual([json])
  expect((await questionThreadOf(db(), member.id, questionId))?.messages.at(-1)?.pictures).toEqual([json])
  expect((await read(member, json.id)).status).toBe(200)
})

test('an upload that isn’t sent is deleted after a day, a sent one with its question', async () => {
  const member = await signedIn()
  const [unsent, young, sent] = [await uploaded(member), await uploaded(member), await uploaded(member)]
  const { json } = await ask(member, [sent])
  await db().rows("UPDATE question_pictures SET created_at = now() - interval '25 hours' WHERE id <> $1", [young])
  await applyRetentionPolicy(db())
  expect(await left([unsent, young, sent])).toEqual([young, sent])
  await db().rows("UPDATE questions SET last_at = now() - interval '3 years 1 day' WHERE id = $1", [json.id])
  await applyRetentionPolicy(db())
  expect(await left([unsent, young, sent])).toEqual([young])
})

test('an account takes its pictures with it, sent or not, and those of the answers', async () => {
  const member = await makeMember()
  const mine = { memberId: member.id, side: 'MEMBER' } as const
  const picture = async () => (await storeQuestionPicture(db(), mine, { data: newPicture(), name: '' })).id
  const [sent, unsent] = [await picture(), await picture()]
  const questionId = await askQuestion(db(), memberActor(member.id), {
    message: '화면',
    kind: 'OTHER',
    pictures: [sent],
  })
  const byStaff = await storeQuestionPicture(
    db(),
    { memberId: manager.id, side: 'STAFF' },
    { data: newPicture(), name: '' },
  )
  const actor = staffActor({ caller: { memberId: manager.id }, address: '' } as never)
  await answerQuestion(db(), actor, { questionId, message: '확인', pictures: [byStaff.id] })
  await deleteAccount(db(), member.id)
  expect(await left([sent, unsent, byStaff.id])).toEqual([])
  await expect(storeQuestionPicture(db(), mine, { data: newPicture(), name: '' })).rejects.toMatchObject({
    code: 'UNAUTHENTICATED',
  })
})
