import { afterEach, expect, test, vi } from 'vitest'
import { env } from './env.ts'
import { hashPassword, isPasswordCorrect } from './passwords.ts'

afterEach(() => {
  env().RATE_LIMIT_FACTOR = 1
})

const outcomesOf = (results: PromiseSettledResult<unknown>[]) =>
  results.map((result) => (result.status === 'fulfilled' ? 'done' : result.reason.code))

test('a thread that dies during the first login to an unknown account doesn’t make all later ones fail', async () => {
  const cwd = vi.spyOn(process, 'cwd').mockReturnValue('/no-such-folder')
  await expect(isPasswordCorrect('x', null)).rejects.toThrow()
  cwd.mockRestore()
  expect(await isPasswordCorrect('x', null)).toBe(false)
})

test('of 200 passwords at once 64 are hashed, the others are told when to come back, and then there is room again', async () => {
  const results = await Promise.allSettled(Array.from({ length: 200 }, () => hashPassword('right-password')))
  expect(outcomesOf(results)).toEqual([...Array(64).fill('done'), ...Array(136).fill('TOO_MANY_REQUESTS')])
  const [refused] = results.filter((result) => result.status === 'rejected')
  expect(refused?.reason).toMatchObject({ retryAfterSeconds: 4 })
  expect(await isPasswordCorrect('right-password', await hashPassword('right-password'))).toBe(true)
})

test('comparisons count in the same queue as hashing, for unknown members too', async () => {
  await isPasswordCorrect('x', null)
  const results = await Promise.allSettled(Array.from({ length: 100 }, () => isPasswordCorrect('x', null)))
  expect(outcomesOf(results)).toEqual([...Array(64).fill('done'), ...Array(36).fill('TOO_MANY_REQUESTS')])
})

test('RATE_LIMIT_FACTOR makes the queue longer', async () => {
  env().RATE_LIMIT_FACTOR = 2
  const results = await Promise.allSettled(Array.from({ length: 130 }, () => hashPassword('x')))
  expect(outcomesOf(results).filter((code) => code === 'done')).toHaveLength(128)
})
