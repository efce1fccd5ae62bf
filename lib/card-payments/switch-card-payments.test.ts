import { beforeEach, expect, test } from 'vitest'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { makeConnection } from '#lib/connections/testing/connections.ts'
import { db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { areCardPaymentsOffered, readCardOffer } from './queries.ts'
import { switchCardPayments } from './switch-card-payments.ts'

beforeEach(() => db().rows("DELETE FROM connections WHERE kind = 'portone'"))

const checked = () => db().rows("UPDATE connections SET checked_at = now() WHERE kind = 'portone'")
const switchTo = (on: boolean) => switchCardPayments(db(), someStaff, { on })

test('payments are offered only once an owner has switched on a connection that was checked and works', async () => {
  await expect(switchTo(true)).rejects.toThrow('포트원 연결이 없어요.')
  await makeConnection({ kind: 'portone' })
  await expect(switchTo(true)).rejects.toThrow('연결을 먼저 확인해 주세요.')
  await db().rows(
    "UPDATE connections SET checked_at = now(), error = 'x', failures = 1, failing_since = now() WHERE kind = 'portone'",
  )
  await expect(switchTo(true)).rejects.toThrow('연결을 먼저 확인해 주세요.')
  expect(await areCardPaymentsOffered(db())).toBe(false)
  await db().rows("UPDATE connections SET error = NULL, failures = 0, failing_since = NULL WHERE kind = 'portone'")
  await switchTo(true)
  expect([await areCardPaymentsOffered(db()), (await readCardOffer(db())).webhookUrl]).toEqual([
    true,
    `${env().PUBLIC_URL}/hooks/portone`,
  ])
  await switchTo(true)
  await switchTo(false)
  expect(await areCardPaymentsOffered(db())).toBe(false)
  const [audited] = await db().rows(
    "SELECT count(*)::int AS n FROM audit_entries WHERE action = 'connection.crediting' AND subject_id = 'portone'",
  )
  expect(audited).toEqual({ n: 2 })
})

test('a test environment credits nobody where other addresses aren’t allowed', async () => {
  const { ALLOW_PRIVATE_PROVIDERS } = env()
  await makeConnection({ kind: 'portone', values: { environment: 'TEST' }, isReal: false })
  await checked()
  try {
    env().ALLOW_PRIVATE_PROVIDERS = false
    await expect(switchTo(true)).rejects.toThrow('테스트 환경의 결제로는')
  } finally {
    env().ALLOW_PRIVATE_PROVIDERS = ALLOW_PRIVATE_PROVIDERS
  }
})
