import { z } from 'zod'
import { dayFields, withDaysInOrder } from '#lib/core/list-query.ts'
import { text } from '#lib/core/text.ts'

const requestId = text(36).regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)

export const apiRequestQuery = withDaysInOrder(
  z.object({
    ...dayFields,
    /** Present: only failed calls. */
    failed: z.enum(['true']).optional(),
    /** Method, path and action, such as `POST /order` or `POST /api/v2 add`, which also finds `GET /api/v2 add`. */
    call: text(60).optional(),
    /** Id of an API key. */
    key: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
    /** Id of a request, as in the header `x-request-id` of its response. */
    id: requestId.optional(),
    size: z.coerce.number().int().min(1).max(200).default(50),
    cursor: requestId.optional(),
  }),
)

export type ApiRequestQuery = z.output<typeof apiRequestQuery>

/** A call with an API key, in the request log of its member. */
export const apiRequestRow = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  call: z.string(),
  status: z.int(),
  /** Error code of a failed call, else null. */
  errorCode: z.string().nullable(),
  /** Error message of a failed call, else null. */
  error: z.string().nullable(),
  /** In milliseconds. */
  duration: z.int(),
  keyId: z.int(),
  /** Name of the API key, empty for a member's first key; null if the key was deleted. */
  keyName: z.string().nullable(),
  address: z.string(),
  serviceId: z.int().nullable(),
  /** Quantity in the request. */
  amount: z.int().nullable(),
  orderId: z.int().nullable(),
  /** How many similar calls, just before this one, were left out of the log. */
  omitted: z.int(),
})

/** A call with an API key, in the request log of its member. */
export type ApiRequestRow = z.output<typeof apiRequestRow>

export const apiRequests = z.object({ rows: z.array(apiRequestRow), nextCursor: z.string().nullable() })
