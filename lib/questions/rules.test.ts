import { expect, test } from 'vitest'
import { dailyPictureLimits, MAX_PICTURE_BYTES, pictureTypes } from './rules.ts'

// docs/contract.md#questions

test('a picture is a PNG, a JPEG or a WebP: no SVG, which can contain a script', () => {
  expect(pictureTypes).toEqual(['image/png', 'image/jpeg', 'image/webp'])
})

test('a picture has 5 MB at most, and a day’s pictures 30 MB of a member and 300 MB of staff', () => {
  expect(MAX_PICTURE_BYTES).toBe(5_242_880)
  expect(dailyPictureLimits).toEqual({
    MEMBER: { count: 10, bytes: 31_457_280 },
    STAFF: { count: 100, bytes: 314_572_800 },
  })
})
