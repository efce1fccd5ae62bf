import { possibleFingerprints, randomCharacters } from '#lib/core/crypto.ts'
import { type Database, oneRow } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { tooManyRequests } from '#lib/core/limits.ts'
import { queueMessage, queueTemplate } from '#lib/messages/queue-message.ts'
import { verificationCodeMessage } from './labels.ts'
import { type VerificationChannel, verificationCodeRules } from './rules.ts'

type Code = { channel: VerificationChannel; target: string; code: string }

/**
 * Hashes under which a code may be stored, one for each valid AUTH_SECRET. A new code is stored under the first hash.
 */
export const verificationCodeHashes = ({ channel, target, code }: Code): Buffer[] =>
  possibleFingerprints('verification-code', `${channel}:${target}:${code}`)

/**
 * `sinceLast`: seconds since the last code was sent to the target. `today`: number of codes in the last 24 hours.
 * `secondsLeft`: seconds until the oldest of these is a day old.
 */
type RecentCodeUsage = { sinceLast: number | null; today: number; secondsLeft: number }

/**
 * Sends a verification code to an e-mail address or phone number through the outbox. Requests for the same target run
 * one after the other, so that concurrent requests can't exceed the limits.
 * @throws TOO_MANY_REQUESTS within a minute of the last code, or after 5 (times RATE_LIMIT_FACTOR) codes within a day
 */
export async function sendCode(
  db: Database,
  { channel, target }: { channel: VerificationChannel; target: string },
): Promise<void> {
  const code = randomCharacters(verificationCodeRules.digits, '0123456789')
  await db.transaction(async (tx) => {
    await tx.rows('SELECT pg_advisory_xact_lock(hashtext($1))', [`code:${channel}:${target}`])
    const recent = await oneRow<RecentCodeUsage>(
      tx,
      `SELECT extract(epoch FROM clock_timestamp() - max(created_at))::float8 AS since_last,
              (count(*) FILTER (WHERE created_at > now() - interval '1 day'))::int AS today,
              coalesce(ceil(extract(epoch FROM interval '1 day'
                + min(created_at) FILTER (WHERE created_at > now() - interval '1 day') - now())), 0)::int AS seconds_left
       FROM verification_codes WHERE channel = $1 AND target = $2`,
      [channel, target],
    )
    const wait = verificationCodeRules.spacingMs / 1_000 - (recent.sinceLast ?? Number.POSITIVE_INFINITY)
    if (wait > 0) throw tooManyRequests(Math.ceil(wait))
    if (recent.today >= verificationCodeRules.aDay * env().RATE_LIMIT_FACTOR) throw tooManyRequests(recent.secondsLeft)
    await tx.rows(
      `INSERT INTO verification_codes (channel, target, code_hash, expires_at)
       VALUES ($1, $2, $3, now() + $4 * interval '1 millisecond')`,
      [channel, target, verificationCodeHashes({ channel, target, code })[0], verificationCodeRules.lifeMs],
    )
    const { subject, body } = verificationCodeMessage
    const common = { to: target, subject, life: verificationCodeRules.lifeMs }
    if (channel === 'EMAIL') await queueMessage(tx, { channel, ...common, body: body(code) })
    else await queueTemplate(tx, { ...common, template: 'CODE', values: { 인증번호: code }, memberId: null })
  })
}
