import { memberActor } from '#lib/audit/actor.ts'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { db } from '#lib/core/db.ts'
import { makeImage } from '#lib/core/testing/images.ts'
import { callTestRowsOfList, rowInserter } from '#lib/editable-lists/testing/list-call-rows.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import type { CallTestRows } from '#lib/web/testing/row.ts'
import { closeQuestion } from '../answer-question.ts'
import { askQuestion } from '../ask-question.ts'
import { storeQuestionPicture } from '../store-question-picture.ts'
import { newPicture } from './pictures.ts'
import { lastMessageIdOf, makeQuestion } from './questions.ts'

let newestMessageId = 0

const makeOpenQuestion = async (memberId?: number): Promise<number> => {
  const id = await makeQuestion(memberId)
  newestMessageId = await lastMessageIdOf(id)
  return id
}

const makeClosedQuestion = async (): Promise<number> => {
  const id = await makeQuestion()
  await closeQuestion(db(), someStaff, id)
  return id
}

const uploadPicture = async ({ id: memberId }: { id: number }): Promise<number> => {
  const picture = { data: newPicture(), name: '화면.png' }
  return (await storeQuestionPicture(db(), { memberId, side: 'STAFF' }, picture)).id
}

const sendPicture = async (): Promise<number> => {
  const member = await makeMember()
  const id = await uploadPicture(member)
  await askQuestion(db(), memberActor(member.id), { message: '화면이에요.', kind: 'OTHER', pictures: [id] })
  return id
}

const upload = { status: 201, body: () => ({ data: makeImage(), name: '화면.png' }) } as const

const ownQuestionRow = { access: 'member', id: (owner: { id: number }) => makeOpenQuestion(owner.id) } as const
const anyQuestionRow = { access: 'MANAGER', id: () => makeOpenQuestion() } as const
const message = { body: () => ({ message: '확인 부탁드려요.' }) }

const makeTemplate = rowInserter("INSERT INTO answer_templates (title, answer) VALUES ('확인', '확인했어요.')")

export const callTestRows: CallTestRows = {
  'GET /service/questions': {
    access: 'member',
    query: { good: 'size=100&cursor=9', bad: ['size=101', 'size=0', 'cursor=0'] },
  },
  'POST /service/questions': { access: 'member', status: 201, ...message },
  'GET /service/questions/{id}': ownQuestionRow,
  'POST /service/questions/{id}/messages': { ...ownQuestionRow, status: 201, ...message },
  'POST /service/questions/{id}/close': ownQuestionRow,
  'POST /service/questions/{id}/read': { ...ownQuestionRow, body: () => ({ seen: newestMessageId }) },
  'POST /service/question-pictures': { access: 'member', ...upload },
  'GET /service/question-pictures/{id}': { access: 'member', id: uploadPicture, type: 'image/png' },
  'POST /api/admin/question-pictures': { access: 'MANAGER', ...upload },
  'GET /api/admin/question-pictures/{id}': { access: 'SUPPORT', id: sendPicture, type: 'image/png' },
  'GET /api/admin/questions': {
    access: 'SUPPORT',
    query: { good: 'status=OPEN&q=hong&size=200&cursor=9', bad: ['size=201', 'cursor=0', 'status=0', 'q=%00'] },
  },
  'GET /api/admin/questions/{id}': { access: 'SUPPORT', id: () => makeOpenQuestion() },
  'POST /api/admin/questions/{id}/messages': {
    ...anyQuestionRow,
    status: 201,
    body: () => ({ message: '확인했어요.' }),
  },
  'POST /api/admin/questions/{id}/close': anyQuestionRow,
  ...callTestRowsOfList('answer-templates', () => ({ title: '지연', answer: '조금 늦어지고 있어요.' }), makeTemplate),
  'POST /api/admin/answer-templates/{id}/move': {
    access: 'MANAGER',
    id: makeTemplate,
    body: () => ({ direction: 'UP' }),
  },
  'POST /api/admin/questions/{id}/reopen': { access: 'MANAGER', id: makeClosedQuestion },
  'POST /api/admin/questions/{id}/read': { ...anyQuestionRow, body: () => ({ seen: newestMessageId }) },
}
