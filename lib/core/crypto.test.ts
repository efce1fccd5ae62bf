import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decrypt, deriveKey, encrypt, fingerprint, isSameBytes, randomCharacters } from './crypto.ts'

const anyText = fc.string({ unit: 'grapheme', maxLength: 200 })

test('a text is decrypted with the key of its purpose only, and is never encrypted to the same bytes twice', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const sealed = encrypt('test', text)
      expect(decrypt('test', sealed)).toBe(text)
      expect(encrypt('test', text).equals(sealed)).toBe(false)
      expect(() => decrypt('another', sealed)).toThrow()
    }),
  )
})

test('one changed bit anywhere is noticed', () => {
  fc.assert(
    fc.property(anyText, fc.nat(), fc.integer({ min: 0, max: 7 }), (text, at, bit) => {
      const sealed = encrypt('test', text)
      const spot = at % sealed.length
      sealed[spot] = (sealed[spot] ?? 0) ^ (1 << bit)
      expect(() => decrypt('test', sealed)).toThrow()
    }),
  )
})

test('a fingerprint is the same for the same text and purpose only', () => {
  expect(fingerprint('a', 'x')).toEqual(fingerprint('a', 'x'))
  expect(fingerprint('a', 'x')).not.toEqual(fingerprint('b', 'x'))
  expect(fingerprint('a', 'x')).not.toEqual(fingerprint('a', 'y'))
  expect(deriveKey('a')).not.toEqual(deriveKey('b'))
})

test('bytes are the same only when all of them are', () => {
  expect(isSameBytes(Buffer.from('ab'), Buffer.from('ab'))).toBe(true)
  expect(
    [Buffer.from('ac'), Buffer.from('abc'), Buffer.from('')].some((other) => isSameBytes(Buffer.from('ab'), other)),
  ).toBe(false)
})

test('random characters have their length and alphabet, and each comes about as often as another', () => {
  const counts = new Map<string, number>()
  for (const character of randomCharacters(50_000, '0123456789'))
    counts.set(character, (counts.get(character) ?? 0) + 1)
  expect([...counts.keys()].toSorted().join('')).toBe('0123456789')
  for (const count of counts.values()) expect(Math.abs(count - 5_000)).toBeLessThan(500)
  expect(randomCharacters(40)).toMatch(/^[A-Za-z0-9]{40}$/)
})
