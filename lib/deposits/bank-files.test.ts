import { describe, expect, test } from 'vitest'
import { bankFiles } from './bank-files/testing/bank-files.ts'
import { readDepositsFromCsv } from './read-deposits-from-csv.ts'

describe.each(bankFiles)('a file of $bank', ({ head, credits, withdrawal, at }) => {
  const above = ['계좌별 거래내역', '', '계좌번호,123-456-789', '조회기간,2026.11.01 ~ 2026.11.02', '']
  const csv = (...lines: string[]) => [...above, head, ...lines].join('\r\n')

  test('has its credits with name, sum and moment', () => {
    for (const text of [csv(...credits), `\ufeff${csv(...credits)}`, `${csv(...credits)}\r\n\r\n`])
      expect(readDepositsFromCsv(text)).toMatchObject([
        { name: '김하나', amount: 10_000, at },
        { name: '(주)둘셋', amount: 1_234_500 },
      ])
  })

  test('has no withdrawal among them', () => {
    expect(readDepositsFromCsv(csv(credits[0], withdrawal, credits[1]))).toHaveLength(2)
  })

  test('imported twice has the same deposits, and two equal lines are two', () => {
    const once = readDepositsFromCsv(csv(...credits))
    expect(readDepositsFromCsv(csv(...credits))).toEqual(once)
    const repeated = readDepositsFromCsv(csv(credits[0], credits[0]))
    expect(new Set(repeated.map(({ externalId }) => externalId)).size).toBe(2)
    expect(repeated[0]?.externalId).toBe(once[0]?.externalId)
  })

  test('names the line that cannot be read: one without a name, or with a sum that is none', () => {
    const nameless = credits[1].replace('(주)둘셋', '')
    const sumless = credits[1].replace('1,234,500', '12만')
    for (const line of [nameless, sumless])
      expect(() => readDepositsFromCsv(csv(credits[0], line))).toThrow(`${above.length + 3}번째 줄을 읽을 수 없어요.`)
  })
})
