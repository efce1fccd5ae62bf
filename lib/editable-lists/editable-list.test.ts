import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { adminNoticesCall, changeNoticeCall, createNoticeCall } from '#lib/content/calls.ts'
import { db } from '#lib/core/db.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { send, signIn } from '#lib/web/testing/caller.ts'

const noticesPath = '/api/admin/notices'
const signInManager = async () => (await signIn(await makeMember({ role: 'MANAGER' }), 'MANAGER')).headers
const headers = await signInManager()

const createNotice = async (content: string): Promise<number> =>
  (await send(createNoticeCall, { headers, body: { content } })).json.id
const noticeAuditOf = (id: number, action: string) =>
  db().rows<{ before: object; after: object }>(
    "SELECT before, after FROM audit_entries WHERE subject_type = 'notice' AND subject_id = $1 AND action = $2 ORDER BY id",
    [String(id), action],
  )

test('of two managers who change the same row at once one saves; the other is told, and leaves no audit row', async () => {
  const id = await createNotice('처음')
  const others = await signInManager()
  const answers = await Promise.all(
    [headers, others].map((each, at) =>
      send(changeNoticeCall, {
        headers: each,
        path: `${noticesPath}/${id}`,
        body: { content: `바꿈 ${at}`, seen: { content: '처음' } },
      }),
    ),
  )
  const [saved, refused] = answers.toSorted((a, b) => a.status - b.status)
  expect([saved?.status, refused?.status, refused?.json.code]).toEqual([200, 409, 'CONFLICT'])
  expect(await noticeAuditOf(id, 'notice.change')).toMatchObject([
    { before: { content: '처음' }, after: { content: saved?.json.content } },
  ])
})

test('changes of different fields at once are all saved, each audit row beginning where another ended', async () => {
  const id = await createNotice('처음')
  const bodies = [
    { content: '바꿈', seen: { content: '처음' } },
    { isTop: true, seen: { isTop: false } },
    { bgColor: '#ffffff' },
  ]
  const answers = await Promise.all(
    bodies.map((body) => send(changeNoticeCall, { headers, path: `${noticesPath}/${id}`, body })),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const { json } = await send(adminNoticesCall, { headers, path: noticesPath, search: `cursor=${id + 1}&size=1` })
  expect(json.rows).toMatchObject([{ content: '바꿈', isTop: true, bgColor: '#ffffff' }])
  const trail = await noticeAuditOf(id, 'notice.change')
  expect(new Set(trail.map(({ before }) => JSON.stringify(before))).size).toBe(3)
  expect(trail.at(-1)?.after).toEqual(json.rows[0])
})

const clientConnectionsSql = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'`

test('a process killed between a row and its audit row leaves neither', async () => {
  const member = await makeMember({ role: 'MANAGER' })
  const content = '끊긴 공지'
  await ownerDatabase().transaction(async (tx) => {
    await tx.rows('LOCK TABLE audit_entries IN EXCLUSIVE MODE')
    const script = join(import.meta.dirname, 'testing/create-notice.ts')
    const child = spawn(process.execPath, [script, content, String(member.id)], { stdio: 'inherit' })
    const closed = once(child, 'close')
    await vi.waitFor(async () => {
      const waiting = `${clientConnectionsSql} AND wait_event_type = 'Lock' AND query LIKE 'INSERT INTO audit_entries%'`
      expect(await db().rows(waiting)).toHaveLength(1)
    }, 60_000)
    child.kill('SIGKILL')
    await closed
  })
  // Waits until PostgreSQL has finished the statement of the killed process, so that no connection is busy.
  await vi.waitFor(async () => {
    expect(await db().rows(`${clientConnectionsSql} AND state <> 'idle' AND pid <> pg_backend_pid()`)).toEqual([])
  }, 60_000)
  expect(await db().rows('SELECT FROM notices WHERE content = $1', [content])).toEqual([])
  expect(await db().rows('SELECT FROM audit_entries WHERE actor_id = $1', [member.id])).toEqual([])
  expect(await createNotice(content)).toBeGreaterThan(0)
})

test.each([
  ['100%', '100 %'],
  ['a_b', 'axb'],
  ['C:\\a', 'C:a'],
  ['\\', '/'],
  ['%', '/'],
  ['_', '/'],
])('a search for %s finds these characters, and no others in their place', async (part, other) => {
  await db().rows('DELETE FROM notices')
  const id = await createNotice(`앞 ${part} 뒤`)
  await createNotice(`앞 ${other} 뒤`)
  const search = new URLSearchParams({ q: part.toUpperCase() }).toString()
  const { json } = await send(adminNoticesCall, { headers, path: noticesPath, search })
  expect([json.total, json.rows.map((row: { id: number }) => row.id)]).toEqual([1, [id]])
})
