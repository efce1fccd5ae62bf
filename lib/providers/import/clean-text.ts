const namedEntities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/**
 * Returns the character with this code. If no character has the code, returns `source`, the HTML entity as it was
 * written.
 */
function characterOf(code: number, source: string): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : source
}

const decodeOnce = (text: string): string =>
  text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));/gi, (source, hex, decimal, named) => {
    if (hex) return characterOf(Number.parseInt(hex, 16), source)
    if (decimal) return characterOf(Number(decimal), source)
    return namedEntities[String(named).toLowerCase()] ?? source
  })

/** Maximum number of times that a text is decoded: some lists escape their texts several times. */
const MAX_ESCAPE_LAYERS = 8

/** Decodes HTML entities, even if they were escaped several times, and replaces HTML tags by spaces. */
function decodeEntities(text: string): string {
  let plain = text
  for (let layer = 0; layer < MAX_ESCAPE_LAYERS; layer++) {
    const next = decodeOnce(plain).replace(/<\/?[a-z!][^<>]*>/gi, ' ')
    if (next === plain) return plain
    plain = next
  }
  return plain
}

/** Replaces letters of the mathematical alphabets (𝗕𝗼𝗹𝗱) by plain ones; circled and squared letters stay. */
const plainLetters = (text: string): string =>
  text.replace(/[\u{1d400}-\u{1d7ff}]/gu, (letter) => letter.normalize('NFKC'))

// Joiners and variation selectors are needed inside emoji sequences and flags. Anywhere else, these characters and
// those that change the writing direction only make one name look like another, so they are removed.
const invisibleCharacters =
  /(?!\u200d|\p{Variation_Selector})[\p{Cf}\p{Default_Ignorable_Code_Point}\u115f\u1160\u3164\uffa0]/gu
const flagOfTags = /\u{1f3f4}[\u{e0020}-\u{e007e}]{1,8}\u{e007f}/gu
const strayJoiner =
  /(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d|\u200d(?!\p{Extended_Pictographic})/gu
const straySelector = /(?<![\p{Extended_Pictographic}\d#*])\p{Variation_Selector}/gu

function withoutInvisible(text: string): string {
  const flags = [...text.matchAll(flagOfTags)].map(([flag]) => flag)
  return text
    .split(flagOfTags)
    .map((part) => part.replace(invisibleCharacters, '').replace(strayJoiner, '').replace(straySelector, ''))
    .map((part, at) => part + (flags[at] ?? ''))
    .join('')
}

const graphemeSegmenter = new Intl.Segmenter('ko', { granularity: 'grapheme' })

/** Cuts a text to at most `maxLength` UTF-16 code units, but never within a visible character. */
function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  let result = ''
  for (const { segment } of graphemeSegmenter.segment(text)) {
    if (result.length + segment.length > maxLength) return result.trimEnd()
    result += segment
  }
  return result
}

/**
 * Cleans a text from a provider's list for the shop: one line, without markup or invisible characters, at most
 * `maxLength` UTF-16 code units.
 */
export function cleanText(text: string, maxLength: number): string {
  const line = decodeEntities(text.slice(0, maxLength * 20).toWellFormed())
    .replace(/[\p{Cc}\p{Co}\p{Cn}\p{Zl}\p{Zp}\ufffd]/gu, ' ')
    .replace(/(\p{Mn}(?<!\p{Variation_Selector})){4,}/gu, '')
  return cutText(withoutInvisible(plainLetters(line)).replace(/\s+/gu, ' ').trim().normalize('NFC'), maxLength)
}

/** Maximum number of characters of a service's or category's name in the shop. */
const MAX_NAME_LENGTH = 200

/** The name of a service or category from a provider's list, as the shop can store it. */
export const cleanName = (text: string): string => cleanText(text, MAX_NAME_LENGTH)
