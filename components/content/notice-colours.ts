import { contrast, parseHex, textOn, toHex } from '../ui/theme-colour.ts'

const ink = parseHex('#171c24')

/** A notice's ground and the text that can be read on it; null for no colour, or one that isn't. */
export function noticeColours(bgColor: string): { ground: string; text: string } | null {
  const ground = parseHex(bgColor)
  if (!ground) return null
  const text = ink && contrast(ink, ground) >= 4.5 ? ink : textOn(ground)
  return { ground: toHex(ground), text: toHex(text) }
}
