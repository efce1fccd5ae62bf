import { expect, test } from 'vitest'
import { autoOrderStatus } from '#lib/orders/auto/labels.ts'
import { autoStatusText, isWritingAction, nameOfAction } from './rules.ts'

test.each([
  [{ action: 'status', order: '1' }, 'status'],
  [{ action: ' add ' }, 'add'],
  [{ order: '1' }, 'refill'],
  [{ orders: '1,2' }, 'refill'],
  [{ refill: '1' }, 'refill_status'],
  [{ refills: '1,2' }, 'refill_status'],
  [{ refill: '1', order: '1' }, 'refill_status'],
  [{ action: 7, order: '1' }, '-'],
  [{ action: ['add'] }, '-'],
  [{ action: '' }, ''],
  [{}, ''],
  [{ service: '1', link: 'x', quantity: '1' }, ''],
])('%j asks for %j', (fields, action) => expect(nameOfAction(fields)).toBe(action))

const { ACTIVE, COMPLETED, CANCLED, PARTIAL } = autoOrderStatus
const ended = { anyOpen: false, allPending: false, allCompleted: false, allCanceled: false }
const open = { ...ended, anyOpen: true }

test.each([
  ['Pending', { ...open, status: ACTIVE, allPending: true }],
  ['In progress', { ...open, status: ACTIVE }],
  ['In progress', { ...ended, status: ACTIVE, allCompleted: true }],
  ['In progress', { ...open, status: CANCLED }],
  ['Completed', { ...ended, status: COMPLETED, allCompleted: true }],
  ['Partial', { ...ended, status: COMPLETED }],
  ['Partial', { ...ended, status: PARTIAL }],
  ['Partial', { ...ended, status: CANCLED, allCompleted: true }],
  ['Canceled', { ...ended, status: COMPLETED, allCanceled: true }],
  ['Canceled', { ...ended, status: PARTIAL, allCanceled: true }],
  ['Canceled', { ...ended, status: CANCLED, allCanceled: true }],
])('an auto order is %s: %j', (text, sums) => expect(autoStatusText(sums)).toBe(text))

test('add, cancel, refill and speed_up count as writes, the other actions as reads', () => {
  const actions = ['services', 'add', 'status', 'cancel', 'refill', 'refill_status', 'speed_up', 'balance', '', '-']
  expect(actions.filter(isWritingAction)).toEqual(['add', 'cancel', 'refill', 'speed_up'])
})
