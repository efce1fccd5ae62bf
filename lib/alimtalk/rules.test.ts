import { expect, test } from 'vitest'
import { connectionFields } from '#lib/connections/labels.ts'
import { messageTemplates, templateKinds } from '#lib/messages/labels.ts'
import { alertLimits, countEndedOrders, maskPhone, shopNameForTemplate, templateFields, textKindOf } from './rules.ts'

test.each(templateKinds)('the id of the template %s is a field of Solapi’s form that names it', (kind) => {
  const field = connectionFields('solapi').find(({ name }) => name === templateFields[kind])
  expect(field?.label).toBe(`${messageTemplates[kind].label} 템플릿 ID`)
})

test('between two messages of a kind are 1, 10 or 30 minutes, and a day has 10, 3 and 10', () => {
  expect(alertLimits).toEqual({
    CHARGE: { pauseMinutes: 1, aDay: 10 },
    HOLD: { pauseMinutes: 10, aDay: 3 },
    ORDER: { pauseMinutes: 30, aDay: 10 },
  })
})

test.each([
  ['포인트샵', '포인트샵'],
  ['  포인트   샵 ', '포인트 샵'],
  ['포인트·샵 (주) A&B_1-2', '포인트·샵 (주) A&B_1-2'],
  ['ＳＨＯＰ', 'SHOP'],
  ['https://shop.kr/?a=1', 'https shop kr a 1'],
  ['#{상점명}', '상점명'],
  [` ${'가'.repeat(21)}`, '가'.repeat(20)],
  [`${'가'.repeat(19)} 나`, '가'.repeat(19)],
  ['𠮷'.repeat(21), '𠮷'.repeat(20)],
  ['🎉!?', '안내'],
  ['', '안내'],
])('the shop named %j is %j in a message: short, and no link or variable', (name, value) => {
  expect(shopNameForTemplate(name)).toBe(value)
})

test.each([
  ['', 'SMS'],
  ['가'.repeat(45), 'SMS'],
  [`${'가'.repeat(45)}a`, 'LMS'],
  ['a'.repeat(90), 'SMS'],
  ['a'.repeat(91), 'LMS'],
  ['🎉'.repeat(45), 'SMS'],
  [`${'\u007f'.repeat(88)}\u0080`, 'SMS'],
  [`${'\u007f'.repeat(89)}\u0080`, 'LMS'],
])('%j is sent as %s: ASCII takes one byte, anything else two, and an SMS has 90', (text, kind) => {
  expect(textKindOf(text)).toBe(kind)
})

test('a telephone number shows only its ends', () => {
  expect(maskPhone('01012345678')).toBe('010-****-5678')
})

test('ended orders are counted by how they ended, those under way are not', () => {
  const notices = [2, 2, 2, 3, 3, 5, 0, 1, 4].map((status) => ({ status, point: null }))
  expect(countEndedOrders(notices)).toEqual({ 완료: '3', 일부: '2', 취소: '1' })
  expect(countEndedOrders([])).toEqual({ 완료: '0', 일부: '0', 취소: '0' })
})
