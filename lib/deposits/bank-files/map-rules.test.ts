import { expect, test } from 'vitest'
import { findColumnMapFault, isAmountColumnABalance } from './map-rules.ts'
import { readBankLine, readBankTable, type TableColumns } from './rules.ts'

const head = ['Wann', 'Wer', 'Gutschrift', 'Belastung', 'Saldo']
const columns: TableColumns = ['at', 'name', 'amount', 'out', 'balance']
const lines = [
  '2026-11-02 09:15:07;김하나;10.000;;1.010.000',
  '2026-11-02 09:16:00;둘셋;1.234.500;;2.244.500',
  '2026-11-02 09:17:00;박지급;;5.000;2.239.500',
  '2026-11-02 09:18:00;최하나;7.000;;2.246.500',
  '2026-11-02 09:19:00;최둘;3.500;;2.250.000',
].map((line) => line.replaceAll('.', ','))
const text = ['Kontoauszug', '', head.join(';'), ...lines].join('\n')

test('headings that no bank here has are found above the first line of values, and mean nothing yet', () => {
  const table = readBankTable(text)
  expect(table).toMatchObject({ head, columns: [null, null, null, null, null], map: null })
  expect(table.lines).toHaveLength(5)
})

test('a table is read by the map for its headings, however they are spaced, and no other table is', () => {
  const map = { id: 7, headings: ['wann', 'WER ', 'Gut-schrift', 'Belastung', 'Saldo'], columns }
  const table = readBankTable(text, [{ ...map, id: 6, headings: ['Wann', 'Wer', 'Gutschrift'] }, map])
  expect(table.map?.id).toBe(7)
  expect(table.lines.map((line) => readBankLine(line, table.columns).is)).toEqual([
    ...['credit', 'credit', 'other', 'credit', 'credit'],
  ])
  expect(readBankTable(text.replace('Saldo', 'Konto'), [map]).map).toBeNull()
})

test('a map replaces what known headings mean', () => {
  const known = '거래일시,적요,보낸분/받는분,입금액(원)\n2026-11-02 09:15,김하나,타행,"10,000"'
  const headings = ['거래일시', '적요', '보낸분/받는분', '입금액(원)']
  const table = readBankTable(known, [{ id: 1, headings, columns: ['at', 'name', 'memo', 'amount'] }])
  expect(table.lines.map((line) => readBankLine(line, table.columns))).toMatchObject([
    { deposit: { name: '김하나', amount: 10_000 } },
  ])
})

test('a line with both a deposit and a withdrawal can’t be read, nor one whose withdrawal is no sum', () => {
  const both = '2026-11-02 09:15:07;김하나;10,000;500;1'
  for (const line of [both, both.replace('500', '?')]) {
    const table = readBankTable([head.join(';'), line].join('\n'))
    expect(table.lines.map((each) => readBankLine(each, columns))).toEqual([{ is: 'broken', columns: ['out'] }])
  }
})

test('a map needs moment, name and deposit, each once', () => {
  expect(findColumnMapFault(head, columns)).toBeNull()
  expect(findColumnMapFault(head, ['at', 'name', null, 'out', 'balance'])).toBe('MISSING')
  expect(findColumnMapFault(head, ['at', 'name', 'amount', 'amount', null])).toBe('TWICE')
  expect(findColumnMapFault(head, ['at', 'name', 'amount', 'direction', 'direction'])).toBeNull()
  expect(findColumnMapFault(['', '', 'Saldo'], ['at', 'name', 'amount'])).toBe('HEADLESS')
  expect(findColumnMapFault(['a', 'b', 'c'], ['at', 'name', 'amount', 'out'])).toBe('HEADLESS')
})

test.each(['잔액', '거래 후 잔액(원)', '출금액', '출금(원)', '찾으신 금액'])(
  'the column %s is never that of deposits',
  (heading) => {
    expect(findColumnMapFault(['거래일시', '내용', heading], ['at', 'name', 'amount'])).toBe('OTHER_SUM')
  },
)

test('a column that moves as a balance does is found out, whichever end the table begins with', () => {
  const balanceAsAmount: TableColumns = ['at', 'name', null, null, 'amount']
  for (const order of [lines, [...lines].reverse()]) {
    const table = readBankTable([head.join(';'), ...order].join('\n'))
    expect(isAmountColumnABalance(table.lines, balanceAsAmount)).toBe(true)
    expect(isAmountColumnABalance(table.lines, columns)).toBe(false)
  }
})
