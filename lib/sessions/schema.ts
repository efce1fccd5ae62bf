import { z } from 'zod'
import { formText } from '#lib/core/field-errors.ts'
import { foldLoginId } from '#lib/members/rules.ts'

export const loginInput = z.object({ id: formText.transform(foldLoginId), password: formText })

export type LoginInput = z.output<typeof loginInput>

export const loggedIn = z.object({ accessToken: z.string() })

export const sessionRow = z.object({
  id: z.uuid(),
  device: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  current: z.boolean(),
})
