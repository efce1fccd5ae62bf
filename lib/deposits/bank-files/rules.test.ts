import { expect, test } from 'vitest'
import type { BankTableColumn } from '../labels.ts'
import {
  type ColumnMap,
  depositsAsCsv,
  guessColumns,
  headingsKey,
  normalizeHeading,
  parseSignedWon,
  readBankLine,
  readBankTable,
  readLineMoment,
  splitIntoTableLines,
} from './rules.ts'
import { bankFiles } from './testing/bank-files.ts'

test('of a line that is nothing but marks no more cells are read than any bank has columns', () => {
  expect(readBankTable(`${','.repeat(250_000)}x`).lines[0]?.cells).toHaveLength(200)
  expect(readBankTable(`${'\t'.repeat(250_000)}x`).lines[0]?.cells).toHaveLength(200)
})

test('a quoted cell after empty ones between tabs stays in its column', () => {
  expect(readBankTable('1\t\t"홍길동"\t\t"1,000"').lines[0]?.cells).toEqual(['1', '', '홍길동', '', '1,000'])
})

/**
 * Reads a table with one column of amounts without signs, and a column (`heading`) that says whether money came in or
 * went out. The table has one line for each of `words`. Returns how each line is read.
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

test.each(bankFiles)('a file of $bank has its credits with name, sum and moment, and its withdrawal is one', (file) => {
  const { head, credits, withdrawal, at } = file
  const table = readBankTable(['거래내역조회', '계좌번호,123-456-789', head, ...credits, withdrawal].join('\n'))
  expect(table).toMatchObject({ account: '123-456-789', map: null })
  expect(table.lines.map((line) => readBankLine(line, table.columns))).toMatchObject([
    { is: 'credit', deposit: { name: '김하나', amount: 10_000, at } },
    { is: 'credit', deposit: { name: '(주)둘셋', amount: 1_234_500 } },
    { is: 'other', isWithdrawal: true },
  ])
})

/** Spellings of the headings in the tables of banks and of programs that read such tables. */
const spellings: Record<BankTableColumn, readonly string[]> = {
  externalId: ['externalId', 'ID', '거래번호', '거래 고유번호', '관리번호'],
  name: [
    ...[
      'Name',
      '입금자명',
      '입금자',
      '보낸분/받는분',
      '보낸분',
      '의뢰인/수취인',
      '의뢰인명',
      '의뢰인',
      '거래자명',
      '거래처',
    ],
    ...['거래기록사항', '거래내용', '상대계좌예금주명', '상대계좌 예금주', '상대예금주명', '상대 예금주'],
    ...['기재내용', '내용', '적요'],
  ],
  amount: ['amount', '입금액(원)', '입금금액', '맡기신 금액', '입금', '거래 금액', '금액(원)'],
  at: ['at', 'Date', '거래 일시', '입금일시', '일시', '거래일자', '거래일', '입금일자', '입금일', '날짜', '일자'],
  time: ['time', '거래시간', '거래시각', '시간', '시각'],
  out: ['출금액(원)', '출금금액', '찾으신 금액', '지급금액', '지급액', '출금', '지급(원)'],
  balance: ['balance', '거래 후 잔액', '거래후잔고', '통장 잔액', '잔액(원)', '잔고'],
  direction: [
    ...[
      '입출금구분',
      '입/출 구분',
      '입출금',
      '입출금 유형',
      '입출금종류',
      '구분',
      '거래구분',
      '거래유형',
      '거래 종류',
      '유형',
    ],
  ],
  memo: ['memo', '송금메모', '이체메모', '거래메모', '거래특이사항', '메모', '비고'],
}

test.each(Object.entries(spellings))('a column of %s is known by any of its headings', (column, headings) => {
  for (const heading of headings) expect(guessColumns(['?', heading]), heading).toEqual([null, column])
})

test('of several headings of one meaning the more telling one counts, and no column has two meanings', () => {
  expect(guessColumns(['적요', '내용', '기재내용'])).toEqual(['memo', null, 'name'])
  expect(guessColumns(['적요', '금액'])).toEqual(['name', 'amount'])
  expect(guessColumns(['금액', '입금액', '금액'])).toEqual([null, 'amount', null])
  expect(guessColumns(['구분', '거래구분', '번호'])).toEqual(['direction', 'direction', null])
})

