import { z } from 'zod'
import { saleStates } from '#lib/catalog/labels.ts'
import { text } from '#lib/core/text.ts'
import { depositStatuses } from '#lib/deposits/labels.ts'
import { restrictionLevels, roles } from '#lib/members/schema.ts'

export const searchQuery = z.object({ q: text(200).default('') })

const foundMember = z.object({
  /** Id of the member. */
  memberNo: z.int(),
  /** Login id of the member. */
  memberId: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  role: z.enum(roles),
  restriction: z.enum(restrictionLevels),
  /** Depositor name of one of the member's charges, if the member was found by it; otherwise null. */
  depositor: z.string().nullable(),
})

const foundOrder = z.object({
  id: z.int(),
  /** Login id of the member. */
  memberId: z.string(),
  /** Name of the service. */
  serviceText: z.string(),
  /** Quantity ordered. */
  amount: z.int(),
  status: z.int(),
})

const foundCharge = z.object({
  id: z.int(),
  /** Login id of the member. */
  memberId: z.string(),
  /** Depositor name. */
  name: z.string(),
  /** Sum to pay, in won. */
  payAmount: z.number(),
  status: z.int(),
})

const foundDeposit = z.object({
  id: z.int(),
  /** Depositor name. */
  name: z.string(),
  /** Sum in won. */
  amount: z.number(),
  status: z.enum(depositStatuses),
  at: z.iso.datetime(),
})

const foundService = z.object({
  id: z.int(),
  /** Name of the service. */
  text: z.string(),
  /** Name of its category. */
  categoryText: z.string(),
  saleState: z.enum(saleStates),
})

/** Results of a search by kind of record, the best ones first, at most 6 of each kind (MAX_FOUND_PER_KIND). */
export const foundItems = z.object({
  members: z.array(foundMember),
  orders: z.array(foundOrder),
  charges: z.array(foundCharge),
  deposits: z.array(foundDeposit),
  services: z.array(foundService),
})

export type FoundItems = z.output<typeof foundItems>
