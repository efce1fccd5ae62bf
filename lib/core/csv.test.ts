import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

const heads = {
  status: ['상태', { 1: '진행중' }],
  isQuiet: ['알림', { true: '예', false: '아니요' }],
  isOpen: '열림',
} as const

test('codes, and true and false, become their labels; without labels they stay as they are', () => {
  expect(csvLine(heads, { status: 1, isQuiet: true, isOpen: true })).toBe('진행중,예,true\r\n')
  expect(csvLine(heads, { status: 2, isQuiet: false, isOpen: false })).toBe('2,아니요,false\r\n')
})
