import { deflateRawSync } from 'node:zlib'

const MIN_CHARACTERS = 32
/** Minimum entropy in bits. Of a million values of 32 random hexadecimal digits, about one has less. */
const MIN_ENTROPY_BITS = 88
/** Minimum number of bytes after compression; repetitive text compresses to less. */
const MIN_COMPRESSED_BYTES = 28

/**
 * Matches words that occur in sample values of secrets, and those that people commonly type instead of a random value.
 */
const sampleValueWord =
  /change.?me|example|sample|placeholder|default|replace|insert|secret|password|qwerty|12345678|abcdefgh|(?:your|my)[-_ ](?:auth|app|jwt|key|long|own|random|shop|super|token|very)/i

/** Shannon entropy of a text in bits, from the frequencies of its characters. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= count * Math.log2(count / text.length)
  return bits
}

/**
 * True if most characters differ from the previous one by the same step, as in alphabets, counted digits, and
 * repetitions of one character.
 */
function isSequence(text: string): boolean {
  const steps = [...text].slice(1).map((character, at) => character.charCodeAt(0) - text.charCodeAt(at))
  const equalSteps = steps.slice(1).filter((step, at) => step === steps[at]).length
  return equalSteps > steps.length / 2
}

/**
 * Reason why a secret is too weak; null if none is found. A long phrase passes, because it can't be distinguished from
 * a random value.
 */
export function secretFault(secret: string): string | null {
  if (secret.length < MIN_CHARACTERS) return `at least ${MIN_CHARACTERS} random characters`
  const isWeak =
    sampleValueWord.test(secret) ||
    isSequence(secret) ||
    entropyOf(secret) < MIN_ENTROPY_BITS ||
    deflateRawSync(secret).length < MIN_COMPRESSED_BYTES
  return isWeak ? 'too easy to guess: use the output of `openssl rand -hex 32`' : null
}
