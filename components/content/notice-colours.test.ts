import fc from 'fast-check'
import { expect, it } from 'vitest'
import { contrast, parseHex, toHex } from '../ui/theme-colour.ts'
import { noticeColours } from './notice-colours.ts'

it('takes an empty or broken colour for none', () => {
  for (const none of ['', 'red', '#12', 'url(x)']) expect(noticeColours(none)).toBeNull()
})

it('writes in ink on pale grounds and in white on dark ones', () => {
  expect(noticeColours('#fff4e0')).toEqual({ ground: '#fff4e0', text: '#171c24' })
  expect(noticeColours('#123')).toEqual({ ground: '#112233', text: '#ffffff' })
})

it('can be read whatever colour staff choose', () => {
  fc.assert(
    fc.property(fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)), (colour) => {
      const shown = noticeColours(toHex(colour))
      const text = parseHex(shown?.text ?? '')
      expect(text && contrast(text, colour)).toBeGreaterThanOrEqual(4.5)
    }),
  )
})
