import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Functions of lib/money that write an amount in P. */
const writesP = /\b(formatPoints|pointText|signedPointText)\b/

test('no screen of members writes an amount in P, because the balance above it is in won', () => {
  const files = globSync(['components/**/*.{ts,tsx}', 'app/(shop)/**/*.tsx', 'lib/*/labels.ts']).filter(
    (file) => !/^components\/console\/|\.test\./.test(file),
  )
  expect(files.length).toBeGreaterThan(200)
  expect(files.filter((file) => writesP.test(readFileSync(file, 'utf8')))).toEqual([])
})
