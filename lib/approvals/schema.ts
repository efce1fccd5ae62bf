import { z } from 'zod'
import { approvalWhys } from './labels.ts'

/**
 * A request that waits for a second person; nothing has been done yet. `alone` is true if nobody else can confirm it,
 * so that the requester, an OWNER, may do so himself with his password and a reason.
 */
export const askedApproval = z.object({ id: z.int(), why: z.enum(approvalWhys), alone: z.boolean() })
