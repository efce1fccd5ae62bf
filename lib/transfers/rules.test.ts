import { expect, test } from 'vitest'
import { bankOf } from './bank-codes.ts'
import { sheetOf } from './bank-forms.ts'
import { transferBanks } from './labels.ts'
import { isHolderName, readResults, resultOf } from './rules.ts'

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
  expect(bankOf(text)?.code).toBe(code)
})

test.each([
  ['정상', 'SENT'],
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
  expect(resultOf(text)).toBe(result)
})

test('names that a spreadsheet would evaluate, or that no bank takes, are no holders', () => {
  for (const name of ['홍길동', '(주)한국상사', '㈜한국', 'Hong Gil-dong', '김철수(환불)'])
    expect(isHolderName(name)).toBe(true)
  for (const name of ['=1+1', '+82', '-1', '@sum', '홍\n길동', '홍\t길동', '', '"홍"', '홍;길', 'a'.repeat(51)])
    expect(isHolderName(name)).toBe(false)
})

test('a result is read below its title, with separators, apostrophes and dashes, and without a column of names', () => {
  const text =
    '대량이체 결과\n출금계좌,123\n\n*입금은행,*입금계좌,*입금액,결과\n국민,\'001-234,"1,234,567",정상\n합계,,"1,234,567",\n'
  expect(readResults(text)).toEqual([
    { line: 5, account: '001234', won: 1_234_567, name: null, result: 'SENT' },
    { line: 6, account: '', won: 1_234_567, name: null, result: null },
  ])
  expect(readResults('입금계좌번호\t금액\n1\t2')).toBeNull()
})

test('우리 and 하나 get .xls, the other banks .xlsx', () => {
  const banksOf = (wanted: string) => transferBanks.filter((bank) => sheetOf(bank, []).format === wanted)
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
    const { rows } = sheetOf(bank, [transfer])
    const cells = rows.at(-1) ?? []
    expect([bank, cells.includes('00123'), cells.includes(5_000)]).toEqual([bank, true, true])
    expect([bank, cells.includes('004') || cells.some((cell) => String(cell).startsWith('국민'))]).toEqual([bank, true])
    if (rows.length > 1) expect(rows[0]).toHaveLength(cells.length)
  }
})
