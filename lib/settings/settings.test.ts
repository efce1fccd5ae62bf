import { beforeEach, expect, test, vi } from 'vitest'
import { db } from '#lib/core/db.ts'
import { ask } from '#lib/core/testing/call.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import { settingsCall } from './calls.ts'
import { settings } from './queries.ts'
import { publicSettingKeys, settingsFromRows } from './schema.ts'

const storeSetting = (key: string, value: unknown) =>
  db().rows(
    'INSERT INTO settings (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    [key, JSON.stringify(value)],
  )

beforeEach(() => ownerDatabase().rows('DELETE FROM settings'))

test('every key of the contract is listed once, as a boolean, a number array or a string', async () => {
  const { status, json } = await ask(settingsCall)
  expect(status).toBe(200)
  const keys = json.map((row: { key: string }) => row.key)
  expect(keys).toHaveLength(29)
  expect(keys).toEqual(publicSettingKeys)
  for (const { value } of json) expect(Array.isArray(value) || ['boolean', 'string'].includes(typeof value)).toBe(true)
})

test('what visitors need not know is not listed', async () => {
  await storeSetting('REFERRAL_REWARD_PERCENT', 5)
  const { json } = await ask(settingsCall)
  expect(JSON.stringify(json)).not.toMatch(/REFERRAL_REWARD|ADJUSTMENT/)
  await vi.waitFor(async () => expect((await settings(db())).REFERRAL_REWARD_PERCENT).toBe(5), 60_000)
})

test('a saved value shows within a moment', async () => {
  await settings(db())
  await storeSetting('ENABLE_SERVICE_CHECK', true)
  await vi.waitFor(async () => {
    const { json } = await ask(settingsCall)
    expect(json).toContainEqual({ key: 'ENABLE_SERVICE_CHECK', value: true })
  }, 60_000)
})

test('a missing or impossible value gives way to its default, unknown keys to nothing', () => {
  const rows = [
    { key: 'ENABLE_QNA', value: 'yes' },
    { key: 'SITE_MAIN_COLOR', value: 'red' },
    { key: 'POINT_CHARGE_BUTTON_OPTIONS', value: [1_000, 'a'] },
    { key: 'BANKING_NAME', value: ' 국민은행 ' },
    { key: 'UNKNOWN', value: 1 },
  ]
  const all = settingsFromRows(rows)
  expect(all).toMatchObject({
    ENABLE_QNA: true,
    SITE_MAIN_COLOR: '#2563eb',
    POINT_CHARGE_BUTTON_OPTIONS: [1_000, 5_000, 10_000, 50_000, 100_000, 500_000],
    BANKING_NAME: '국민은행',
    REFERRAL_REWARD_PERCENT: 0,
    ADJUSTMENT_LIMIT: 1_000_000,
    STAFF_IDLE_MINUTES: 30,
  })
  expect(all).not.toHaveProperty('UNKNOWN')
})
