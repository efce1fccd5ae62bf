import { compare } from 'bcryptjs'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { serviceTypeNames } from '#lib/catalog/service-types.ts'
import type { Db } from '#lib/core/db.ts'
import { createFreshDatabase } from '#lib/core/testing/database.ts'
import { settingKeys, settingsSchema } from '#lib/settings/schema.ts'
import { seed } from './seed.ts'
import { demoSettings } from './settings.ts'

let fresh: Awaited<ReturnType<typeof createFreshDatabase>>
let db: Db

beforeAll(async () => {
  fresh = await createFreshDatabase()
  db = fresh.db
  await seed(fresh.ownerUrl, { demo: true })
})

afterAll(() => fresh.drop())

const tables =
  'platforms categories services settings notices qnas register_wheres popups members balances point_entries'
const counts = async () => {
  const columns = tables.split(' ').map((table) => `(SELECT count(*)::int FROM ${table}) AS ${table}`)
  return (await db.rows<Record<string, number>>(`SELECT ${columns.join(', ')}`))[0]
}
const versions = () => db.rows('SELECT name, version FROM cache_versions ORDER BY name')

test('the shop has 15 platforms, each with categories, and at least 60 categories and 600 services', async () => {
  const categories = await db.rows<{ id: number; services: number }>(
    `SELECT p.id, count(s.id)::int AS services FROM platforms p
     LEFT JOIN categories c ON c.platform_id = p.id LEFT JOIN services s ON s.category_id = c.id
     GROUP BY p.id ORDER BY p.id`,
  )
  expect(categories.map((row) => row.id)).toEqual(Array.from({ length: 15 }, (_, i) => i + 1))
  expect(Math.min(...categories.map((row) => row.services))).toBeGreaterThanOrEqual(14)
  const found = await counts()
  expect(found?.categories).toBeGreaterThanOrEqual(60)
  expect(found?.services).toBeGreaterThanOrEqual(600)
})

test('what the shop begins with is not listed as new', async () => {
  expect(await db.rows('SELECT FROM service_days WHERE kind IS NOT NULL')).toEqual([])
})

test('every type of service that can be ordered is on sale', async () => {
  const types = await db.rows<{ type: string }>(
    'SELECT DISTINCT type FROM services WHERE NOT is_read_only ORDER BY type',
  )
  expect(types.map(({ type }) => type)).toEqual(serviceTypeNames.toSorted())
})

test('no category is empty, no two services share a name, no placeholder is left in one', async () => {
  const empty = 'SELECT id FROM categories c WHERE NOT EXISTS (SELECT FROM services WHERE category_id = c.id)'
  expect(await db.rows(empty)).toEqual([])
  expect(await db.rows('SELECT text FROM services GROUP BY text HAVING count(*) > 1')).toEqual([])
  expect(await db.rows("SELECT text FROM services WHERE text ~ '[{}]|undefined|  |NaN'")).toEqual([])
  expect(await db.rows("SELECT text FROM services WHERE notice ~ '[{}]|undefined|NaN' OR length(notice) < 60")).toEqual(
    [],
  )
})

test('a journey finds its likes at 3.3 P and the followers that the drawing shows at 98 won', async () => {
  const rows = await db.rows<{ text: string }>(
    'SELECT text, min, max, is_read_only FROM services WHERE unit_price = ANY($1::bigint[]) AND category_id <= 3 ORDER BY id',
    [[330_000n, 9_800_000n]],
  )
  expect(rows).toEqual([
    { text: '인스타그램 리얼 한국인 팔로워 — 30일 AS, 프로필 사진 있는 계정', min: 10, max: 30_000, isReadOnly: false },
    { text: expect.stringContaining('인스타그램 한국인 좋아요'), min: 10, max: 30_000, isReadOnly: false },
  ])
})

test('a service has refills for the days that its text promises, and else none', async () => {
  const rows = await db.rows<{ notice: string; refillDays: number }>('SELECT notice, refill_days FROM services')
  const promised = (notice: string) =>
    notice.includes('기간 제한 없이 다시 채워') ? 365 : Number(/(\d+)일 안에 줄어든 만큼/.exec(notice)?.[1] ?? 0)
  expect(rows.filter(({ notice, refillDays }) => refillDays !== promised(notice))).toEqual([])
  expect(rows.filter(({ refillDays }) => refillDays === 30).length).toBeGreaterThan(100)
})

test('views sell at 3 won per 1,000, some products are paused, many can be ordered again and again', async () => {
  expect(await db.rows('SELECT id FROM services WHERE unit_price = 300')).toHaveLength(1)
  const [kinds] = await db.rows<{ paused: number; auto: number }>(
    `SELECT count(*) FILTER (WHERE is_read_only)::int AS paused, count(*) FILTER (WHERE enable_auto)::int AS auto FROM services`,
  )
  expect(kinds?.paused).toBeGreaterThanOrEqual(5)
  expect(kinds?.auto).toBeGreaterThanOrEqual(200)
})

test('every seeded setting is one the shop knows and accepts', () => {
  for (const [key, value] of Object.entries(demoSettings)) expect(settingKeys, `${value}`).toContain(key)
  expect(settingsSchema.safeParse(demoSettings).error).toBeUndefined()
})

test('the demo accounts have their passwords and the books balance', async () => {
  const members = await db.rows<{ loginId: string; role: string; passwordHash: string; point: bigint; ledger: bigint }>(
    `SELECT m.login_id, m.role, m.password_hash, b.point,
       (SELECT coalesce(sum(delta), 0)::bigint FROM point_entries WHERE member_id = m.id) AS ledger
     FROM members m JOIN balances b ON b.member_id = m.id ORDER BY m.login_id DESC`,
  )
  expect(members).toMatchObject([
    { loginId: 'owner', role: 'OWNER', point: 0n, ledger: 0n },
    { loginId: 'member', role: 'MEMBER', point: 10_000_000n, ledger: 10_000_000n },
  ])
  for (const { loginId, passwordHash } of members)
    expect(await compare(`${loginId}-demo-1234`, passwordHash)).toBe(true)
})

test('seeding again, even twice at once, changes nothing and keeps what staff changed', async () => {
  await db.rows("UPDATE services SET text = '바꾼 이름' WHERE id = 1")
  await db.rows("UPDATE settings SET value = '\"우리샵\"' WHERE key = 'FOOTER_COMPANY'")
  const before = [await counts(), await versions()]
  await Promise.all([seed(fresh.ownerUrl, { demo: true }), seed(fresh.ownerUrl, { demo: true })])
  expect([await counts(), await versions()]).toEqual(before)
  expect(await db.rows('SELECT text FROM services WHERE id = 1')).toEqual([{ text: '바꾼 이름' }])
  expect(await db.rows("SELECT value FROM settings WHERE key = 'FOOTER_COMPANY'")).toEqual([{ value: '우리샵' }])
})

test('new rows of staff continue behind the seeded ids', async () => {
  const [row] = await db.rows<{ id: number }>(
    "INSERT INTO services (category_id, text, unit_price, min, max) VALUES (1, '새 상품', 100000, 1, 10) RETURNING id",
  )
  const [{ services } = { services: 0 }] = await db.rows<{ services: number }>(
    'SELECT count(*)::int AS services FROM services',
  )
  expect(row?.id).toBe(services)
})

test('without the demo nobody with a known password exists', async () => {
  const other = await createFreshDatabase()
  onTestFinished(other.drop)
  await seed(other.ownerUrl)
  expect(await other.db.rows('SELECT id FROM members')).toEqual([])
})
