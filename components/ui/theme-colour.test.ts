import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  contrastRatio,
  darkBackgrounds,
  darkThemeColours,
  defaultMainColour,
  lightBackgrounds,
  lightThemeColours,
  mixColours,
  parseHex,
  type Rgb,
  themeStyle,
} from './theme-colour.ts'

const rgb = (hex: string): Rgb => {
  const colour = parseHex(hex)
  if (!colour) throw new Error(`not a colour: ${hex}`)
  return colour
}
const anyColour = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255))

describe('the main colour', () => {
  it('is read as #rgb and #rrggbb and nothing else', () => {
    expect(parseHex('#2563EB')).toEqual([37, 99, 235])
    expect(parseHex(' #fa0 ')).toEqual([255, 170, 0])
    for (const broken of ['', 'red', '#12', '#12345', '#1234567', 'rgb(1,2,3)', '#ggg'])
      expect(parseHex(broken)).toBeNull()
  })

  it('keeps 4.5:1 for the text on it, resting and hovered, in both themes, whatever colour staff choose', () => {
    fc.assert(
      fc.property(anyColour, (main) => {
        for (const theme of [lightThemeColours(main), darkThemeColours(main)]) {
          expect(contrastRatio(rgb(theme.onMain), rgb(theme.main))).toBeGreaterThanOrEqual(4.5)
          expect(contrastRatio(rgb(theme.onMainHover), rgb(theme.mainHover))).toBeGreaterThanOrEqual(4.5)
        }
      }),
    )
  })

  it('keeps 4.5:1 where it is text, on every background and on its own soft one', () => {
    fc.assert(
      fc.property(anyColour, (main) => {
        const light = lightThemeColours(main)
        const dark = darkThemeColours(main)
        for (const background of Object.values(lightBackgrounds))
          expect(contrastRatio(rgb(light.mainText), rgb(background))).toBeGreaterThanOrEqual(4.5)
        for (const background of Object.values(darkBackgrounds))
          expect(contrastRatio(rgb(dark.mainText), rgb(background))).toBeGreaterThanOrEqual(4.5)
        expect(
          contrastRatio(rgb(light.mainText), mixColours(main, rgb(lightBackgrounds.card), 0.09)),
        ).toBeGreaterThanOrEqual(4.5)
        expect(
          contrastRatio(rgb(dark.mainText), mixColours(rgb(dark.main), rgb(darkBackgrounds.card), 0.16)),
        ).toBeGreaterThanOrEqual(4.5)
      }),
    )
  })

  it('is 20 % darker when hovered', () => {
    expect(lightThemeColours(rgb('#ff8000')).mainHover).toBe('#cc6600')
    expect(darkThemeColours(rgb('#ff8000')).mainHover).toBe('#cc6600')
  })

  it('has black text on yellow and white text on navy', () => {
    expect(lightThemeColours(rgb('#fee500')).onMain).toBe('#000000')
    expect(lightThemeColours(rgb('#102a6b')).onMain).toBe('#ffffff')
  })

  it('writes no style for the default colour or a broken one', () => {
    expect(themeStyle(defaultMainColour)).toBe('')
    expect(themeStyle(null)).toBe('')
    expect(themeStyle('</style><script>')).toBe('')
    expect(themeStyle('#e11d48')).toMatch(/^html:root\{--main:#e11d48;.*html\[data-theme='dark'\]\{--main:#/)
  })
})

describe('tokens.css', () => {
  const css = readFileSync(new URL('../../app/tokens.css', import.meta.url), 'utf8')
  const themes = [css.slice(css.indexOf(':root'), css.indexOf('[data-theme')), css.slice(css.indexOf('[data-theme'))]
  const token = (theme: string, name: string) => rgb(new RegExp(`--${name}: (#[\\da-f]+);`).exec(theme)?.[1] ?? '')

  it('reads at 4.5:1 in every pair of text and background that the screens use', () => {
    for (const theme of themes) {
      for (const text of ['ink', 'ink-2', 'ink-3'])
        for (const background of ['page', 'card', 'sunken'])
          expect(
            contrastRatio(token(theme, text), token(theme, background)),
            `${text} on ${background}`,
          ).toBeGreaterThanOrEqual(4.5)
      for (const state of ['good', 'warn', 'bad'])
        for (const background of [`${state}-soft`, 'card'])
          expect(
            contrastRatio(token(theme, state), token(theme, background)),
            `${state} on ${background}`,
          ).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('has the same backgrounds as the constants that the accent is measured against', () => {
    for (const [name, hex] of Object.entries(lightBackgrounds)) expect(token(themes[0] ?? '', name)).toEqual(rgb(hex))
    for (const [name, hex] of Object.entries(darkBackgrounds)) expect(token(themes[1] ?? '', name)).toEqual(rgb(hex))
  })
})
