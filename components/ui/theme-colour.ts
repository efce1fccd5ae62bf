// Derives the accent colours of both themes from the setting SITE_MAIN_COLOR. Whatever colour staff choose, text on the
// accent colour and text in the accent colour have a contrast of at least 4.5:1.

export type Rgb = readonly [number, number, number]

/** Colours of a theme, as `#rrggbb`; the accent is `main`. */
export interface ThemeColours {
  readonly main: string
  readonly mainHover: string
  /** Accent colour of text on the theme's backgrounds. */
  readonly mainText: string
  /** Text colours on `main` and `mainHover`. */
  readonly onMain: string
  readonly onMainHover: string
}

/** Background colours on which text in the accent colour appears, as in tokens.css. */
export const lightBackgrounds = { card: '#ffffff', page: '#f3f4f6', sunken: '#f7f8fa' } as const
export const darkBackgrounds = { card: '#171b22', page: '#0e1116', sunken: '#1d222b' } as const

export const defaultMainColour = '#2563eb'
const minReadableContrast = 4.5

/** Reads `#rgb` or `#rrggbb`; null for any other text, so that an invalid setting falls back to the default. */
export function parseHex(text: string): Rgb | null {
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(text.trim())
  const hex = short ? `#${short[1]}${short[1]}${short[2]}${short[2]}${short[3]}${short[3]}` : text.trim()
  const match = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(hex)
  if (!match) return null
  return [channelOfHex(match[1]), channelOfHex(match[2]), channelOfHex(match[3])]
}

const channelOfHex = (hex = '0') => Number.parseInt(hex, 16)

export function toHex(colour: Rgb): string {
  return `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}

/** Mixes two colours as CSS `color-mix(in srgb, colour share, other)` does; `share` from 0 to 1. */
export function mixColours(colour: Rgb, other: Rgb, share: number): Rgb {
  const blend = (a: number, b: number) => a * share + b * (1 - share)
  return [blend(colour[0], other[0]), blend(colour[1], other[1]), blend(colour[2], other[2])]
}

/** WCAG relative luminance, 0 to 1. */
function luminance(colour: Rgb): number {
  const linear = (part: number) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4)
  return 0.2126 * linear(colour[0]) + 0.7152 * linear(colour[1]) + 0.0722 * linear(colour[2])
}

/** WCAG contrast ratio, 1 to 21. */
export function contrastRatio(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

const black: Rgb = [0, 0, 0]
const white: Rgb = [255, 255, 255]

/**
 * Text colour for a background: white if its contrast is 4.5 or more, otherwise black. One of the two always reaches
 * 4.5.
 */
export function textColourOn(background: Rgb): Rgb {
  return contrastRatio(white, background) >= minReadableContrast ? white : black
}

/**
 * Moves a colour towards black or white in steps of 2 % until it is readable on all backgrounds that `backgroundsOf`
 * returns for it.
 */
function shiftUntilReadable(colour: Rgb, towards: Rgb, backgroundsOf: (candidate: Rgb) => readonly Rgb[]): Rgb {
  for (let share = 1; share > 0; share -= 0.02) {
    const candidate = roundChannels(mixColours(colour, towards, share))
    if (backgroundsOf(candidate).every((background) => contrastRatio(candidate, background) >= minReadableContrast))
      return candidate
  }
  return towards
}

const roundChannels = (colour: Rgb): Rgb => [Math.round(colour[0]), Math.round(colour[1]), Math.round(colour[2])]
const parseBackgrounds = (backgrounds: Readonly<Record<string, string>>) =>
  Object.values(backgrounds).map((hex) => parseHex(hex) ?? white)

function themeColoursOf(main: Rgb, hover: Rgb, text: Rgb): ThemeColours {
  return {
    main: toHex(main),
    mainHover: toHex(hover),
    mainText: toHex(text),
    onMain: toHex(textColourOn(main)),
    onMainHover: toHex(textColourOn(roundChannels(hover))),
  }
}

/**
 * Colours of the light theme. The accent is the chosen colour; only text in the accent colour is darkened until it is
 * readable. The hover colour is 20 % darker (docs/product.md#theme).
 */
export function lightThemeColours(main: Rgb): ThemeColours {
  const soft = mixColours(main, parseHex(lightBackgrounds.card) ?? white, 0.09)
  const text = shiftUntilReadable(main, black, () => [...parseBackgrounds(lightBackgrounds), soft])
  return themeColoursOf(main, mixColours(main, black, 0.8), text)
}

/**
 * Colours of the dark theme. The accent is the chosen colour, lightened until text in it is readable on the dark
 * backgrounds and on a soft background of the same colour. The hover colour is 20 % darker, as in the light theme.
 */
export function darkThemeColours(chosen: Rgb): ThemeColours {
  const card = parseHex(darkBackgrounds.card) ?? black
  const main = shiftUntilReadable(chosen, white, (candidate) => [
    ...parseBackgrounds(darkBackgrounds),
    mixColours(candidate, card, 0.16),
  ])
  return themeColoursOf(main, mixColours(main, black, 0.8), main)
}

const cssDeclarations = (theme: ThemeColours) =>
  `--main:${theme.main};--main-hover:${theme.mainHover};--main-text:${theme.mainText};--on-main:${theme.onMain};--on-main-hover:${theme.onMainHover}`

/**
 * CSS for a page's head. Empty if the setting is invalid, or if it is the default colour, which tokens.css already
 * contains.
 */
export function themeStyle(setting: string | null | undefined): string {
  const main = parseHex(setting ?? '')
  if (!main || toHex(main) === defaultMainColour) return ''
  return `html:root{${cssDeclarations(lightThemeColours(main))}}@media screen{html[data-theme='dark']{${cssDeclarations(darkThemeColours(main))}}}`
}
