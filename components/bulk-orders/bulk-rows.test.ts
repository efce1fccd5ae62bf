import { expect, test } from 'vitest'
import { readBulkText } from '#lib/orders/bulk/rules.ts'
import {
  computeShortage,
  formatResultCsv,
  linesToCorrect,
  previewRows,
  rowsAfterPlacing,
  rowsToSend,
} from './bulk-rows.ts'

const text = '1|https://a.kr|10\n하나|https://a.kr|5\n2|@b|20\n3|=c|30'
const lines = readBulkText(text)
const refused = {
  ...{ index: 1, code: 'NOT_FOUND', message: '존재하지 않는 상품입니다.', text: null },
  ...{ platformId: null, needsDetails: false, price: null },
}
const preview = previewRows(lines, [
  { index: 0, text: '팔로워', platformId: 1, amount: 10, point: 98 },
  refused,
  { index: 2, text: '좋아요', platformId: 1, amount: 30, point: 30 },
])

test('only lines that can be parsed are sent, and each result is assigned to its own line', () => {
  expect(rowsToSend(lines).map(({ serviceId }) => serviceId)).toEqual([1, 2, 3])
  expect(preview.map(({ line, name, point, problem }) => [line, name, point, problem])).toEqual([
    [1, '팔로워', 98, null],
    [2, null, null, '상품번호를 숫자로 적어 주세요.'],
    [3, null, null, refused.message],
    [4, '좋아요', 30, null],
  ])
})

test('lines that were not ordered stay in the list as they were written', () => {
  const rows = rowsAfterPlacing(preview, [
    { index: 0, orderId: 7 },
    { index: 1, code: 'INSUFFICIENT_POINTS', message: '포인트가 부족합니다.' },
  ])
  expect(rows.map(({ orderId }) => orderId)).toEqual([7, null, null, null])
  expect(linesToCorrect(rows)).toBe('하나|https://a.kr|5\n2|@b|20\n3|=c|30')
})

test('the file contains the result of each line, and no formula that a spreadsheet would run', () => {
  const rows = rowsAfterPlacing(preview, [
    { index: 0, orderId: 7 },
    { index: 1, orderId: 8 },
  ])
  expect(formatResultCsv(rows).split('\r\n')).toEqual([
    '\ufeff줄,주문번호,상품번호,상품,링크,수량,금액,결과',
    '1,7,1,팔로워,https://a.kr,10,98,주문 완료',
    '2,,,,하나|https://a.kr|5,,,상품번호를 숫자로 적어 주세요.',
    `3,,2,,'@b,20,,${refused.message}`,
    "4,8,3,좋아요,'=c,30,30,주문 완료",
    '',
  ])
})

test('lines refused only for lack of points show their price, and the sum says how much is missing', () => {
  const short = {
    ...{ code: 'INSUFFICIENT_POINTS', message: '포인트가 부족합니다.', text: '팔로워' },
    ...{ platformId: 1, needsDetails: false, price: 150.5 },
  }
  const rows = previewRows(readBulkText('1|@a|10\n2|@b|20\n3|@c|30\n4|@d|40'), [
    { index: 0, text: '팔로워', platformId: 1, amount: 10, point: 98 },
    { index: 1, ...short },
    { index: 2, ...short },
    { ...refused, index: 3 },
  ])
  expect(rows.map(({ point, isShort }) => [point, isShort])).toEqual([
    [98, false],
    [150.5, true],
    [150.5, true],
    [null, false],
  ])
  expect(computeShortage(rows, 100)).toEqual({ total: 399, missing: 299 })
  expect(computeShortage(rows, 98.5)).toEqual({ total: 399, missing: 301 })
  expect(computeShortage(rows, 399).missing).toBe(0)
  const placed = rowsAfterPlacing(rows, [{ index: 0, orderId: 7 }])
  expect(placed.map(({ point }) => point)).toEqual([98, null, null, null])
})

test('a link of another platform gets a warning, but its line can be ordered', () => {
  const platforms = [
    { id: 1, text: '인스타그램' },
    { id: 2, text: '유튜브' },
  ]
  const list = readBulkText('1|https://www.youtube.com/watch?v=dQw4w9WgXcQ|10\n1|https://www.instagram.com/seoul|10')
  const priced = { text: '팔로워', platformId: 1, amount: 10, point: 98 }
  const rows = previewRows(
    list,
    [0, 1].map((index) => ({ index, ...priced })),
    platforms,
  )
  expect(rows.map(({ warning, problem }) => [warning, problem])).toEqual([
    ['유튜브 링크 같아요. 인스타그램 상품에 쓸 링크가 맞나요?', null],
    [null, null],
  ])
})