test('two columns of one heading are two: the second one doesn’t take the place of the first', () => {
  expect(guessColumns(['일시', '적요', '금액', '적요'])).toEqual(['at', 'name', 'amount', 'memo'])
})

test.each([
  ['거래 후 잔액(원)', '거래후잔액'],
  ['보낸분/받는분', '보낸분받는분'],
  ['External_ID', 'externalid'],
  ['입·출금-구분.', '입출금구분'],
  ['[금액]{원}', '금액'],
  ['회원명', '회원명'],
  ['원', '원'],
])('the heading %j is the same as %j', (heading, plain) => {
  expect(normalizeHeading(heading)).toBe(plain)
})

test('headings are the same whatever is empty after them, and not where something between is', () => {
  expect(headingsKey(['Wann', 'WER ', '', ''])).toBe(headingsKey(['wann', 'wer']))
  const keys = [['a', 'b'], ['a', '', 'b'], ['ab'], ['a']].map(headingsKey)
  expect(new Set(keys).size).toBe(4)
})

const cellsOf = (text: string) => splitIntoTableLines(text).map(({ cells }) => cells)

test('cells are separated by commas, tabs or semicolons, as most lines are', () => {
  expect(cellsOf('a, b;c ,\nd\te')).toEqual([['a', 'b;c', ''], ['d\te']])
  expect(cellsOf('a;b,c\nd;e\nf')).toEqual([['a', 'b,c'], ['d', 'e'], ['f']])
  expect(cellsOf('a\tb;c\nd;e\tf')).toEqual([
    ['a', 'b;c'],
    ['d;e', 'f'],
  ])
})

test('a quoted cell keeps its separators and, doubled, its quotes', () => {
  expect(cellsOf('"a,b", "c ""d""" ,""')).toEqual([['a,b', 'c "d"', '']])
  expect(cellsOf('1,\t"a,b"\t,2\nc\nd')[0]).toEqual(['1', 'a,b', '2'])
  expect(cellsOf('1\t"a" \t "b"\t2')).toEqual([['1', 'a', 'b', '2']])
  expect(cellsOf(' "a"')).toEqual([['a']])
  expect(cellsOf('a"b",c')).toEqual([['a"b"', 'c']])
  expect(cellsOf('a\tb"c"')).toEqual([['a', 'b"c"']])
  expect(cellsOf('" a "')).toEqual([['a']])
})

test('lines end as on any system, blank ones count and are left out, and a byte order mark is no text', () => {
  expect(splitIntoTableLines('\ufeff"a"\r\n\r\n \t\rb\nc')).toEqual([
    { index: 0, cells: ['a'] },
    { index: 3, cells: ['b'] },
    { index: 4, cells: ['c'] },
  ])
  expect(cellsOf('a\ufeffb,c')).toEqual([['a\ufeffb', 'c']])
  expect(cellsOf('')).toEqual([])
})

const known = '거래일시,입금자,입금액'
const credit = '2026-11-02 09:15:07,김하나,"10,000"'

test.each([
  ['계좌번호,123-456-789', '123-456-789'],
  ['계좌: 110-123-456789-01 (원화)', '110-123-456789-01'],
  ['123456-123456-12345678-1234', '123456-123456-12345678-1234'],
  ['12-34-56', '12-34-56'],
  ['12-34-56-7', '12-34-56-7'],
  ['조회기간,2026-11-01 ~ 2026-11-02,계좌,123-456-789', '123-456-789'],
  ['2026-11-01-23', '2026-11-01-23'],
  ['2026-11-012', '2026-11-012'],
  ['12-34,56-78', ''],
  ['1-23-45', ''],
  ['12-3-45', ''],
  ['12-34-5', ''],
  ['1234567-12-34', ''],
  ['12-1234567-34', ''],
  ['12-34-123456789', ''],
  ['12-34-56-12345', ''],
  ['-12-34-56', ''],
  ['12-34-56-', ''],
  ['예금주,홍길동', ''],
])('of %j above the headings the account is %j', (above, account) => {
  expect(readBankTable([above, known, credit].join('\n')).account).toBe(account)
})

