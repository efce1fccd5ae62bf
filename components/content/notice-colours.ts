import { contrastRatio, parseHex, type Rgb, textColourOn, toHex } from '../ui/theme-colour.ts'

const lightInk: Rgb = [0x17, 0x1c, 0x24]
const lightAmber: Rgb = [0x9a, 0x5b, 0x00]
/** Minimum contrast ratio of text by WCAG AA. */
const minReadableContrast = 4.5

export interface NoticeColours {
  readonly background: string
  readonly text: string
  readonly label: string
  /** Background in the dark theme; the text there has the theme's normal colour. */
  readonly dark: string
}

/**
 * Background of an announcement, with readable colours for its text and label. Null if `bgColor` is empty or invalid.
 */
export function computeNoticeColours(bgColor: string): NoticeColours | null {
  const background = parseHex(bgColor)
  if (!background) return null
  const text = contrastRatio(lightInk, background) >= minReadableContrast ? lightInk : textColourOn(background)
  const label = contrastRatio(lightAmber, background) >= minReadableContrast ? lightAmber : text
  return { background: toHex(background), text: toHex(text), label: toHex(label), dark: darkThemeColour(background) }
}

/** Lightness and maximum saturation of backgrounds in the dark theme, in HSL from 0 to 1. */
const DARK_LIGHTNESS = 0.13
const MAX_SATURATION = 0.55

/** A colour of the same hue, as dark as the soft backgrounds of the dark theme. Pale amber becomes dark amber. */
function darkThemeColour(colour: Rgb): string {
  const max = Math.max(...colour)
  const span = max - Math.min(...colour)
  const lightness = (2 * max - span) / 510
  const saturation = span === 0 ? 0 : span / 255 / (1 - Math.abs(2 * lightness - 1))
  const amplitude = DARK_LIGHTNESS * Math.min(saturation, MAX_SATURATION)
  const relative = (value: number) => (span === 0 ? 0 : (value - max + span) / span)
  const channel = (value: number) => 255 * (DARK_LIGHTNESS - amplitude + 2 * amplitude * relative(value))
  return toHex([channel(colour[0]), channel(colour[1]), channel(colour[2])])
}
