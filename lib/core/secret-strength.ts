import { deflateRawSync } from 'node:zlib'

const LEAST_CHARACTERS = 32
/** Random hexadecimal digits, 32 of them, have less in one of a million cases. */
const LEAST_BITS = 88
/** Bytes: what repeats itself becomes shorter than that. */
const LEAST_COMPRESSED = 28

/** Words of examples, and what is typed where nobody had a random value at hand. */
const sample =
  /change.?me|example|sample|placeholder|default|replace|insert|secret|password|qwerty|12345678|abcdefgh|(?:your|my)[-_ ](?:auth|app|jwt|key|long|own|random|shop|super|token|very)/i

/** Bits in a text if its characters were drawn one by one, each as often as it occurs. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= count * Math.log2(count / text.length)
  return bits
}

/** Whether most characters are a fixed step from the one before: alphabets, digits, rows of one character. */
function isSequence(text: string): boolean {
  const steps = [...text].slice(1).map((character, at) => character.charCodeAt(0) - text.charCodeAt(at))
  const even = steps.slice(1).filter((step, at) => step === steps[at]).length
  return even > steps.length / 2
}

/** What is wrong with a secret that nobody should be able to guess, or null. It can't tell a phrase from a random value. */
export function secretFault(secret: string): string | null {
  if (secret.length < LEAST_CHARACTERS) return `at least ${LEAST_CHARACTERS} random characters`
  const weak =
    sample.test(secret) ||
    isSequence(secret) ||
    entropyOf(secret) < LEAST_BITS ||
    deflateRawSync(secret).length < LEAST_COMPRESSED
  return weak ? 'too easy to guess: use the output of `openssl rand -hex 32`' : null
}