test('an account below the headings is one of a line', () => {
  expect(readBankTable([known, credit, '123-456-789'].join('\n')).account).toBe('')
})

test('a table without headings has the columns of the deposit hook', () => {
  const table = readBankTable('A-1,김하나,10000,2026-11-02 09:15:07')
  expect(table).toEqual({
    head: null,
    columns: ['externalId', 'name', 'amount', 'at'],
    lines: [{ index: 0, cells: ['A-1', '김하나', '10000', '2026-11-02 09:15:07'] }],
    map: null,
    account: '',
  })
})

test('headings need a name and an amount, and stand in the first 30 lines', () => {
  expect(readBankTable(`거래일시,입금자\n${known}`).head).toEqual(['거래일시', '입금자', '입금액'])
  expect(readBankTable(`거래일시,입금액\n${known}`).head).toEqual(['거래일시', '입금자', '입금액'])
  const below = (lines: number) => readBankTable(`${'제목\n'.repeat(lines)}${known}\n${credit}`)
  expect(below(0)).toMatchObject({ head: known.split(','), lines: [{ index: 1 }] })
  expect(below(29)).toMatchObject({ head: known.split(','), lines: [{ index: 30 }] })
  expect(below(30).head).toBeNull()
})

const unknownHead = 'Wann,Wer,Gutschrift'
const headOf = (text: string) => readBankTable(text).head

test.each([
  ...[
    '2026-11-02 09:15:07',
    '2026.11.02',
    '2026/11/02',
    '1,000',
    '+5',
    '-5',
    '−5',
    '₩ 1000',
    '₩1000',
    '1000원',
    '5',
    '1.5',
  ],
])('a line with %j and another value has unknown headings above it', (cell) => {
  expect(headOf(`${unknownHead}\n"${cell}",가,1`)).toEqual(unknownHead.split(','))
})

test.each(['a1', '1a', '₩', '원', '--5', '-  5', '5원원', '가', ''])('%j is no value that shows headings', (cell) => {
  expect(headOf(`${unknownHead}\n"${cell}",가,1`)).toBeNull()
})

test('unknown headings are three texts without a digit, just above a line of values, in the first 30 lines', () => {
  const values = '2026-11-02,가,1'
  expect(headOf(`Wann,Wer\n${values}`)).toBeNull()
  expect(headOf(`Wann,,Wer\n${values}`)).toBeNull()
  expect(headOf(`Wann,,Wer,Gut\n${values}`)).toEqual(['Wann', '', 'Wer', 'Gut'])
  expect(headOf(`Wann,Wer,Gut 1\n${values}`)).toBeNull()
  expect(headOf(`${unknownHead}\n제목\n${values}`)).toBeNull()
  expect(headOf(unknownHead)).toBeNull()
  expect(headOf(`${'제목\n'.repeat(29)}${unknownHead}\n${values}`)).toEqual(unknownHead.split(','))
  expect(headOf(`${'제목\n'.repeat(30)}${unknownHead}\n${values}`)).toBeNull()
})

test('the map for a table’s headings comes before what they are known to mean, wherever they stand in 30 lines', () => {
  const map: ColumnMap = { id: 7, headings: ['거래일시', '입금자', '입금액'], columns: ['at', 'memo', 'amount'] }
  const other: ColumnMap = { ...map, id: 8, headings: ['거래일시'] }
  const read = (lines: number, maps = [other, map]) =>
    readBankTable(`내용,금액\n${'제목\n'.repeat(lines)}${known}\n${credit}`, maps)
  expect(read(28)).toMatchObject({ map, columns: map.columns, head: map.headings, lines: [{ index: 30 }] })
  expect(read(29)).toMatchObject({ map: null, head: ['내용', '금액'] })
  expect(read(0, [other])).toMatchObject({ map: null, columns: ['name', 'amount'] })
  const short: ColumnMap = { id: 9, headings: ['Wann', 'Gut'], columns: ['at', 'amount'] }
  expect(readBankTable('Wann,Gut\n2026-11-02,5', [short]).map).toBe(short)
})

