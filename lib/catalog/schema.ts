import { z } from 'zod'

/** GET /service/platforms (decisions 6). */
export const platformList = z.array(
  z.strictObject({ id: z.int(), text: z.string(), visible: z.literal(true), backgroundColor: z.string() }),
)

/** GET /service/categorys; `platform` is a platform's id. */
export const categoryList = z.array(z.strictObject({ id: z.int(), platform: z.int(), text: z.string() }))

/** GET /service/services; `point` is the price of one in won, with up to five decimals. */
export const serviceList = z.array(
  z.strictObject({
    id: z.int(),
    text: z.string(),
    point: z.number(),
    min: z.int(),
    max: z.int(),
    notice: z.string(),
    categoryId: z.int(),
    isReadOnly: z.boolean(),
    enableAuto: z.boolean(),
  }),
)

export type ServiceRow = z.output<typeof serviceList>[number]
