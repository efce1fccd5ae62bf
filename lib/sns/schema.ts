import { z } from 'zod'
import { formText } from '#lib/core/field-errors.ts'
import { registerInput } from '#lib/members/schema.ts'

/** `state` is the one the code came with: Naver asks for it again when the code is exchanged. */
export const naverLoginInput = z.object({ code: formText, state: formText })

/** A token of the caller's, as the spec has it, or the code that our own popup brought (decisions 5). */
export const kakaoLoginInput = z.object({ accessToken: formText, code: formText })

export const snsRegisterInput = registerInput
  .pick({ registerWhere: true, phoneNumber: true, sendCode: true, referral: true })
  .extend({ accessToken: formText })

export type SnsRegisterInput = z.output<typeof snsRegisterInput>
