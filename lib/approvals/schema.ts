import { z } from 'zod'
import { approvalWhys } from './labels.ts'

/**
 * What waits for a second person, instead of being done: `alone` if the one who asked is the only OWNER and may confirm it
 * himself with his password and a reason.
 */
export const asked = z.object({ id: z.int(), why: z.enum(approvalWhys), alone: z.boolean() })
