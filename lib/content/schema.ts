import { z } from 'zod'
import { cutText, text, textParsedBy, trimmedText } from '#lib/core/text.ts'
import { findLegalIssue, isSeoulMinute, type Period } from './rules.ts'

/**
 * This schema and the next three describe the responses of GET /service/notices, /qnas, /register-where and /popup
 * (docs/contract.md#content).
 */
export const noticeList = z.array(
  z.strictObject({
    id: z.int(),
    content: z.string(),
    isTop: z.boolean(),
    bgColor: z.string(),
    link: z.string(),
    createdAt: z.iso.datetime(),
  }),
)

export const qnaList = z.array(z.strictObject({ id: z.int(), title: z.string(), answer: z.string() }))

export const registerWhereList = z.array(z.strictObject({ id: z.int(), text: z.string() }))

export const popupList = z.array(
  z.strictObject({ id: z.int(), enabled: z.literal(true), imageUrl: z.string(), alt: z.string(), link: z.string() }),
)

/** Control characters except line breaks and tabs, and characters that change the direction of text. */
const invisibleCharacter = /[^\P{Cc}\n\r\t]|[\u202a-\u202e\u2066-\u2069]/u

/**
 * Schema of a required text field of a form for staff: trimmed, not empty, without invisible characters. `missing` is
 * the message for an empty text.
 */
const requiredText = (maxLength: number, missing: string) =>
  trimmedText(maxLength, { error: missing, tooLong: `${maxLength.toLocaleString('ko-KR')}자까지 쓸 수 있어요` })
    .min(1, missing)
    .refine((value) => !invisibleCharacter.test(value), '보이지 않는 글자가 들어 있어요')
const positionNumber = z
  .int('순서는 정수예요')
  .min(0, '순서는 0부터예요')
  .max(100_000, '순서는 100,000까지예요')
  .default(0)
const onOffField = z.boolean('켬(true)이나 끔(false)이어야 해요').default(false)
const imageMissingText = '이미지를 올려 주세요'
const uploadedImageUrl = text(80, { error: imageMissingText }).regex(/^\/assets\/[\da-f]{64}$/, imageMissingText)
/** URL of an image: an uploaded image, a file of the shop, or an external image. */
const imageUrl = z.union(
  [
    textParsedBy(2_000, z.url({ protocol: /^https$/ })),
    uploadedImageUrl,
    text(200).regex(/^\/[\w-]+\.(png|jpe?g|webp|gif)$/),
  ],
  imageMissingText,
)

const badLinkText = '/point 같은 상점 안의 주소나 https://로 시작하는 주소를 입력해 주세요'

/**
 * Where the link of a notice or popup leads: a path of the shop, or an https URL; '' for no link. Paths that a browser
 * takes for another host, such as //host, are refused.
 */
const link = z
  .union(
    [z.literal(''), textParsedBy(500, z.url({ protocol: /^https$/ })), text(500).regex(/^\/(?![/\\])[^\s\\\p{Cc}]*$/u)],
    badLinkText,
  )
  .default('')

/** Schema of a time in Seoul as YYYY-MM-DDTHH:mm, the value of a datetime-local field; '' for no limit. */
const seoulMinuteText = text(16, { error: '날짜와 시각을 정해 주세요' })
  .refine((value) => value === '' || isSeoulMinute(value), '날짜와 시각을 정해 주세요')
  .default('')

const periodFields = { shownFrom: seoulMinuteText, shownUntil: seoulMinuteText }

/** True if a period ends after it begins, or lacks one of the two limits. */
const endsAfterStart = ({ shownFrom, shownUntil }: Period): boolean =>
  shownFrom === '' || shownUntil === '' || shownFrom < shownUntil

const endBeforeStart = { path: ['shownUntil'], error: '끝나는 시각은 시작보다 뒤여야 해요' }

