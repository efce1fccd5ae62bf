import { contrastRatio, parseHex, textColourOn, toHex } from '../ui/theme-colour.ts'

/**
 * Colour of an icon on this background: white if its contrast is at least 3:1, otherwise the more readable text colour.
 */
export function iconColourOn(backgroundColor: string): string {
  const background = parseHex(backgroundColor) ?? [0, 0, 0]
  return contrastRatio([255, 255, 255], background) >= 3 ? '#ffffff' : toHex(textColourOn(background))
}
