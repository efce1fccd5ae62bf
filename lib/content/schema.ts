import { z } from 'zod'

/** The lists of decisions 6, as GET /service/notices, /qnas, /register-where and /popup answer them. */
export const noticeList = z.array(
  z.strictObject({
    id: z.int(),
    content: z.string(),
    isTop: z.boolean(),
    bgColor: z.string(),
    createdAt: z.iso.datetime(),
  }),
)

export const qnaList = z.array(z.strictObject({ id: z.int(), title: z.string(), answer: z.string() }))

export const registerWhereList = z.array(z.strictObject({ id: z.int(), text: z.string() }))

export const popupList = z.array(z.strictObject({ id: z.int(), enabled: z.literal(true), imageUrl: z.string() }))

/** A text field of staff's: present, trimmed, not empty. */
const text = (most: number) => z.string().trim().min(1).max(most)
const position = z.int().min(0).max(100_000).default(0)
const image = z.union([z.url({ protocol: /^https$/ }).max(2_000), z.string().regex(/^\/assets\/[\da-f]{64}$/)])

/** What staff give and get of each list (decisions 6). */
export const noticeInput = z.object({
  content: text(10_000),
  isTop: z.boolean().default(false),
  bgColor: z
    .string()
    .regex(/^(#[\da-f]{6})?$/i)
    .default(''),
})
export const noticeRow = noticeInput.extend({ id: z.int(), createdAt: z.iso.datetime() })

export const qnaInput = z.object({ title: text(200), answer: text(10_000), position })
export const qnaRow = qnaInput.extend({ id: z.int() })

export const registerWhereInput = z.object({ text: text(100), position })
export const registerWhereRow = registerWhereInput.extend({ id: z.int() })

export const popupInput = z.object({ enabled: z.boolean().default(false), imageUrl: image })
export const popupRow = popupInput.extend({ id: z.int() })

export type Notice = z.output<typeof noticeList>[number]
export type Qna = z.output<typeof qnaList>[number]
export type RegisterWhere = z.output<typeof registerWhereList>[number]
export type Popup = z.output<typeof popupList>[number]
