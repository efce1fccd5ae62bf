import { z } from 'zod'
import { approvalWhys } from './labels.ts'

/**
 * A request that waits for a second person; nothing has been done yet. `alone` is true if the requester is the only
 * OWNER and may confirm it himself with his password and a reason.
 */
export const askedApproval = z.object({ id: z.int(), why: z.enum(approvalWhys), alone: z.boolean() })
