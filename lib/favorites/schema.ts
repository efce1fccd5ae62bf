import { z } from 'zod'

/** The id of a service, and whether it is one of the member's favorites (`on`). */
export const favoriteState = z.object({ serviceId: z.int().min(1).max(2_147_483_647), on: z.boolean() })
