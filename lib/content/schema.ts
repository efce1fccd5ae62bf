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

export type Notice = z.output<typeof noticeList>[number]
export type Qna = z.output<typeof qnaList>[number]
export type RegisterWhere = z.output<typeof registerWhereList>[number]
export type Popup = z.output<typeof popupList>[number]
