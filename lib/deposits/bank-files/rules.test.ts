import { expect, test } from 'vitest'
import { readBankLine, readBankTable } from './rules.ts'

test('of a line that is nothing but marks no more cells are read than any bank has columns', () => {
  expect(readBankTable(`${','.repeat(250_000)}x`).lines[0]?.cells).toHaveLength(200)
  expect(readBankTable(`${'\t'.repeat(250_000)}x`).lines[0]?.cells).toHaveLength(200)
})

test('a quoted cell after empty ones between tabs stays in its column', () => {
  expect(readBankTable('1\t\t"홍길동"\t\t"1,000"').lines[0]?.cells).toEqual(['1', '', '홍길동', '', '1,000'])
})

/**
 * How each line is read of a table that has one column of amounts, all without a sign, and a column that says which way
 * the money went.
 */
function readLines(heading: string, words: readonly string[]): string[] {
  const lines = words.map((word) => `2026-11-02 09:15:07,${word},"10,000",김하나`)
  const table = readBankTable([`거래일시,${heading},거래금액,내용`, ...lines].join('\n'))
  return table.lines.map((line) => {
    const read = readBankLine(line, table.columns)
    return read.is === 'other' && read.isWithdrawal ? 'withdrawal' : read.is
  })
}

test.each(['구분', '거래구분', '거래유형', '입/출금 구분', '입출금', '유형'])(
  'where sums have no sign, the column %s tells withdrawals from deposits',
  (heading) => {
    const withdrawals = ['출금', ' 출 금 ', '(출금)', '출', '지급', '인출', '체크카드출금', '출금이체', 'Withdrawal']
    expect(readLines(heading, withdrawals)).toEqual(withdrawals.map(() => 'withdrawal'))
    const credits = ['입금', '', '대체', '이자지급', '출금취소', '1', '입출금']
    expect(readLines(heading, credits)).toEqual(credits.map(() => 'credit'))
  },
)

test('of several columns of directions any may say that a line is a withdrawal', () => {
  const table = readBankTable(
    '거래일시,구분,거래구분,금액,내용\n2026-11-02 09:15,1,출금,5000,김하나\n2026-11-02 09:15,출금,,5000,김하나',
  )
  expect(table.lines.map((line) => readBankLine(line, table.columns))).toEqual([
    { is: 'other', isWithdrawal: true },
    { is: 'other', isWithdrawal: true },
  ])
})

test('a depositor who calls himself 출금 is a depositor, and the fields of the hook have no directions', () => {
  const table = readBankTable('거래일시,구분,금액,내용\n2026-11-02 09:15,입금,5000,출금')
  expect(table.lines.map((line) => readBankLine(line, table.columns).is)).toEqual(['credit'])
  const bare = readBankTable('1,출금,5000,2026-11-02T09:15:00+09:00,출금')
  expect(bare.lines.map((line) => readBankLine(line, bare.columns).is)).toEqual(['credit'])
})