test('the lines of a workbook are read as they are', () => {
  const lines = [known.split(','), ['2026-11-02', '김하나', '10000']].map((cells, index) => ({
    index: index + 5,
    cells,
  }))
  expect(readBankTable(lines)).toMatchObject({ head: known.split(','), lines: [{ index: 6 }] })
})

const momentOf = (at: string, time?: string) =>
  time === undefined
    ? readLineMoment({ index: 0, cells: [at] }, ['at'])
    : readLineMoment({ index: 0, cells: [time, at] }, ['time', 'at'])

test.each([
  ['2026-11-02', 'DAY', '2026-11-02T00:00:00+09:00'],
  ['2026.11.02.', 'DAY', '2026-11-02T00:00:00+09:00'],
  ['2026/11/02', 'DAY', '2026-11-02T00:00:00+09:00'],
  ['20261102', 'DAY', '2026-11-02T00:00:00+09:00'],
  ['2026. 1. 5.', 'DAY', '2026-01-05T00:00:00+09:00'],
  ['2026 1 5', 'DAY', '2026-01-05T00:00:00+09:00'],
  ['2026-1-5', 'DAY', '2026-01-05T00:00:00+09:00'],
  ['2026-11-02 9:05', 'MINUTE', '2026-11-02T09:05:00+09:00'],
  ['2026-11-02  09:15', 'MINUTE', '2026-11-02T09:15:00+09:00'],
  ['2026-11-02T09:15', 'MINUTE', '2026-11-02T09:15:00+09:00'],
  ['2026-11-02 0915', 'MINUTE', '2026-11-02T09:15:00+09:00'],
  ['20261102 091507', 'EXACT', '2026-11-02T09:15:07+09:00'],
  ['2026-11-02 091507', 'EXACT', '2026-11-02T09:15:07+09:00'],
  ['2026-11-02 09:15:07', 'EXACT', '2026-11-02T09:15:07+09:00'],
  ['2026-11-02 09:15:07.123', 'EXACT', '2026-11-02T09:15:07+09:00'],
  ['2026-11-02 오전 12:05', 'MINUTE', '2026-11-02T00:05:00+09:00'],
  ['2026-11-02  오전 9:05', 'MINUTE', '2026-11-02T09:05:00+09:00'],
  ['2026-11-02 오전9:05', 'MINUTE', '2026-11-02T09:05:00+09:00'],
  ['2026-11-02 오전  9:05', 'MINUTE', '2026-11-02T09:05:00+09:00'],
  ['2026-11-02 오후 12:05', 'MINUTE', '2026-11-02T12:05:00+09:00'],
  ['2026-11-02 오후 3:05:09', 'EXACT', '2026-11-02T15:05:09+09:00'],
  ['2026-11-02T09:15Z', 'MINUTE', '2026-11-02T09:15:00Z'],
  ['2026-11-02T09:15-05:30', 'MINUTE', '2026-11-02T09:15:00-05:30'],
  ['2026-11-02T09:15:07+09:00', 'EXACT', '2026-11-02T09:15:07+09:00'],
  ['2026-11-02T09:15:07.123Z', 'EXACT', '2026-11-02T09:15:07.123Z'],
  [`2026-11-02${' '.repeat(45)}09:15`, 'MINUTE', '2026-11-02T09:15:00+09:00'],
  [`2026-11-02T09:15:07.${'0'.repeat(39)}Z`, 'EXACT', `2026-11-02T09:15:07.${'0'.repeat(39)}Z`],
])('%j is known to the %s: in Seoul unless it says otherwise', (text, precision, at) => {
  expect(momentOf(text)).toEqual({ at, precision })
})

