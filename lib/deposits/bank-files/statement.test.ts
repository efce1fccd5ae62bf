import { expect, test } from 'vitest'
import { readBankTable } from './rules.ts'
import { readBankStatement, statementFaultsOf } from './statement.ts'

const statementOf = (text: string, now = new Date('2026-11-30T12:00:00+09:00')) => {
  const { lines, columns } = readBankTable(text)
  return readBankStatement(lines, columns, now)
}

const head = '거래일시,적요,보낸분/받는분,출금액(원),입금액(원),잔액(원)'

test('all rows of a file are read with the balance after each, the oldest first, whichever end it begins with', () => {
  const lines = [
    '2026-11-02 09:15,타행,김하나,0,"10,000","1,010,000"',
    '2026-11-02 09:16,이체,박지급,"5,000",,"1,005,000"',
    '2026-11-02 09:17,수수료,,500,0,"1,004,500"',
  ]
  const expected = [
    { name: '김하나', memo: '타행', paidIn: 10_000, paidOut: 0, balance: 1_010_000, precision: 'MINUTE', turn: 1 },
    { name: '박지급', paidIn: 0, paidOut: 5_000, balance: 1_005_000 },
    { memo: '수수료', paidIn: 0, paidOut: 500, balance: 1_004_500 },
  ]
  expect(statementOf([head, ...lines].join('\n'))).toMatchObject(expected)
  expect(statementOf([head, ...lines.toReversed()].join('\n'))).toMatchObject(expected)
})

test('a transfer that is arranged for later is no row yet', () => {
  const lines = ['2026-11-02 09:15,타행,김하나,0,100,100', '2026-11-02 18:00,예약,박예약,50,0,50']
  const rows = statementOf([head, ...lines].join('\n'), new Date('2026-11-02T10:00:00+09:00'))
  expect(rows.map(({ name }) => name)).toEqual(['김하나'])
})

test('rows of one day without a time are put in the order by which the balances fit', () => {
  const lines = ['2026-11-02,,나,0,200,600', '2026-11-02,,가,0,300,400', '2026-11-02,,다,50,0,100']
  expect(statementOf([head, ...lines].join('\n')).map(({ name }) => name)).toEqual(['다', '가', '나'])
})

test('one column of sums holds withdrawals by its minus or by the column that says so; rows alike are counted', () => {
  const text =
    '거래일시,구분,거래금액,내용\n2026-11-02 09:15,출금,500,가\n2026-11-02 09:15,,-500,나\n2026-11-02 09:15,입금,7,다\n2026-11-02 09:15,입금,7,다'
  expect(statementOf(text)).toMatchObject([
    { name: '가', paidIn: 0, paidOut: 500, balance: null, turn: 1 },
    { name: '나', paidIn: 0, paidOut: 500 },
    { name: '다', paidIn: 7, paidOut: 0, turn: 1 },
    { name: '다', paidIn: 7, paidOut: 0, turn: 2 },
  ])
})

test('a line that moves money but can’t be read is named by its column; one that moves none is not', () => {
  const lines: [line: string, faults: string[]][] = [
    ['2026-11-02 09:15,이체,박지급,"5,000",,100', []],
    ['2026-11-02 09:15,이체,박지급,"5,00",0,100', ['out']],
    ['2026-11-02 09:15,이체,박지급,\u001a(수식),-,100', ['out']],
    ['2026-11-02 09:15,이체,박지급,0,1.000원정,100', ['amount']],
    ['2026-11-02 09:15,이체,박지급,x,y,100', ['amount', 'out']],
    ['2026-11-02 09:15,이체,박지급,5,5,100', ['out']],
    ['어제,이체,박지급,500,0,100', ['at']],
    ['2026-11-02 09:15,잔액 조회,,0,-,100', []],
    ['조회 기간 11월,,,,,', []],
    // It becomes a row once its day has come.
    ['2099-11-02 09:15,예약,박예약,500,0,100', []],
  ]
  const { lines: read, columns } = readBankTable([head, ...lines.map(([line]) => line)].join('\n'))
  expect(read.map((line) => statementFaultsOf(line, columns))).toEqual(lines.map(([, faults]) => faults))
  const rows = readBankStatement(read, columns, new Date('2100-01-01T00:00:00Z'))
  expect(rows).toHaveLength(2)
})

test('a line without moment or sum, or with both sums, is no row', () => {
  const lines = ['합계,,,0,"10,000",', '2026-11-02,,가,,,100', '2026-11-02,,가,5,5,100']
  expect(statementOf([head, ...lines].join('\n'))).toEqual([])
})
