import { db } from '#lib/core/db.ts'
import { lastCodeTo } from '#lib/messages/testing/outbox.ts'
import type { VerificationChannel } from '#lib/verification/rules.ts'
import { sendCode } from '#lib/verification/send-code.ts'

/** Sends a verification code to this e-mail address or phone number, and returns it. */
export async function sendCodeAndRead(channel: VerificationChannel, target: string): Promise<string> {
  await sendCode(db(), { channel, target })
  return lastCodeTo(target)
}
