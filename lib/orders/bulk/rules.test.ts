import { expect, test } from 'vitest'
import { bulkLineProblems } from './labels.ts'
import { readBulkText } from './rules.ts'

const link = 'https://www.instagram.com/seoul.cafe.log'

const rowsOf = (text: string) => readBulkText(text).map((each) => ('row' in each ? each.row : each.problem))

test.each([
  ['a vertical bar', `1024|${link}|100`],
  ['tabs, as copied from a spreadsheet', `1024\t${link}\t100`],
  ['commas', `1024,${link},100`],
  ['quoted cells', `"1024","${link}","100"`],
  ['spaces around', `  1024 | ${link} |  100  `],
  ['a number as screens show it', `[1024]|${link}|100개`],
  ['full-width digits', `１０２４|${link}|１００`],
  ['empty cells at the end', `1024,${link},100,,`],
  ['an empty cell of spaces at the end', `1024|${link}|100| `],
  ['signs around its number', `[[#1024]]|${link}|100`],
  ['a byte order mark', `\ufeff"1024","${link}","100"`],
])('a line with %s is an order', (_, text) => {
  expect(rowsOf(text)).toEqual([{ serviceId: 1024, link, amount: 100 }])
})

test('empty lines and a line of headings are left out, and a line keeps its number', () => {
  const text = `\ufeff상품번호,링크,수량\r\n \r\n1024,${link},100\r\n\r\n1025,${link},"1,000"\r\n`
  expect(readBulkText(text)).toMatchObject([
    { line: 3, row: { serviceId: 1024, amount: 100 } },
    { line: 5, row: { serviceId: 1025, amount: 1_000 } },
  ])
})

test('a link may contain what separates the cells', () => {
  expect(rowsOf('1|https://a.kr/?q=a|b|5')).toEqual([{ serviceId: 1, link: 'https://a.kr/?q=a|b', amount: 5 }])
  expect(rowsOf('1|https://a.kr/?q=a|b|c|5')).toEqual([{ serviceId: 1, link: 'https://a.kr/?q=a|b|c', amount: 5 }])
  expect(rowsOf('1|https://a.kr/?q=a|12|5')).toEqual([{ serviceId: 1, link: 'https://a.kr/?q=a|12', amount: 5 }])
  expect(rowsOf('1,https://a.kr/?q=a,b,5')).toEqual([{ serviceId: 1, link: 'https://a.kr/?q=a,b', amount: 5 }])
  expect(rowsOf('1,https://a.kr/?q=a,b1,2b,5')).toEqual([{ serviceId: 1, link: 'https://a.kr/?q=a,b1,2b', amount: 5 }])
})

test('commas that could be those of a number or a link are not guessed', () => {
  expect(rowsOf(`1,${link},1,000`)).toEqual([bulkLineProblems.commas])
  for (const cells of ['1,2', 'a,12', 'a,b,12', 'a,12,b'])
    expect(rowsOf(`1,https://a.kr/?q=${cells},5`), cells).toEqual([bulkLineProblems.commas])
})

test('a first line whose commas can’t be told apart is named, not taken for headings', () => {
  expect(rowsOf(`1024,${link},1,000\n1025,${link},5`)).toEqual([
    bulkLineProblems.commas,
    { serviceId: 1025, link, amount: 5 },
  ])
})

test('quotes belong to a cell unless they enclose all of it; in quotes two stand for one', () => {
  const linkOf = (cell: string) => rowsOf(`1,${cell},5`).map((row) => (typeof row === 'string' ? row : row.link))
  expect(linkOf('"https://a.kr/?q=""x"",y"')).toEqual(['https://a.kr/?q="x",y'])
  expect(linkOf('https://a.kr/?q="x"')).toEqual(['https://a.kr/?q="x"'])
  expect(linkOf('"x"y')).toEqual(['"x"y'])
})

test('a line without a quantity is an order of a package', () => {
  expect(rowsOf(`1024|${link}\n1024|${link}|`)).toEqual([
    { serviceId: 1024, link, amount: 0 },
    { serviceId: 1024, link, amount: 0 },
  ])
})

test.each([
  ['하나', bulkLineProblems.columns],
  ['||', bulkLineProblems.columns],
  [`10[24|${link}|5`, bulkLineProblems.number],
  [`10]24|${link}|5`, bulkLineProblems.number],
  [`1|${link}|1개0`, bulkLineProblems.amount],
  [`하나|${link}|5`, bulkLineProblems.number],
  [`12345678901|${link}|5`, bulkLineProblems.number],
  [`1|${link}|다섯`, bulkLineProblems.amount],
  [`1|${link}|1.5`, bulkLineProblems.amount],
])('%j says what is wrong', (text, problem) => {
  expect(rowsOf(`1|${link}|1\n${text}`)[1]).toBe(problem)
})

test('a quantity below zero is sent as it is: the server refuses it with its own sentence', () => {
  expect(rowsOf(`1|${link}|-5`)).toEqual([{ serviceId: 1, link, amount: -5 }])
})

test('a line is shown as it was written, without the byte order mark of its file', () => {
  const lines = ['1|https://a.kr/a\ufeffb|5', ' 2 | b | 6 ']
  expect(readBulkText(lines.join('\n')).map(({ text }) => text)).toEqual(lines)
  expect(readBulkText(`\ufeff${lines[1]}`).map(({ text }) => text)).toEqual(lines.slice(1))
})

test('a text without lines has no orders, and one line alone is no heading', () => {
  for (const text of ['', ' \n\t\r\n', '\ufeff']) expect(readBulkText(text)).toEqual([])
  expect(rowsOf('하나')).toEqual([bulkLineProblems.columns])
})
