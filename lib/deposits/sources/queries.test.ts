import { afterEach, expect, test } from 'vitest'
import { db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { makeDeposit } from '../testing/deposits.ts'
import { otherDepositSources, sourcesForStaff } from './queries.ts'

const secret = env().DEPOSIT_HOOK_SECRET
afterEach(() => Object.assign(env(), { DEPOSIT_HOOK_SECRET: secret }))

test('hook and import say whether they can be used, and when they last brought a deposit', async () => {
  expect(await otherDepositSources(db())).toEqual([
    { source: 'HOOK', isOn: true, lastAt: null },
    { source: 'IMPORT', isOn: true, lastAt: null },
  ])
  await makeDeposit()
  Object.assign(env(), { DEPOSIT_HOOK_SECRET: undefined })
  expect(await otherDepositSources(db())).toEqual([
    { source: 'HOOK', isOn: false, lastAt: expect.stringMatching(/^20/) },
    { source: 'IMPORT', isOn: true, lastAt: null },
  ])
})

test('a source that is not connected has suggested nothing, and tells where its webhooks go', async () => {
  const [payaction] = await sourcesForStaff(db())
  expect(payaction).toEqual({
    kind: 'payaction',
    webhookUrl: `${env().PUBLIC_URL}/hooks/sources/payaction`,
    right: 0,
    waiting: 0,
    creditsSince: null,
    creditsBy: null,
  })
})
