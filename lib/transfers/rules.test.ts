import { describe, expect, test } from 'vitest'
import { findBank } from './bank-codes.ts'
import { transferBanks } from './labels.ts'
import {
  isUsableHolderName,
  judgeResultLines,
  parseResultTable,
  parseTransferResult,
  type RefundInTransferFile,
  type ResultLine,
} from './rules.ts'
import { makeTransferSheet } from './transfer-sheet.ts'

test.each([
  ['국민', '004'],
  ['KB 국민은행', '004'],
  ['ＫＢ국민', '004'],
  ['신한은행', '088'],
  ['NH농협', '011'],
  ['카카오뱅크', '090'],
  ['카카오 뱅크', '090'],
  ['토스', '092'],
  ['K뱅크', '089'],
  ['케이뱅크', '089'],
  ['iM뱅크', '031'],
  ['새마을금고', '045'],
  ['우체국', '071'],
  ['하나저축은행', undefined],
  ['은행', undefined],
  ['', undefined],
])('%s is the bank %s', (text, code) => {
  expect(findBank(text)?.code).toBe(code)
})

test.each([
  ['정상', 'SENT'],
  ['완료', 'SENT'],
  ['정상 입금', 'SENT'],
  ['송금 완료', 'SENT'],
  ['(정상)', 'SENT'],
  ['[이체]-성공.', 'SENT'],
  ['처리/완료_', 'SENT'],
  ['이체·성공', 'SENT'],
  ['이체입금', null],
  ['정상 예정', null],
  ['정상아님', null],
  ['정상처리', 'SENT'],
  ['이체 완료', 'SENT'],
  ['처리완료', 'SENT'],
  ['성공', 'SENT'],
  ['계좌오류', 'FAILED'],
  ['비정상', 'FAILED'],
  ['이체불능', 'FAILED'],
  ['정상처리불가', 'FAILED'],
  ['처리중', null],
  ['예약완료', null],
  ['예약', null],
  ['처리', null],
  ['미완료', null],
  ['', null],
])('the result %s is %s', (text, result) => {
  expect(parseTransferResult(text)).toBe(result)
})

test('names that a spreadsheet would evaluate, or that no bank takes, are no holders', () => {
  for (const name of [
    '홍길동',
    '(주)한국상사',
    '（주）한국',
    '㈜한국',
    "Hong Gil-dong O'",
    '김철수(환불)',
    '3M&A·B,C.',
    'e\u0301',
  ])
    expect([name, isUsableHolderName(name)]).toEqual([name, true])
  for (const name of [
    '=1+1',
    '+82',
    '-1',
    '@sum',
    ' 홍',
    '홍\n길동',
    '홍길동\n',
    '홍\t길동',
    '',
    '"홍"',
    '홍;길',
    '\u0301e',
  ])
    expect([name, isUsableHolderName(name)]).toEqual([name, false])
  expect([isUsableHolderName('a'.repeat(50)), isUsableHolderName('a'.repeat(51))]).toEqual([true, false])
})

test('a result is read below its title, with separators, apostrophes and dashes, and without a column of names', () => {
  const text =
    '대량이체 결과\n출금계좌,123\n\n*입금은행,*입금계좌,*입금액,결과\n국민,\'001-234,"1,234,567",정상\n합계,,"1,234,567",\n'
  expect(parseResultTable(text)).toEqual([
    { line: 5, account: '001234', won: 1_234_567, name: null, result: 'SENT' },
    { line: 6, account: '', won: 1_234_567, name: null, result: null },
  ])
  expect(parseResultTable('입금계좌번호\t금액\n1\t2')).toBeNull()
})

test('우리 and 하나 get .xls, the other banks .xlsx', () => {
  const banksOf = (wanted: string) => transferBanks.filter((bank) => makeTransferSheet(bank, []).format === wanted)
  expect(banksOf('xls').toSorted()).toEqual(['HANA', 'WOORI'])
  expect(banksOf('xlsx')).toHaveLength(transferBanks.length - 2)
})

test('every bank’s form has account as text, sum as number, and codes with their zeros', () => {
  const transfer = {
    refundId: 7,
    bank: { code: '004', name: '국민은행' },
    account: '00123',
    won: 5_000,
    name: '홍길동',
  }
  for (const bank of transferBanks) {
    const { rows } = makeTransferSheet(bank, [transfer])
    const cells = rows.at(-1) ?? []
    expect([bank, cells.includes('00123'), cells.includes(5_000)]).toEqual([bank, true, true])
    expect([bank, cells.includes('004') || cells.some((cell) => String(cell).startsWith('국민'))]).toEqual([bank, true])
    if (rows.length > 1) expect(rows[0]).toHaveLength(cells.length)
  }
})

