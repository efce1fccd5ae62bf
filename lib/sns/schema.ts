import { z } from 'zod'
import { formText } from '#lib/core/field-errors.ts'
import { registerInput } from '#lib/members/schema.ts'
import { MOST_TOKEN } from './rules.ts'

const tokenText = formText(MOST_TOKEN)

/** `state` is the one the code came with: Naver asks for it again when the code is exchanged. */
export const naverLoginInput = z.object({ code: tokenText, state: tokenText })

/**
 * A token of the caller's, as the contract has it, or the code that our own popup brought
 * (docs/contract.md#naver-and-kakao).
 */
export const kakaoLoginInput = z.object({ accessToken: tokenText, code: tokenText })

export const snsRegisterInput = registerInput
  .pick({ registerWhere: true, phoneNumber: true, sendCode: true, referral: true })
  .extend({ accessToken: tokenText })

export type SnsRegisterInput = z.output<typeof snsRegisterInput>
