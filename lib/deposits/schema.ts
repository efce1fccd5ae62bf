import { z } from 'zod'
import { formText } from '#lib/core/field-errors.ts'
import { depositStatuses } from './labels.ts'

const MOST_DEPOSITS = 1_000
const MOST_WON = 1_000_000_000_000

const line = (most: number) =>
  z
    .string()
    .transform((text) => text.trim())
    .refine((text) => text !== '' && text.length <= most && !/\p{Cc}/u.test(text))

/** One credit as a bank, or whoever listens to it, reports it (decisions 4). */
export const newDeposit = z.object({
  externalId: line(200),
  name: line(100),
  amount: z.int().min(1).max(MOST_WON),
  at: z.iso.datetime({ offset: true }),
})

export type NewDeposit = z.output<typeof newDeposit>

export const depositList = z.array(newDeposit).min(1).max(MOST_DEPOSITS)

/** What staff hand in: the hook's list, or a table of a bank's page. */
export const depositImport = z.union([depositList, z.object({ csv: z.string().min(1) })])

/** What became of each, in the order they came. */
export const takenDeposits = z.array(
  z.object({
    id: z.int(),
    externalId: z.string(),
    status: z.enum(depositStatuses),
    chargeId: z.int().nullable(),
    /** It had been reported before, and counts as it did then. */
    duplicate: z.boolean(),
  }),
)

export type TakenDeposit = z.output<typeof takenDeposits>[number]

export const depositQuery = z.object({
  status: z.enum(depositStatuses).optional(),
  q: z.string().max(200).default(''),
  size: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.coerce.number().int().positive().max(2_147_483_647).optional(),
})

const depositRow = z.object({
  id: z.int(),
  externalId: z.string(),
  name: z.string(),
  amount: z.number(),
  at: z.iso.datetime(),
  status: z.enum(depositStatuses),
  /** One when matched, several when split. */
  chargeIds: z.array(z.int()),
  memberNo: z.int().nullable(),
  memberId: z.string().nullable(),
  createdAt: z.iso.datetime(),
  matchedAt: z.iso.datetime().nullable(),
})

export type DepositRow = z.output<typeof depositRow>

export const deposits = z.object({ rows: z.array(depositRow), nextCursor: z.int().nullable(), total: z.int() })

const chargeId = z.int().positive().max(2_147_483_647)

export const matchInput = z.object({ chargeId })

export const splitInput = z.object({ chargeIds: z.array(chargeId).min(2).max(50) })

export const returnInput = z.object({ reason: formText.transform((text) => text.trim()).pipe(z.string().max(500)) })

export const settledDeposit = z.object({ id: z.int(), status: z.enum(depositStatuses), chargeIds: z.array(z.int()) })