// Each line is the headings of one table: account, amount, holder, result.
test.each([
  ['입금계좌번호', '이체금액', '예금주명', '처리결과'],
  ['입금계좌', '입금액', '예금주성명', '이체결과'],
  ['받는 계좌번호', '입금금액(원)', '예금주', '결과'],
  ['받는계좌', '처리 금액', '실예금주', '처리상태'],
  ['수취계좌번호', '이체요청금액', '받는분', '이체상태'],
  ['상대계좌번호', '금액', '받는분성명', '상태'],
  ['*계좌번호', '금액', '수취인', '처리내용'],
  ['계좌', '금액', '수취인명', '결과내용'],
  ['계좌', '*금액', '수취인성명', '오류여부'],
])('a result is read by the headings %s, %s, %s and %s', (...headings) => {
  expect(parseResultTable(`${headings.join('\t')}\n110-234 567\t5,000원\t홍길동\t정상`)).toEqual([
    { line: 2, account: '110234567', won: 5_000, name: '홍길동', result: 'SENT' },
  ])
})

test('of several accounts the one that was paid counts, and of several amounts the one that was transferred', () => {
  const text = '계좌번호,입금계좌번호,금액,이체금액,결과\n1,2,3,4,정상'
  expect(parseResultTable(text)?.[0]).toMatchObject({ account: '2', won: 4 })
})

test('a table without headings for account, amount and result is no result', () => {
  for (const headings of ['이름,금액,결과', '계좌,이름,결과', '계좌,금액,이름', '']) {
    expect(parseResultTable(`${headings}\n1,2,정상`)).toBeNull()
  }
})

test('the headings stand in any order, and only a star before one doesn’t count', () => {
  const line = { line: 2, account: '1', won: 2, name: '홍길동', result: 'SENT' }
  expect(parseResultTable('금액,결과,예금주,계좌\n2,정상,홍길동,1')).toEqual([line])
  expect(parseResultTable('결과,계좌,금액,예금주\n정상,1,2,홍길동')).toEqual([line])
  expect(parseResultTable('예금주,계좌,금액,결과\n홍길동,1,2,정상')).toEqual([line])
  expect(parseResultTable('계좌,금*액,결과\n1,2,정상')).toBeNull()
})

test('headings are looked for in the first 30 lines', () => {
  const below = (count: number) => parseResultTable(`${'제목\n'.repeat(count)}계좌,금액,결과\n1,2,정상`)
  expect(below(29)).toHaveLength(1)
  expect(below(30)).toBeNull()
})

test.each([
  ['5000', 5_000],
  ['5,000원', 5_000],
  ['5000.00', 5_000],
  ['5000.0원', 5_000],
  ['5000.5', null],
  ['-5000', null],
  ['5000.', null],
  ['5000원정', null],
  ['123456789012345', 123_456_789_012_345],
  ['1234567890123456', null],
  ['', null],
])('the amount "%s" is %s won', (cell, won) => {
  expect(parseResultTable(`계좌\t금액\t결과\n1\t${cell}\t정상`)?.[0]?.won).toBe(won)
})

test.each([
  ['12345678901234567890', '12345678901234567890'],
  ['123456789012345678901', ''],
  ["'00-12 3", '00123'],
  ["12'3", ''],
  ['a12', ''],
  ['12a', ''],
  ['1.23E+10', ''],
])('the account "%s" is read as "%s"', (cell, account) => {
  expect(parseResultTable(`계좌\t금액\t결과\n${cell}\t1\t정상`)?.[0]?.account).toBe(account)
})

test('a row that ends early has neither result nor holder', () => {
  expect(parseResultTable('계좌,금액,예금주,결과\n1,2')).toEqual([
    { line: 2, account: '1', won: 2, name: null, result: null },
  ])
})

