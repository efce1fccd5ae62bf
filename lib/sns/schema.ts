import { z } from 'zod'
import { formText } from '#lib/core/form-fields.ts'
import { registerInput } from '#lib/members/schema.ts'
import { MAX_TOKEN_LENGTH } from './rules.ts'

const tokenText = formText(MAX_TOKEN_LENGTH)

/** `state` is the value that Naver returned with the code; Naver requires it again to exchange the code for a token. */
export const naverLoginInput = z.object({ code: tokenText, state: tokenText })

/**
 * One of the two: `accessToken`, sent by programs that follow the contract, or `code`, returned by the shop's own login
 * window (docs/contract.md#naver-and-kakao).
 */
export const kakaoLoginInput = z.object({ accessToken: tokenText, code: tokenText })

export const snsRegisterInput = registerInput
  .pick({ registerWhere: true, phoneNumber: true, sendCode: true, referral: true, agreed: true })
  .extend({
    /** Proof of the account: for Naver a ticket of this shop, for Kakao an access token of Kakao. */
    accessToken: tokenText,
  })

export type SnsRegisterInput = z.output<typeof snsRegisterInput>

/** The provider whose keys in the settings are to be checked. */
export const snsCheckInput = z.object({ provider: z.enum(['NAVER', 'KAKAO']) })

/** Whether a provider accepts the keys in the settings, and the message about it. */
export const snsCheck = z.object({ provider: z.enum(['NAVER', 'KAKAO']), works: z.boolean(), message: z.string() })
