import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanText } from './clean-text.ts'

const clean = (text: string) => cleanText(text, 300)

test.each([
  ['Views &amp;amp; Reach', 'Views & Reach'],
  ['&amp;amp;amp;lt;b&amp;amp;amp;gt;Fast', 'Fast'],
  ['A &#39;B&#x27; &quot;C&quot;', 'A \'B\' "C"'],
  ['&#0;&#1114112;&unknown;', '&#0;&#1114112;&unknown;'],
  ['\t Followers \t\r\n HQ  ', 'Followers HQ'],
  ['𝐈𝐧𝐬𝐭𝐚𝐠𝐫𝐚𝐦 𝗙𝗼𝗹𝗹𝗼𝘄𝗲𝗿𝘀 𝟏𝟎𝟎', 'Instagram Followers 100'],
  ['👨‍👩‍👧‍👦 family ❤️‍🔥 👩🏽‍🚀', '👨‍👩‍👧‍👦 family ❤️‍🔥 👩🏽‍🚀'],
  ['🇰🇷 Korea 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏳️‍🌈', '🇰🇷 Korea 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏳️‍🌈'],
  ['1️⃣ #️⃣', '1️⃣ #️⃣'],
  ['paypal\u202egnp.exe', 'paypalgnp.exe'],
  ['zero\u200bwidth\u2060\ufeff\u00ad', 'zerowidth'],
  ['joi\u200dner', 'joiner'],
  ['tag\u{e0041}\u{e007f}s', 'tags'],
  ['<script>alert(1)</script>Likes', 'alert(1) Likes'],
  ['a < b > c', 'a < b > c'],
  ['nul\u0000 bell\u0007', 'nul bell'],
  ['half \ud83d pair', 'half pair'],
  ['Z\u0300\u0301\u0302\u0303\u0304\u0305algo', 'Zalgo'],
  ['한국인', '한국인'],
  ['\u3164\u115f', ''],
])('%j reads %j', (written, read) => {
  expect(clean(written)).toBe(read)
})

test('a cut never halves what a reader sees as one', () => {
  expect(cleanText('ab👨‍👩‍👧‍👦', 5)).toBe('ab')
  expect(cleanText('🇰🇷🇰🇷', 5)).toBe('🇰🇷')
})

const anyText = fc.string({ unit: 'binary', maxLength: 400 })

test('whatever is written, one tidy line is read, and reading it again changes nothing', () => {
  fc.assert(
    fc.property(anyText, (written) => {
      const read = clean(written)
      expect(read).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\u200b\ufffd]|^\s|\s$|\s\s/u)
      expect(read.isWellFormed()).toBe(true)
      expect(read.length).toBeLessThanOrEqual(300)
      expect(clean(read)).toBe(read)
    }),
    { numRuns: 2_000 },
  )
})
