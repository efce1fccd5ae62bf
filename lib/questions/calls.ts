import { z } from 'zod'
import { memberActor, staffActor } from '#lib/audit/actor.ts'
import { call } from '#lib/core/call.ts'
import type { Db } from '#lib/core/db.ts'
import { idParams } from '#lib/core/wire.ts'
import { editableList } from '#lib/editable-lists/editable-list.ts'
import { moveCall } from '#lib/editable-lists/move-row.ts'
import { answerQuestion, closeQuestion, markReadByStaff, reopenQuestion } from './answer-question.ts'
import { askQuestion } from './ask-question.ts'
import { closeOwnQuestion, continueQuestion, markReadByMember } from './continue-question.ts'
import { unknownQuestion } from './errors.ts'
import { questionForStaff, questionsForStaff } from './queries/list-for-staff.ts'
import { questionPictureForMember, questionPictureForStaff } from './queries/pictures.ts'
import { questionsOf, questionThreadOf } from './queries.ts'
import {
  type AdminQuestion,
  adminQuestion,
  adminQuestionQuery,
  adminQuestionRows,
  MAX_PICTURE_BODY_BYTES,
  markQuestionReadInput,
  pictureInput,
  type QuestionThread,
  questionAnswerInput,
  questionInput,
  questionMessageInput,
  questionPicture,
  questionQuery,
  questionRows,
  questionThread,
} from './schema.ts'
import { serveQuestionPicture } from './serve-question-picture.ts'
import { answerTemplateStaffList } from './staff-lists.ts'
import { storeQuestionPicture } from './store-question-picture.ts'

async function requireOwnThread(db: Db, memberId: number, id: number): Promise<QuestionThread> {
  const thread = await questionThreadOf(db, memberId, id)
  if (!thread) throw unknownQuestion()
  return thread
}

async function requireThreadForStaff(db: Db, id: number): Promise<AdminQuestion> {
  const thread = await questionForStaff(db, id)
  if (!thread) throw unknownQuestion()
  return thread
}

export const questionsCall = call({
  method: 'GET',
  path: '/service/questions',
  access: 'member',
  query: questionQuery,
  answer: questionRows,
  run: ({ db, caller, query }) => questionsOf(db, caller.memberId, query),
})

export const askQuestionCall = call({
  method: 'POST',
  path: '/service/questions',
  access: 'member',
  body: questionInput,
  answer: questionThread,
  status: 201,
  run: async ({ db, caller: { memberId }, body }) =>
    requireOwnThread(db, memberId, await askQuestion(db, memberActor(memberId), body)),
})

export const questionCall = call({
  method: 'GET',
  path: '/service/questions/{id}',
  access: 'member',
  params: idParams,
  answer: questionThread,
  run: ({ db, caller, params }) => requireOwnThread(db, caller.memberId, params.id),
})

export const continueQuestionCall = call({
  method: 'POST',
  path: '/service/questions/{id}/messages',
  access: 'member',
  params: idParams,
  body: questionMessageInput,
  answer: questionThread,
  status: 201,
  run: async ({ db, caller: { memberId }, params: { id }, body }) => {
    await continueQuestion(db, memberActor(memberId), { questionId: id, ...body })
    return requireOwnThread(db, memberId, id)
  },
})

export const closeOwnQuestionCall = call({
  method: 'POST',
  path: '/service/questions/{id}/close',
  access: 'member',
  params: idParams,
  answer: questionThread,
  run: async ({ db, caller: { memberId }, params: { id } }) => {
    await closeOwnQuestion(db, memberActor(memberId), id)
    return requireOwnThread(db, memberId, id)
  },
})

export const markQuestionReadCall = call({
  method: 'POST',
  path: '/service/questions/{id}/read',
  access: 'member',
  params: idParams,
  body: markQuestionReadInput,
  answer: questionThread,
  run: async ({ db, caller: { memberId }, params: { id }, body }) => {
    await markReadByMember(db, memberActor(memberId), { questionId: id, ...body })
    return requireOwnThread(db, memberId, id)
  },
})

