import { decodeJwt } from 'jose'
import { afterEach, expect, test, vi } from 'vitest'
import { clock, later, minutes } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/test-members.ts'
import { lastMessageTo } from '#lib/messages/test-outbox.ts'
import { holderOfLink } from './reset-link.ts'
import { sendResetLink } from './send-reset-link.ts'
import { linkTokenOf, sentTokenTo } from './test-links.ts'

afterEach(() => void vi.restoreAllMocks())

const inMinutes = (count: number) => {
  const at = later(new Date(), minutes(count))
  vi.spyOn(clock, 'now').mockReturnValue(at)
}

test('the link stands at the public address and says its end in seconds', async () => {
  const email = 'link@example.com'
  await makeMember({ email })
  await sendResetLink(db(), email)
  expect(await lastMessageTo(email)).toMatch(
    /\nhttp:\/\/127\.0\.0\.1:3000\/reset-password\?token=[\w-]+\.[\w-]+\.[\w-]+\n/,
  )
  const { exp = 0, sub } = decodeJwt(await sentTokenTo(email))
  const left = exp - Date.now() / 1_000
  expect(left).toBeGreaterThan(1_790)
  expect(left).toBeLessThanOrEqual(1_800)
  expect(sub).toMatch(/^\d+$/)
})

test('it holds for thirty minutes', async () => {
  const member = await makeMember()
  const token = await linkTokenOf(member)
  inMinutes(29.9)
  expect(await holderOfLink(db(), token)).toMatchObject({ memberId: member.id })
  inMinutes(30.1)
  expect(await holderOfLink(db(), token)).toBeNull()
})

test('a changed token is none of ours', async () => {
  const token = await linkTokenOf(await makeMember())
  const [head, , signature] = token.split('.')
  const claims = Buffer.from(JSON.stringify({ ...decodeJwt(token), sub: '1' })).toString('base64url')
  expect(await holderOfLink(db(), [head, claims, signature].join('.'))).toBeNull()
})
