import { z } from 'zod'

export const profile = z.object({
  id: z.string(),
  point: z.number(),
  apiKey: z.string().nullable(),
  referralCode: z.string().nullable(),
  role: z.enum(['MEMBER', 'SUPPORT', 'MANAGER', 'OWNER']),
})

export type Profile = z.output<typeof profile>
