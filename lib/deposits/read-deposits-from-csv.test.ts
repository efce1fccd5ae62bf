import { expect, test } from 'vitest'
import { depositsAsCsv } from './bank-files/rules.ts'
import { readDepositsFromCsv } from './read-deposits-from-csv.ts'

const firstCredit = {
  externalId: 'A-1',
  name: '홍길동',
  amount: 10_000,
  at: '2026-11-21T09:30:00+09:00',
  precision: 'EXACT',
} as const

test.each([
  ['the hook’s order', 'A-1,홍길동,10000,2026-11-21 09:30:00'],
  ['headings in any order', '거래일시,입금액,입금자명,거래번호\n2026.11.21 09:30:00,"10,000",홍길동,A-1'],
  ['tabs, as pasted', 'A-1\t홍길동\t10,000원\t2026/11/21 09:30:00\r\n\r\n'],
  [
    'semicolons, quotes and a byte order mark',
    '\ufeffexternalId;name;amount;at\n"A-1";"홍길동";"10000.00";"2026-11-21T09:30:00+09:00"',
  ],
  [
    'a bank’s title above, withdrawals between, day and time apart',
    '거래내역조회\n계좌번호: 123-456,,,,,\n거래일자,거래시간,적요,보낸분/받는분,출금액(원),입금액(원),거래번호\n' +
      '20261121,093000,타행,홍길동,0,"10,000",A-1\n2026.11.21,10:00:00,카드,편의점,"5,000",0,A-2',
  ],
  ['columns nobody asked for', '번호,거래번호,내용,맡기신금액,잔액,거래일시\n1,A-1,홍길동,10000,5,2026-11-21 09:30:00'],
])('a table with %s', (_, csv) => {
  expect(readDepositsFromCsv(csv)).toEqual([firstCredit])
})

test('a quoted cell keeps its comma and its quote', () => {
  expect(readDepositsFromCsv('A-1,"(주)홍, ""길동""",10000,2026-11-21 09:30')[0]?.name).toBe('(주)홍, "길동"')
})

test('without numbers the same page twice has the same ids, and two alike on a page are two', () => {
  const page = '입금자,금액,일시\n홍길동,10000,2026-11-21 09:30\n홍길동,10000,2026-11-21 09:30\n'
  const ids = readDepositsFromCsv(page).map(({ externalId }) => externalId)
  expect(new Set(ids).size).toBe(2)
  expect(readDepositsFromCsv(page).map(({ externalId }) => externalId)).toEqual(ids)
})

test.each([
  ['A-1,홍길동,만원,2026-11-21 09:30', 1],
  ['A-1,홍길동,10000,2026-11-21 09:30\nA-2,,10000,2026-11-21 09:30', 2],
  ['A-1,홍길동,10000,2026-13-41 09:30', 1],
  ['A-1,홍길동,-1,2026-11-21 09:30', 1],
  ['이름만', 1],
])('%j can’t be read: it says line %i', (csv, line) => {
  expect(() => readDepositsFromCsv(csv)).toThrow(`${line}번째 줄`)
})

test.each([
  ['2026-11-21', 'DAY', '2026-11-21T00:00:00+09:00'],
  ['20261121', 'DAY', '2026-11-21T00:00:00+09:00'],
  ['2026.1.5 9:05', 'MINUTE', '2026-01-05T09:05:00+09:00'],
  ['2026-11-21 오후 7:05:09', 'EXACT', '2026-11-21T19:05:09+09:00'],
  ['2026-11-21 오전 12:05', 'MINUTE', '2026-11-21T00:05:00+09:00'],
  ['2026. 11. 21. 19:05', 'MINUTE', '2026-11-21T19:05:00+09:00'],
  ['2026-11-21T09:00+09:00', 'MINUTE', '2026-11-21T09:00:00+09:00'],
  ['2026-11-21T09:00:00+09:00', 'EXACT', '2026-11-21T09:00:00+09:00'],
  ['2026-11-21T00:30Z', 'MINUTE', '2026-11-21T00:30:00Z'],
])('%s is known to the %s, also after a browser read it', (text, precision, at) => {
  const read = readDepositsFromCsv(`A-1,홍길동,10000,${text}`)
  expect(read[0]).toMatchObject({ at, precision })
  expect(readDepositsFromCsv(depositsAsCsv(read))).toEqual(read)
})

test('what a browser read goes over as a table, and comes out as it was', () => {
  const credits = [
    { ...firstCredit, name: '(주)홍, "길동"' },
    { ...firstCredit, externalId: 'A-2', name: '=1+1' },
  ]
  expect(readDepositsFromCsv(depositsAsCsv(credits))).toEqual(credits)
})

test('more than a thousand at once are refused', () => {
  const line = (at: number) => `A-${at},홍길동,10000,2026-11-21 09:30`
  const table = (lines: number) => Array.from({ length: lines }, (_, at) => line(at)).join('\n')
  expect(readDepositsFromCsv(table(1_000))).toHaveLength(1_000)
  expect(() => readDepositsFromCsv(table(1_001))).toThrow('1,000건')
})
