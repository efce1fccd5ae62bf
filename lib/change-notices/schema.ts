import { z } from 'zod'

/** Whether the member gets e-mails about changed services that he has ordered. */
export const changeMailsSetting = z.object({ on: z.boolean() })