export const adminQuestionsCall = call({
  method: 'GET',
  path: '/api/admin/questions',
  access: 'SUPPORT',
  query: adminQuestionQuery,
  answer: adminQuestionRows,
  run: ({ db, query }) => questionsForStaff(db, query),
})

export const adminQuestionCall = call({
  method: 'GET',
  path: '/api/admin/questions/{id}',
  access: 'SUPPORT',
  params: idParams,
  answer: adminQuestion,
  run: ({ db, params }) => requireThreadForStaff(db, params.id),
})

export const answerQuestionCall = call({
  method: 'POST',
  path: '/api/admin/questions/{id}/messages',
  access: 'MANAGER',
  params: idParams,
  body: questionAnswerInput,
  answer: adminQuestion,
  status: 201,
  run: async ({ db, params: { id }, body, ...context }) => {
    await answerQuestion(db, staffActor(context), { questionId: id, ...body })
    return requireThreadForStaff(db, id)
  },
})

export const closeQuestionCall = call({
  method: 'POST',
  path: '/api/admin/questions/{id}/close',
  access: 'MANAGER',
  params: idParams,
  answer: adminQuestion,
  run: async ({ db, params: { id }, ...context }) => {
    await closeQuestion(db, staffActor(context), id)
    return requireThreadForStaff(db, id)
  },
})

export const reopenQuestionCall = call({
  method: 'POST',
  path: '/api/admin/questions/{id}/reopen',
  access: 'MANAGER',
  params: idParams,
  answer: adminQuestion,
  run: async ({ db, params: { id }, ...context }) => {
    await reopenQuestion(db, staffActor(context), id)
    return requireThreadForStaff(db, id)
  },
})

export const markQuestionReadByStaffCall = call({
  method: 'POST',
  path: '/api/admin/questions/{id}/read',
  access: 'MANAGER',
  params: idParams,
  body: markQuestionReadInput,
  answer: adminQuestion,
  run: async ({ db, params: { id }, body }) => {
    await markReadByStaff(db, { questionId: id, ...body })
    return requireThreadForStaff(db, id)
  },
})

const uploadDeclaration = {
  maxBodyBytes: MAX_PICTURE_BODY_BYTES,
  limit: 'pictures',
  body: pictureInput,
  answer: questionPicture,
  status: 201,
} as const

export const uploadPictureCall = call({
  method: 'POST',
  path: '/service/question-pictures',
  access: 'member',
  ...uploadDeclaration,
  run: ({ db, caller: { memberId }, body }) => storeQuestionPicture(db, { memberId, side: 'MEMBER' }, body),
})

export const uploadPictureByStaffCall = call({
  method: 'POST',
  path: '/api/admin/question-pictures',
  access: 'MANAGER',
  ...uploadDeclaration,
  run: ({ db, caller: { memberId }, body }) => storeQuestionPicture(db, { memberId, side: 'STAFF' }, body),
})

export const pictureCall = call({
  method: 'GET',
  path: '/service/question-pictures/{id}',
  access: 'member',
  params: idParams,
  answer: z.never(),
  run: ({ db, caller, params, ifNoneMatch }) =>
    serveQuestionPicture(questionPictureForMember, db, { ...params, ...caller }, ifNoneMatch),
})

export const pictureForStaffCall = call({
  method: 'GET',
  path: '/api/admin/question-pictures/{id}',
  access: 'SUPPORT',
  params: idParams,
  answer: z.never(),
  run: ({ db, caller, params, ifNoneMatch }) =>
    serveQuestionPicture(questionPictureForStaff, db, { ...params, ...caller }, ifNoneMatch),
})

export const {
  read: answerTemplatesCall,
  create: createAnswerTemplateCall,
  change: changeAnswerTemplateCall,
  remove: removeAnswerTemplateCall,
} = editableList(answerTemplateStaffList)
export const moveAnswerTemplateCall = moveCall(answerTemplateStaffList)
