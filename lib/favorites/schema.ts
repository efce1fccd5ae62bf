import { z } from 'zod'

/** A service, and whether the member has it among his favorites. */
export const favoriteState = z.object({ serviceId: z.int().min(1).max(2_147_483_647), on: z.boolean() })