describe('a row of the bank’s result', () => {
  const refund = (given: Partial<RefundInTransferFile> = {}): RefundInTransferFile => ({
    ...{ refundId: 7, accountKey: 'A', won: 5_000, name: '홍길동', result: null, isOwn: false, failedBefore: false },
    ...given,
  })
  type Line = ResultLine & { accountKey: string }
  const row = (given: Partial<Line> = {}): Line => ({
    ...{ line: 2, account: '110', accountKey: 'A', won: 5_000, name: '홍길동', result: 'SENT' },
    ...given,
  })
  const judged = (lines: Line[], filed: RefundInTransferFile[]) =>
    judgeResultLines(lines, filed).map(
      ({ refundId, isRepeated, fault }) => fault ?? (isRepeated ? `${refundId} again` : refundId),
    )

  test('marks the refund with its account, amount and holder', () => {
    const { accountKey, ...line } = row()
    expect(judgeResultLines([row()], [refund({ refundId: 6, accountKey: 'B' }), refund()])).toEqual([
      { ...line, refundId: 7, isRepeated: false, fault: null },
    ])
    expect(accountKey).toBe('A')
  })

  test.each<[string, Partial<Line>, Partial<RefundInTransferFile>, string]>([
    ['of another account', { accountKey: 'B' }, {}, 'NO_REFUND'],
    [
      'whose account can’t be read, not even for an erased one',
      { account: '', accountKey: '' },
      { accountKey: '', name: '' },
      'NO_REFUND',
    ],
    ['with another amount', { won: 5_001 }, {}, 'AMOUNT'],
    ['whose amount can’t be read', { won: null }, {}, 'AMOUNT'],
    ['with another holder', { name: '홍길순' }, {}, 'NAME'],
    ['whose result can’t be read', { result: null }, {}, 'NO_RESULT'],
    ['of a refund that is marked otherwise', { result: 'FAILED' }, { result: 'SENT' }, 'CONTRARY'],
    ['of a refund of the reader’s own', {}, { isOwn: true }, 'OWN'],
    ['of a second failure of a refund', { result: 'FAILED' }, { failedBefore: true }, 'FAILED_BEFORE'],
    ['of a marked refund of the reader’s own', {}, { isOwn: true, result: 'SENT' }, 'OWN'],
  ])('%s marks nothing', (_, line, filed, fault) => {
    const { accountKey: _key, ...rest } = row(line)
    expect(judgeResultLines([row(line)], [refund(filed)])).toEqual([
      { ...rest, refundId: null, isRepeated: false, fault },
    ])
  })

  test('fits a holder written otherwise, one that the bank doesn’t name, and one whose data is erased', () => {
    expect(judged([row({ name: '홍 길 동' })], [refund()])).toEqual([7])
    expect(judged([row({ name: null })], [refund()])).toEqual([7])
    expect(judged([row()], [refund({ name: '' })])).toEqual([7])
  })

  test('marks as sent what failed before', () => {
    expect(judged([row()], [refund({ failedBefore: true })])).toEqual([7])
  })

  test('marks nothing a second time', () => {
    expect(judged([row()], [refund({ result: 'SENT' })])).toEqual(['7 again'])
  })

  test('that is given twice marks nothing', () => {
    expect(judged([row(), row({ line: 3 })], [refund()])).toEqual(['UNCLEAR', 'UNCLEAR'])
  })

  test('marks one of two equal refunds if both have a row with the same result', () => {
    const twins = [refund(), refund({ refundId: 8 })]
    expect(judged([row(), row({ line: 3 })], twins)).toEqual([7, 8])
    expect(judged([row()], twins)).toEqual(['UNCLEAR'])
    expect(judged([row(), row({ result: 'FAILED' })], twins)).toEqual(['UNCLEAR', 'UNCLEAR'])
    expect(judged([row({ result: 'FAILED' }), row({ result: 'FAILED' })], twins)).toEqual([7, 8])
  })

  test('isn’t unclear because of rows with another amount or account, or rows that fit nothing', () => {
    const filed = [refund(), refund({ refundId: 8, won: 6_000 }), refund({ refundId: 9, accountKey: 'B' })]
    const rows = [
      row(),
      row({ won: 6_000 }),
      row({ accountKey: 'B' }),
      row({ name: '홍길순' }),
      row({ accountKey: 'C' }),
    ]
    expect(judged(rows, filed)).toEqual([7, 8, 9, 'NAME', 'NO_REFUND'])
  })

  test('must name a holder that all refunds of its account and amount have', () => {
    expect(judged([row()], [refund(), refund({ refundId: 8, name: '김철수' })])).toEqual(['NAME'])
  })
})
