import { z } from 'zod'
import { saleStates } from '#lib/catalog/labels.ts'
import { text } from '#lib/core/text.ts'
import { depositStatuses } from '#lib/deposits/labels.ts'
import { restrictionLevels, roles } from '#lib/members/schema.ts'

export const searchQuery = z.object({ q: text(200).default('') })

const foundMember = z.object({
  memberNo: z.int(),
  memberId: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  role: z.enum(roles),
  restriction: z.enum(restrictionLevels),
  /** If the search found the member by a depositor name on one of his charges: that name. */
  depositor: z.string().nullable(),
})

const foundOrder = z.object({
  id: z.int(),
  memberId: z.string(),
  serviceText: z.string(),
  amount: z.int(),
  status: z.int(),
})

const foundCharge = z.object({
  id: z.int(),
  memberId: z.string(),
  name: z.string(),
  payAmount: z.number(),
  status: z.int(),
})

const foundDeposit = z.object({
  id: z.int(),
  name: z.string(),
  amount: z.number(),
  status: z.enum(depositStatuses),
  at: z.iso.datetime(),
})

const foundService = z.object({
  id: z.int(),
  text: z.string(),
  categoryText: z.string(),
  saleState: z.enum(saleStates),
})

/** Results of a search by kind, the best ones first, at most MAX_FOUND_PER_KIND of each. */
export const foundItems = z.object({
  members: z.array(foundMember),
  orders: z.array(foundOrder),
  charges: z.array(foundCharge),
  deposits: z.array(foundDeposit),
  services: z.array(foundService),
})

export type FoundItems = z.output<typeof foundItems>
