import { expect, test } from 'vitest'
import { lineProblems } from './labels.ts'
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
])('a line with %s is an order', (_, text) => {
  expect(rowsOf(text)).toEqual([{ serviceId: 1024, link, amount: 100 }])
})

test('empty lines and a line of headings are left out, and a line keeps its number', () => {
  const text = `\ufeff상품번호,링크,수량\r\n\r\n1024,${link},100\r\n\r\n1025,${link},"1,000"\r\n`
  expect(readBulkText(text)).toMatchObject([
    { line: 3, row: { serviceId: 1024, amount: 100 } },
    { line: 5, row: { serviceId: 1025, amount: 1_000 } },
  ])
})

test('a link may contain what separates the cells', () => {
  expect(rowsOf('1|https://a.kr/?q=a|b|5')).toEqual([{ serviceId: 1, link: 'https://a.kr/?q=a|b', amount: 5 }])
  expect(rowsOf('1,https://a.kr/?q=a,b,5')).toEqual([{ serviceId: 1, link: 'https://a.kr/?q=a,b', amount: 5 }])
})

test('commas that could be those of a number or a link are not guessed', () => {
  expect(rowsOf(`1,${link},1,000`)).toEqual([lineProblems.commas])
  expect(rowsOf('1,https://a.kr/?q=1,2,5')).toEqual([lineProblems.commas])
})

test('a line without a quantity is an order of a package', () => {
  expect(rowsOf(`1024|${link}\n1024|${link}|`)).toEqual([
    { serviceId: 1024, link, amount: 0 },
    { serviceId: 1024, link, amount: 0 },
  ])
})

test.each([
  ['하나', lineProblems.columns],
  [`하나|${link}|5`, lineProblems.number],
  [`12345678901|${link}|5`, lineProblems.number],
  [`1|${link}|다섯`, lineProblems.amount],
  [`1|${link}|1.5`, lineProblems.amount],
])('%j says what is wrong', (text, problem) => {
  expect(rowsOf(`1|${link}|1\n${text}`)[1]).toBe(problem)
})

test('a quantity below zero is sent as it is: the server refuses it with its own sentence', () => {
  expect(rowsOf(`1|${link}|-5`)).toEqual([{ serviceId: 1, link, amount: -5 }])
})