test.each([
  ...['', '어제', '26-11-02', '2026-11', '2026--11-02', '2026-11--02', '2026-11-02x', 'x2026-11-02', '2026-111-02'],
  ...['2026-11-02 9', '2026-11-02 09:1', '2026-11-02 009:15', '2026-11-02 09:15 x', '2026-11-02 09:15:07.'],
  ...[
    '2026-11-02 09:15:7',
    '2026-11-02 오 9:05',
    '2026-13-02',
    '2026-02-29',
    '2026-11-31 09:15',
    '2026-04-31T09:15:07+09:00',
    '2026-11-02 24:00',
    '2026-11-02 24:30',
    '2026-11-02 25:00',
    '2026-11-02 09:60',
  ],
  ...[
    '2026-11-02T09:15+9',
    '2026-11-02T09:15:07Zx',
    '2026-11-02T09:15Zx',
    'x2026-11-02T09:15Z',
    'Mon Nov 02 2026 09:15:07 GMT+09:00 (KST)',
    '202611021',
    '2026111',
    '2026-11-02T09:15:07.1234x',
    'Mon Nov 02 2026',
  ],
  ...[`2026-11-02${' '.repeat(46)}09:15`, `2026-11-02T09:15:07.${'0'.repeat(40)}Z`, '2026-11-02 09:15:07 +09:00'],
])('%j is no moment', (text) => {
  expect(momentOf(text)).toBeNull()
})

test('a day and a time may stand in columns of their own', () => {
  expect(momentOf('2026-11-02', '09:15:07')).toEqual({ at: '2026-11-02T09:15:07+09:00', precision: 'EXACT' })
  expect(momentOf('2026-11-02', '')).toEqual({ at: '2026-11-02T00:00:00+09:00', precision: 'DAY' })
  expect(momentOf('', '09:15')).toBeNull()
  expect(readLineMoment({ index: 0, cells: ['2026-11-02'] }, ['at', 'time'])?.precision).toBe('DAY')
  expect(readLineMoment({ index: 0, cells: ['2026-11-02'] }, ['name'])).toBeNull()
})

test.each([
  ['1,234,500', 1_234_500],
  ['+5', 5],
  ['5원', 5],
  ['5.00', 5],
  ['5.0원', 5],
  ['10.00', 10],
  ['-5', -5],
  ['−5', -5],
  ['- 5,000.00원', -5_000],
  ['0', 0],
  ['12345', 12_345],
  ['123,456원', 123_456],
])('%j is a sum of %i won', (text, sum) => {
  expect(parseSignedWon(text)).toBe(sum)
})

test.each([
  ...['', '원', '5.50', '5.', '10,00', '1,0', ',500', '1234,567', '1,234,56', '10.000', '1,000.000', '１０', '1e5'],
  ...['5원 ', 'a5', '5a', '--5', '-  5', '5-', '+ 5', '-+5', '5 000', '만원', '1-2'],
])('%j is no sum', (text) => {
  expect(parseSignedWon(text)).toBeNull()
})

/** Returns how a line with these cells is read, in a table with a column of each kind. */
function readLine(cells: Partial<Record<BankTableColumn, string>>) {
  const columns: BankTableColumn[] = ['externalId', 'name', 'amount', 'at', 'time', 'out', 'direction']
  const whole: Partial<Record<BankTableColumn, string>> = {
    ...{ externalId: 'A-1', name: '김하나', amount: '10,000', at: '2026-11-02', time: '09:15:07' },
    ...cells,
  }
  return readBankLine({ index: 0, cells: columns.map((column) => whole[column] ?? '') }, columns)
}

test('a line with a name, a sum and a moment is a deposit', () => {
  const deposit = {
    externalId: 'A-1',
    name: '김하나',
    amount: 10_000,
    at: '2026-11-02T09:15:07+09:00',
    precision: 'EXACT',
  }
  expect(readLine({})).toEqual({ is: 'credit', deposit })
  expect(readLine({ externalId: '', amount: '1' })).toEqual({
    is: 'credit',
    deposit: { ...deposit, externalId: '', amount: 1 },
  })
  expect(readLine({ name: '가'.repeat(100) }).is).toBe('credit')
  for (const out of ['', '0', '0.00', '0원', '-', '- 0', '원', '00']) expect(readLine({ out }).is, out).toBe('credit')
})

