import { type CallContext, call, Reply } from '#lib/core/call.ts'
import { takeToken } from '#lib/core/limits.ts'
import { registerMessages } from '#lib/members/errors.ts'
import { deviceCookie, readVisit } from '#lib/members/record-visit.ts'
import { registeredMember } from '#lib/members/schema.ts'
import { loginReply } from '#lib/sessions/complete-first-factor.ts'
import { loginAnswer } from '#lib/sessions/schema.ts'
import { settings } from '#lib/settings/queries.ts'
import type { Settings } from '#lib/settings/schema.ts'
import type { SnsProviderFault } from './ask-sns-provider.ts'
import { checkSnsLogin } from './check-sns-login.ts'
import { snsLoginFailedTexts, snsSignUpProofExpired, snsSignUpUnavailable, unregisteredSnsAccount } from './errors.ts'
import { logInBySns, type SnsAccount } from './log-in-by-sns.ts'
import { kakaoApp } from './queries.ts'
import { exchangeKakaoCode, readKakaoAccountId } from './read-kakao-account.ts'
import { readSnsAccount, settingsIfSnsEnabled, snsLoginErrorFor, translateSnsFault } from './read-sns-account.ts'
import { registerSnsMember, type SignUpProof } from './register-sns-member.ts'
import type { SnsProvider } from './rules.ts'
import { kakaoLoginInput, naverLoginInput, snsCheck, snsCheckInput, snsRegisterInput } from './schema.ts'
import { readSignUpTicket, signSignUpTicket } from './sign-ticket.ts'

type LoginContext = Pick<CallContext<never, never, never>, 'db' | 'device' | 'deviceCookie' | 'address'>

const signUpErrorOf = (provider: SnsProvider) => (kind: SnsProviderFault['kind']) =>
  kind === 'refused' ? snsSignUpProofExpired(provider) : snsSignUpUnavailable()

/**
 * Logs in the member to whom this account at Naver or Kakao is linked.
 * @throws NOT_FOUND no member is linked to the account; the error contains the result of `signUpToken`, with which the
 * person can sign up
 */
async function logInLinkedMember(
  { db, device, ...from }: LoginContext,
  person: SnsAccount,
  signUpToken: () => Promise<string>,
): Promise<Reply> {
  const visit = readVisit(from)
  const entry = await logInBySns(db, person, { device, visit })
  if (!entry) throw unregisteredSnsAccount(person.provider, await signUpToken())
  return loginReply(entry, visit)
}

export const naverLoginCall = call({
  method: 'POST',
  path: '/auth/login/naver',
  secret: true,
  access: 'public',
  limit: 'accounts',
  body: naverLoginInput,
  malformed: snsLoginFailedTexts.NAVER,
  answer: loginAnswer,
  run: async ({ body, ...context }) => {
    const person = await readSnsAccount(context.db, 'NAVER', body)
    return logInLinkedMember(context, person, () => signSignUpTicket(person.subject))
  },
})

export const kakaoLoginCall = call({
  method: 'POST',
  path: '/auth/login/kakao',
  secret: true,
  access: 'public',
  limit: 'accounts',
  body: kakaoLoginInput,
  malformed: snsLoginFailedTexts.KAKAO,
  answer: loginAnswer,
  run: async ({ body, ...context }) => {
    const site = await settingsIfSnsEnabled(context.db, 'KAKAO')
    const errorOf = snsLoginErrorFor('KAKAO')
    const token = body.accessToken || (await translateSnsFault(exchangeKakaoCode(kakaoApp(site), body.code), errorOf))
    const subject = await translateSnsFault(readKakaoAccountId(token), errorOf)
    return logInLinkedMember(context, { provider: 'KAKAO', subject }, async () => token)
  },
})

const snsPolicyOf = ({ ENABLE_PHONE_NUMBER, ENABLE_REFERRAL }: Settings) => ({
  phoneVerification: ENABLE_PHONE_NUMBER,
  referralsEnabled: ENABLE_REFERRAL,
})

async function naverProof(token: string): Promise<SignUpProof> {
  const ticket = await readSignUpTicket(token)
  if (!ticket) throw snsSignUpProofExpired('NAVER')
  return { person: { provider: 'NAVER', subject: ticket.subject }, ticket }
}

async function kakaoProof(token: string): Promise<SignUpProof> {
  const subject = await translateSnsFault(readKakaoAccountId(token), signUpErrorOf('KAKAO'))
  return { person: { provider: 'KAKAO', subject }, ticket: null }
}

const proofOf = { NAVER: naverProof, KAKAO: kakaoProof } as const

const registerCall = <P extends string>(provider: SnsProvider, path: P) =>
  call({
    method: 'POST',
    path,
    access: 'public',
    limit: 'accounts',
    body: snsRegisterInput,
    malformed: registerMessages.malformed,
    status: 201,
    answer: registeredMember,
    run: async ({ db, body, ...from }) => {
      const policy = snsPolicyOf(await settingsIfSnsEnabled(db, provider))
      const visit = readVisit(from)
      const member = await registerSnsMember(db, body, { policy, visit }, () => proofOf[provider](body.accessToken))
      return new Reply(member, { 'set-cookie': deviceCookie(visit) })
    },
  })

export const naverRegisterCall = registerCall('NAVER', '/auth/register/naver')

export const kakaoRegisterCall = registerCall('KAKAO', '/auth/register/kakao')

/**
 * Asks Naver or Kakao whether it accepts the keys in the settings, and stores nothing
 * (docs/contract.md#naver-and-kakao).
 */
export const checkSnsLoginCall = call({
  method: 'POST',
  path: '/api/admin/settings/sns-check',
  access: 'MANAGER',
  body: snsCheckInput,
  answer: snsCheck,
  run: async ({ db, caller, body }) => {
    takeToken('callsOut', `member:${caller.memberId}`)
    return checkSnsLogin(await settings(db), body.provider)
  },
})
