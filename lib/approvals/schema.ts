import { z } from 'zod'
import { approvalWhys } from './labels.ts'

/**
 * A request that waits for a second person; the action hasn't been carried out. `alone`: nobody else can confirm it, so
 * the requester, an OWNER, may confirm it himself with his password and a reason.
 */
export const askedApproval = z.object({ id: z.int(), why: z.enum(approvalWhys), alone: z.boolean() })