test('a line is a withdrawal by its sum below 0, its direction, or a sum only in the column of withdrawals', () => {
  const withdrawal = { is: 'other', isWithdrawal: true }
  for (const amount of ['-5,000', '−5', '- 5원', '-5.00']) expect(readLine({ amount }), amount).toEqual(withdrawal)
  expect(readLine({ direction: '출금' })).toEqual(withdrawal)
  for (const amount of ['', '0', '-', '0.00원']) expect(readLine({ amount, out: '5,000' }), amount).toEqual(withdrawal)
})

test('with the present time, a line dated later can’t be read; a day is over at midnight in Seoul', () => {
  const read = (at: string, time: string, now: string) =>
    readBankLine({ index: 0, cells: ['김하나', '10,000', at, time] }, ['name', 'amount', 'at', 'time'], new Date(now))
  const ahead = { is: 'broken', columns: ['at'] }
  expect(read('2026-11-02', '09:15:07', '2026-11-02T09:00:00+09:00')).toEqual(ahead)
  expect(read('2026-11-02', '09:15:07', '2026-11-02T09:05:07+09:00').is).toBe('credit')
  expect(read('2026-11-03', '', '2026-11-02T23:59:59+09:00')).toEqual(ahead)
  expect(read('2026-11-03', '', '2026-11-03T00:00:00+09:00').is).toBe('credit')
})

test('a line without any sum is neither a deposit nor a withdrawal', () => {
  for (const out of ['', '0', '-', '메모'])
    expect(readLine({ amount: '0', out })).toEqual({ is: 'other', isWithdrawal: false })
})

test.each([
  ['name', { name: '' }],
  ['name', { name: '가'.repeat(101) }],
  ['name', { name: '김\u0000하나' }],
  ['amount', { amount: '만원' }],
  ['amount', { amount: '0.5' }],
  ['amount', { amount: '-+5' }],
  ['out', { out: '5,000' }],
  ['out', { out: '?' }],
  ['out', { out: '10' }],
  ['out', { out: 'x0' }],
  ['externalId', { externalId: 'A\t1' }],
  ['at', { at: '어제' }],
  ['at', { at: '' }],
])('a line can’t be read if its %s is wrong: %j', (column, cells) => {
  expect(readLine(cells)).toEqual({ is: 'broken', columns: [column] })
})

test('a line too short for its columns can’t be read, and all that is wrong is named', () => {
  expect(readBankLine({ index: 0, cells: ['합계'] }, ['name', 'amount', 'at'])).toEqual({
    is: 'broken',
    columns: ['amount', 'at'],
  })
  expect(readBankLine({ index: 0, cells: [] }, [])).toEqual({ is: 'broken', columns: ['name', 'amount', 'at'] })
})

test('a sum below 0 among the fields of the hook is no withdrawal but wrong', () => {
  const table = readBankTable('A-1,김하나,-5,2026-11-02T09:15:00+09:00')
  expect(table.lines.map((line) => readBankLine(line, table.columns))).toEqual([{ is: 'broken', columns: ['amount'] }])
})

test('deposits are written so that they are read again with the same precision', () => {
  const deposit = { externalId: 'A-1', name: '(주)홍, "길동"', amount: 10_000 }
  const deposits = [
    { ...deposit, at: '2026-11-02T00:00:00+09:00', precision: 'DAY' },
    { ...deposit, at: '2026-11-02T00:00:00+09:00', precision: 'MINUTE' },
    { ...deposit, at: '2026-11-02T09:15:00Z', precision: 'MINUTE' },
    { ...deposit, at: '2026-11-02T09:15:00+09:00', precision: 'EXACT' },
  ] as const
  const csv = depositsAsCsv(deposits)
  const start = '"A-1","(주)홍, ""길동""","10000"'
  expect(csv.split('\n')).toEqual([
    `${start},"2026-11-02"`,
    `${start},"2026-11-02T00:00+09:00"`,
    `${start},"2026-11-02T09:15Z"`,
    `${start},"2026-11-02T09:15:00+09:00"`,
  ])
  const { lines, columns } = readBankTable(csv)
  expect(lines.map((line) => readBankLine(line, columns))).toEqual(
    deposits.map((each) => ({ is: 'credit', deposit: each })),
  )
})
