import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { guaranteeGroups } from './labels.ts'

const document = readFileSync(join(import.meta.dirname, '../../docs/guarantees.md'), 'utf8')
const rows = document.split('\n').filter((line) => line.startsWith('|'))
const guarantees = guaranteeGroups.flatMap((group) => group.guarantees)

test.each(guarantees)('“$promise”: its run stands in docs/guarantees.md, on the same day', ({ row, commit, date }) => {
  const found = rows.filter((line) => line.includes(row) && line.endsWith(`| ${commit} | ${date} |`))
  expect(found, `rows with ${row}, ${commit} and ${date}`).toHaveLength(1)
})

/**
 * The numbers in a text that have at least two digits, such as 10,000 and 2.88. The document writes single digits as
 * words.
 */
const numbersOf = (text: string): string[] => text.match(/\d[\d,.]*\d/g) ?? []

test.each(guarantees)('“$promise”: its numbers are those of the run', ({ row, commit, how, result }) => {
  const found = rows.find((line) => line.includes(row) && line.includes(`| ${commit} |`)) ?? ''
  const known = numbersOf(found.replaceAll(/\bten\b/g, '10').replaceAll('p95', '95 %'))
  for (const number of numbersOf(`${how} ${result}`)) expect(known, number).toContain(number)
})
