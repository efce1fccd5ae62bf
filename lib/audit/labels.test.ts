import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { depositStatuses } from '#lib/deposits/labels.ts'
import { receiptStatuses } from '#lib/receipts/labels.ts'
import { auditActionText, auditNounLabels, auditSubjectText } from './labels.ts'

const libFolder = join(import.meta.dirname, '..')

/** All actions that occur as string literals in the source. */
const writtenActions = readdirSync(libFolder, { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!test)\.ts$/.test(file) && !/testing|generated/.test(file))
  .flatMap((file) => [...readFileSync(join(libFolder, file), 'utf8').matchAll(/action: '([a-z-]+\.[a-z.-]+)'/g)])
  .map(([, action = '']) => action)

test('every action of staff has a label', () => {
  expect(writtenActions.length).toBeGreaterThan(15)
  const made = [
    ...receiptStatuses.map((status) => `receipt.${status.toLowerCase()}`),
    ...depositStatuses
      .filter((status) => status !== 'WAITING' && status !== 'UNCONFIRMED')
      .map((status) => `deposit.${status.toLowerCase()}`),
    ...['enrol', 'recovery', 'reset'].map((step) => `staff.totp.${step}`),
  ]
  const wordless = [...new Set([...writtenActions, ...made])].filter((action) =>
    /[a-z]/.test(auditActionText(action).replace('API', '')),
  )
  expect(wordless).toEqual([])
})

test('the filter by kind offers each kind once', () => {
  const labels = Object.values(auditNounLabels)
  expect(labels).toEqual([...new Set(labels)])
  expect(auditSubjectText('pending-change', '3')).toBe('중요 변경 3')
})

test('the subject of an action has a label, also an exported list', () => {
  expect(auditSubjectText('order', '10001')).toBe('주문 10001')
  expect(auditSubjectText('settings', '-')).toBe('설정')
  expect(auditSubjectText('adjustment', '1')).toBe('포인트 조정 1')
  expect(auditSubjectText('export', 'refund-requests')).toBe('환불 목록')
})
