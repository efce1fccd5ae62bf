import { z } from 'zod'
import { formText } from '#lib/core/field-errors.ts'
import { registerInput } from '#lib/members/schema.ts'
import { MAX_TOKEN_LENGTH } from './rules.ts'

const tokenText = formText(MAX_TOKEN_LENGTH)

/** `state` is the one that was returned with the code; Naver requires it for exchanging the code. */
export const naverLoginInput = z.object({ code: tokenText, state: tokenText })

/**
 * Either an access token, as in the contract, or the code that the shop's own popup returned
 * (docs/contract.md#naver-and-kakao).
 */
export const kakaoLoginInput = z.object({ accessToken: tokenText, code: tokenText })

export const snsRegisterInput = registerInput
  .pick({ registerWhere: true, phoneNumber: true, sendCode: true, referral: true, agreed: true })
  .extend({ accessToken: tokenText })

export type SnsRegisterInput = z.output<typeof snsRegisterInput>

export const snsCheckInput = z.object({ provider: z.enum(['NAVER', 'KAKAO']) })

/** Result of a check of a provider's keys. */
export const snsCheck = z.object({ provider: z.enum(['NAVER', 'KAKAO']), works: z.boolean(), message: z.string() })
