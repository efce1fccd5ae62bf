import { expect, test } from 'vitest'
import { readBulkText } from '#lib/orders/bulk/rules.ts'
import { linesToCorrect, placedRows, previewRows, resultFile, rowsToSend } from './bulk-rows.ts'

const text = '1|https://a.kr|10\n하나|https://a.kr|5\n2|@b|20\n3|=c|30'
const lines = readBulkText(text)
const refused = { index: 1, code: 'NOT_FOUND', message: '존재하지 않는 상품입니다.', text: null, needsDetails: false }
const preview = previewRows(lines, [
  { index: 0, text: '팔로워', amount: 10, point: 98 },
  refused,
  { index: 2, text: '좋아요', amount: 30, point: 30 },
])

test('only lines that can be read are sent, and each result stands at its own line', () => {
  expect(rowsToSend(lines).map(({ serviceId }) => serviceId)).toEqual([1, 2, 3])
  expect(preview.map(({ line, name, point, problem }) => [line, name, point, problem])).toEqual([
    [1, '팔로워', 98, null],
    [2, null, null, '상품번호를 숫자로 적어 주세요.'],
    [3, null, null, refused.message],
    [4, '좋아요', 30, null],
  ])
})

test('what was not ordered stays to be corrected, as it was written', () => {
  const rows = placedRows(preview, [
    { index: 0, orderId: 7 },
    { index: 1, code: 'INSUFFICIENT_POINTS', message: '포인트가 부족합니다.' },
  ])
  expect(rows.map(({ orderId }) => orderId)).toEqual([7, null, null, null])
  expect(linesToCorrect(rows)).toBe('하나|https://a.kr|5\n2|@b|20\n3|=c|30')
})

test('the file says what became of each line, and runs nothing in a spreadsheet', () => {
  const rows = placedRows(preview, [
    { index: 0, orderId: 7 },
    { index: 1, orderId: 8 },
  ])
  expect(resultFile(rows).split('\r\n')).toEqual([
    '\ufeff줄,주문번호,상품번호,상품,링크,수량,금액,결과',
    '1,7,1,팔로워,https://a.kr,10,98,주문 완료',
    '2,,,,하나|https://a.kr|5,,,상품번호를 숫자로 적어 주세요.',
    `3,,2,,'@b,20,,${refused.message}`,
    "4,8,3,좋아요,'=c,30,30,주문 완료",
    '',
  ])
})
