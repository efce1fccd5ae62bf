import { z } from 'zod'
import { cursorField } from '#lib/core/list-query.ts'
import { boundedList, cutLine, text, trimmedText } from '#lib/core/text.ts'
import { maxUploadBodyBytes } from '#lib/file-storage/schema.ts'
import { chosenQuestionKinds, questionKinds, questionStatuses } from './labels.ts'
import { MAX_MESSAGE_LENGTH, MAX_PICTURE_BYTES, MAX_PICTURES } from './rules.ts'

const id = z.int().min(1).max(2_147_483_647)

/** A message, checked by `questionMessageRules` or `questionAnswerRules`. */
const messageText = cutLine(MAX_MESSAGE_LENGTH)

/** Ids of pictures that the author has uploaded and not yet sent with a message. */
const pictures = boundedList(id, MAX_PICTURES).nullish()

/** A new question: about one of the member's orders or charges, or of a kind that he chose. */
export const questionInput = z.object({
  message: messageText,
  pictures,
  orderId: id.nullish(),
  chargeId: id.nullish(),
  kind: z.enum(chosenQuestionKinds).default('OTHER'),
})

export type QuestionInput = z.output<typeof questionInput>

export const questionMessageInput = z.object({ message: messageText, pictures })

/**
 * An answer of staff. `seen` is the id of the newest message that its author had read; the answer is refused if the
 * question has a newer message.
 */
export const questionAnswerInput = z.object({ message: messageText, pictures, seen: id.nullish() })

/** Marks messages as read, up to the message with the id `seen`. */
export const markQuestionReadInput = z.object({ seen: id })

export const questionQuery = z.object({
  size: z.coerce.number().int().min(1).max(100).default(20),
  cursor: cursorField,
})

const sharedFields = {
  id: z.int(),
  kind: z.enum(questionKinds),
  status: z.enum(questionStatuses),
  orderId: z.int().nullable(),
  chargeId: z.int().nullable(),
  /** Beginning of the first message. */
  preview: z.string(),
  /**
   * True if the other side has written something unread: for the member, staff's answer; for staff, the member's
   * message.
   */
  unread: z.boolean(),
  createdAt: z.iso.datetime(),
  lastAt: z.iso.datetime(),
}

export const questionRow = z.object(sharedFields)

export type QuestionRow = z.output<typeof questionRow>

export const questionRows = z.object({ rows: z.array(questionRow), nextCursor: z.int().nullable() })

/** Largest body of an upload, in bytes. */
export const MAX_PICTURE_BODY_BYTES = maxUploadBodyBytes(MAX_PICTURE_BYTES)

/** Body of an upload: the file as base64, and its name. The exact size limit is checked on the decoded bytes. */
export const pictureInput = z.object({ data: text(MAX_PICTURE_BODY_BYTES), name: trimmedText(200).default('') })

export type PictureInput = z.output<typeof pictureInput>

/** A picture. `name` is the name of its file; width and height are in pixels. */
export const questionPicture = z.object({ id: z.int(), name: z.string(), width: z.int(), height: z.int() })

export type QuestionPicture = z.output<typeof questionPicture>

const messageFields = {
  id: z.int(),
  author: z.enum(['MEMBER', 'STAFF']),
  text: z.string(),
  createdAt: z.iso.datetime(),
  pictures: z.array(questionPicture),
}

export const questionThread = questionRow.extend({ messages: z.array(z.object(messageFields)) })

export type QuestionThread = z.output<typeof questionThread>

export const adminQuestionQuery = z.object({
  status: z.enum(questionStatuses).optional(),
  q: text(200).default(''),
  size: z.coerce.number().int().min(1).max(200).default(50),
  cursor: cursorField,
})

export const adminQuestionRow = z.object({
  ...sharedFields,
  /** Id of the member. */
  memberNo: z.int(),
  /** Login id of the member. */
  memberId: z.string(),
})

export type AdminQuestionRow = z.output<typeof adminQuestionRow>

export const adminQuestionRows = z.object({
  rows: z.array(adminQuestionRow),
  nextCursor: z.int().nullable(),
  total: z.int(),
})

export const adminQuestion = adminQuestionRow.extend({
  messages: z.array(z.object({ ...messageFields, staffId: z.string().nullable() })),
})

export type AdminQuestion = z.output<typeof adminQuestion>

const templateText = (maxLength: number, missing: string) =>
  trimmedText(maxLength, { error: missing, tooLong: `${maxLength.toLocaleString('ko-KR')}자까지 쓸 수 있어요` }).min(
    1,
    missing,
  )

export const answerTemplateInput = z.object({
  title: templateText(100, '템플릿 이름을 입력해 주세요'),
  answer: templateText(MAX_MESSAGE_LENGTH, '답변을 입력해 주세요'),
  position: z.int('순서는 정수예요').min(0, '순서는 0부터예요').max(100_000, '순서는 100,000까지예요').default(0),
})

export type AnswerTemplateInput = z.output<typeof answerTemplateInput>

export const answerTemplateRow = answerTemplateInput.extend({ id: z.int() })

export type AnswerTemplateRow = z.output<typeof answerTemplateRow>
