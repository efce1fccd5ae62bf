import { beforeEach, expect, test } from 'vitest'
import { currentProofToken, type ReauthProof, registerReauthPrompt, requestNewProof } from './reauth.ts'

const fiveMinutes = 5 * 60_000
const proof = (token: string): ReauthProof => ({ token, expiresAt: new Date(Date.now() + fiveMinutes).toISOString() })

/** Discards the proof that an earlier test obtained. */
beforeEach(() => requestNewProof(currentProofToken()))

test('without a registered prompt there is no proof', async () => {
  expect(await requestNewProof(null)).toBeNull()
  expect(currentProofToken()).toBeNull()
})

test('calls refused at the same time share one prompt, and a later call gets the same proof', async () => {
  let promptCount = 0
  const unregister = registerReauthPrompt(async () => proof(`proof ${++promptCount}`))
  expect(await Promise.all([requestNewProof(null), requestNewProof(null)])).toEqual(['proof 1', 'proof 1'])
  expect(await requestNewProof(null)).toBe('proof 1')
  expect(currentProofToken()).toBe('proof 1')
  unregister()
})

test('a proof is forgotten after its five minutes, or when the server refuses it', async () => {
  let promptCount = 0
  const unregister = registerReauthPrompt(async () => proof(`proof ${++promptCount}`))
  const first = await requestNewProof(null)
  expect(await requestNewProof(first)).toBe('proof 2')
  expect(currentProofToken(Date.now() + fiveMinutes + 1)).toBeNull()
  unregister()
})

test('a user who closes the prompt is asked again the next time', async () => {
  const answers = [null, proof('at last')]
  const unregister = registerReauthPrompt(async () => answers.shift() ?? null)
  expect(await requestNewProof(null)).toBeNull()
  expect(await requestNewProof(null)).toBe('at last')
  unregister()
})
