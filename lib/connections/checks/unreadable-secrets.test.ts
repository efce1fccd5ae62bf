import { beforeEach, expect, test } from 'vitest'
import { chooseCarriers } from '#lib/alimtalk/choose-carriers.ts'
import { checkPayments } from '#lib/card-payments/check-payments.ts'
import { db } from '#lib/core/db.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import { pollSources } from '#lib/deposits/sources/poll-sources.ts'
import { makeConnection } from '../testing/connections.ts'

const pollNow = async () => {
  await db().rows("UPDATE source_polls SET next_poll_at = now() - interval '1 second'")
  await pollSources(db())
}

const openTasks = () =>
  db().rows<{ detail: unknown }>("SELECT detail FROM tasks WHERE kind = 'CONNECTION_DOWN' AND resolved_at IS NULL")

beforeEach(async () => {
  await ownerDatabase().rows("DELETE FROM tasks WHERE kind = 'CONNECTION_DOWN'")
})

test.each([
  ['popbill', pollNow],
  ['solapi', () => chooseCarriers(db())],
  ['portone', () => checkPayments(db())],
] as const)(
  'staff are told that %s isn’t used because its keys can’t be read, as after a change of AUTH_SECRET',
  async (kind, use) => {
    await makeConnection({ kind })
    await db().rows("UPDATE connections SET secrets = '\\x00' WHERE kind = $1", [kind])
    await use()
    expect(await openTasks()).toEqual([])
    await db().rows("UPDATE connections SET failing_since = failing_since - interval '20 minutes' WHERE kind = $1", [
      kind,
    ])
    await use()
    const error = '저장된 키를 읽을 수 없어요. 키를 다시 등록해 주세요.'
    expect(await openTasks()).toEqual([{ detail: { connection: kind, error } }])
    await db().rows('DELETE FROM connections WHERE kind = $1', [kind])
  },
)