/** Fields of a notice that staff edit (docs/contract.md#editable-lists). */
const noticeFields = z.object({
  content: requiredText(10_000, '공지 내용을 입력해 주세요'),
  /** True if the notice is pinned above the others. */
  isTop: onOffField,
  /** Background colour as #rrggbb; '' for the default. */
  bgColor: cutText(7, '글자로 입력해 주세요')
    .regex(/^(#[\da-f]{6})?$/i, '#fff4e0처럼 # 뒤에 6자로 입력해 주세요')
    .default(''),
  link,
  ...periodFields,
  position: positionNumber,
})
export const noticeInput = noticeFields.refine(endsAfterStart, endBeforeStart)
export const noticeRow = noticeFields.extend({ id: z.int(), createdAt: z.iso.datetime() })

export const qnaInput = z.object({
  /** The question. */
  title: requiredText(200, '질문을 입력해 주세요'),
  answer: requiredText(10_000, '답변을 입력해 주세요'),
  position: positionNumber,
})
export const qnaRow = qnaInput.extend({ id: z.int() })

export const registerWhereInput = z.object({
  /** Name of the sign-up source. */
  text: requiredText(100, '가입경로를 입력해 주세요'),
  position: positionNumber,
})
export const registerWhereRow = registerWhereInput.extend({ id: z.int() })

const popupFields = z.object({
  enabled: onOffField,
  imageUrl: imageUrl,
  alt: trimmedText(300, { error: '글자로 입력해 주세요', tooLong: '300자까지 쓸 수 있어요' })
    .refine((value) => !invisibleCharacter.test(value), '보이지 않는 글자가 들어 있어요')
    .default(''),
  link,
  ...periodFields,
  position: positionNumber,
})
export const popupInput = popupFields.refine(endsAfterStart, endBeforeStart)
export const popupRow = popupFields.extend({ id: z.int() })

const guideImageUrl = z.union([z.literal(''), uploadedImageUrl], imageMissingText)
const guideText = trimmedText(1_000, { error: '글자로 입력해 주세요', tooLong: '1,000자까지 쓸 수 있어요' }).refine(
  (value) => !invisibleCharacter.test(value),
  '보이지 않는 글자가 들어 있어요',
)

/** Images of /guide and their common text alternative; an empty URL means the built-in image. */
export const guide = z.object({ desktop: guideImageUrl, mobile: guideImageUrl, text: guideText })
const guideFields = z.object({
  desktop: guideImageUrl.nullish(),
  mobile: guideImageUrl.nullish(),
  text: guideText.nullish(),
})
export const guideInput = guideFields.extend({ seen: guideFields.nullish() })

const isDay = (value: string) => !Number.isNaN(Date.parse(value)) && new Date(value).toISOString().startsWith(value)

export const termsInput = z.object({
  kind: z.enum(['service', 'privacy'], '이용약관과 개인정보 처리방침 가운데 골라 주세요'),
  since: text(10, { error: '시행일을 정해 주세요' })
    .regex(/^20\d{2}-\d{2}-\d{2}$/, '시행일을 정해 주세요')
    .refine(isDay, '달력에 없는 날이에요'),
  body: requiredText(50_000, '내용을 입력해 주세요').superRefine((value, context) => {
    const message = findLegalIssue(value)
    if (message) context.addIssue({ code: 'custom', message })
  }),
})
export const termsRow = termsInput.extend({ id: z.int(), createdAt: z.iso.datetime() })

/** A notice of the shop (공지사항), as members see it. */
export type Notice = z.output<typeof noticeList>[number]
export type Qna = z.output<typeof qnaList>[number]
/** A sign-up source: how a member may have found the shop. */
export type RegisterWhere = z.output<typeof registerWhereList>[number]
export type Popup = z.output<typeof popupList>[number]
export type NoticeInput = z.output<typeof noticeInput>
export type NoticeRow = z.output<typeof noticeRow>
export type QnaInput = z.output<typeof qnaInput>
export type QnaRow = z.output<typeof qnaRow>
export type RegisterWhereInput = z.output<typeof registerWhereInput>
export type RegisterWhereRow = z.output<typeof registerWhereRow>
export type PopupInput = z.output<typeof popupInput>
export type PopupRow = z.output<typeof popupRow>
export type TermsInput = z.output<typeof termsInput>
export type TermsRow = z.output<typeof termsRow>
export type Guide = z.output<typeof guide>
export type GuideChange = z.output<typeof guideInput>
