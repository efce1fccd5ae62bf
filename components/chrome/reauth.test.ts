import { beforeEach, expect, test } from 'vitest'
import { heldProof, newProof, offerToAsk, type Proof } from './reauth.ts'

const fiveMinutes = 5 * 60_000
const proof = (token: string): Proof => ({ token, expiresAt: new Date(Date.now() + fiveMinutes).toISOString() })

/** Discards the proof that an earlier test obtained. */
beforeEach(() => newProof(heldProof()))

test('where nobody asks for the password there is no proof', async () => {
  expect(await newProof(null)).toBeNull()
  expect(heldProof()).toBeNull()
})

test('calls refused side by side ask once, and a later one takes what they brought', async () => {
  let asked = 0
  const stop = offerToAsk(async () => proof(`proof ${++asked}`))
  expect(await Promise.all([newProof(null), newProof(null)])).toEqual(['proof 1', 'proof 1'])
  expect(await newProof(null)).toBe('proof 1')
  expect(heldProof()).toBe('proof 1')
  stop()
})

test('a proof is forgotten after its five minutes, or when the server refuses it', async () => {
  let asked = 0
  const stop = offerToAsk(async () => proof(`proof ${++asked}`))
  const first = await newProof(null)
  expect(await newProof(first)).toBe('proof 2')
  expect(heldProof(Date.now() + fiveMinutes + 1)).toBeNull()
  stop()
})

test('who closes the question is asked again the next time', async () => {
  const answers = [null, proof('at last')]
  const stop = offerToAsk(async () => answers.shift() ?? null)
  expect(await newProof(null)).toBeNull()
  expect(await newProof(null)).toBe('at last')
  stop()
})
