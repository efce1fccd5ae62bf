import fc from 'fast-check'
import { expect, it } from 'vitest'
import { contrastRatio, parseHex, type Rgb, toHex } from '../ui/theme-colour.ts'
import { computeNoticeColours } from './notice-colours.ts'

const darkInk: Rgb = [0xf1, 0xf3, 0xf6]
const darkAmber: Rgb = [0xf0, 0xb3, 0x54]

it('is null for an empty or invalid colour', () => {
  for (const none of ['', 'red', '#12', 'url(x)']) expect(computeNoticeColours(none)).toBeNull()
})

it('uses dark text on pale backgrounds and white text on dark ones', () => {
  expect(computeNoticeColours('#fff4e0')).toEqual({
    background: '#fff4e0',
    text: '#171c24',
    label: '#9a5b00',
    dark: '#33260f',
  })
  expect(computeNoticeColours('#123')).toEqual({
    background: '#112233',
    text: '#ffffff',
    label: '#ffffff',
    dark: '#112132',
  })
})

it('is readable whatever colour staff choose', () => {
  fc.assert(
    fc.property(fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)), (colour) => {
      const shown = computeNoticeColours(toHex(colour))
      for (const ink of [shown?.text, shown?.label]) {
        const written = parseHex(ink ?? '')
        expect(written && contrastRatio(written, colour)).toBeGreaterThanOrEqual(4.5)
      }
      const dark = parseHex(shown?.dark ?? '')
      for (const ink of [darkInk, darkAmber]) expect(dark && contrastRatio(ink, dark)).toBeGreaterThanOrEqual(4.5)
    }),
  )
})
