import { db, oneRow } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { singleton } from '#lib/core/singleton.ts'
import { SHORT_TIMEOUT_MS } from '#lib/core/testing/short-timeout.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { saveSettings } from '#lib/settings/testing/settings.ts'
import type { SnsProvider } from '../rules.ts'
import { type LoginStandIns, snsSettings, startLoginStandIns } from './login-stand-ins.ts'

const startedStandIns = (): Promise<LoginStandIns> => singleton('test-login-stand-ins', startLoginStandIns)

/**
 * Makes logins by Naver and Kakao go to stand-ins, and returns the stand-ins. The first call in a test file starts
 * them; each call sets environment and settings again, so that the shop uses them.
 */
export async function setUpLoginStandIns(): Promise<LoginStandIns> {
  const running = await startedStandIns()
  Object.assign(env(), running.env)
  await saveSettings(snsSettings(running))
  return running
}

let subjectCount = 0

/** Id of an account at Naver or Kakao that no test has used before; numeric, like all ids of Kakao. */
export const newSnsSubject = (): string => String(4_000_000_000 + ++subjectCount)

/** Creates a member to whom an account at this provider is linked. */
export async function makeSnsMember(provider: SnsProvider, wanted: Parameters<typeof makeMember>[0] = {}) {
  const member = await makeMember(wanted)
  const subject = newSnsSubject()
  await db().rows('INSERT INTO sns_links (member_id, provider, subject) VALUES ($1, $2, $3)', [
    member.id,
    provider,
    subject,
  ])
  return { ...member, subject }
}

export async function makeSignUpSource(): Promise<number> {
  const { id } = await oneRow<{ id: number }>(db(), "INSERT INTO register_wheres (text) VALUES ('검색') RETURNING id")
  return id
}

/** Runs `ask`, whose request a stand-in never answers, with a shorter timeout than the usual five seconds. */
export async function withShortTimeout<T>(ask: () => Promise<T>): Promise<T> {
  const { SNS_TIMEOUT_MS } = env()
  env().SNS_TIMEOUT_MS = SHORT_TIMEOUT_MS
  try {
    return await ask()
  } finally {
    env().SNS_TIMEOUT_MS = SNS_TIMEOUT_MS
  }
}
