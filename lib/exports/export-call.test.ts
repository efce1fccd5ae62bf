import { expect, test } from 'vitest'
import { exportAuditCall } from '#lib/audit/trail/calls.ts'
import { exportChargesCall } from '#lib/charges/calls.ts'
import { feeType } from '#lib/charges/labels.ts'
import { makeCharge } from '#lib/charges/testing/charges.ts'
import type { Call } from '#lib/core/call.ts'
import { db } from '#lib/core/db.ts'
import { exportMembersCall } from '#lib/members/calls.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { type Headers, send, signedIn } from '#lib/web/testing/caller.ts'
import { daysInFileName } from './export-call.ts'

const signInSupport = () => signedIn({ role: 'SUPPORT' })

async function exportedFile(call: Call, headers: Headers, search = '') {
  const answer = await send(call, { headers, search })
  const text = await new Response(answer.stream).bytes()
  return { ...answer, text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(text) }
}

test('a list is a file for Excel: its heads, its rows as filtered, codes in words, moments in Seoul’s time', async () => {
  const { headers } = await signInSupport()
  const { id: memberId } = await makeMember()
  const id = await makeCharge({ memberId, name: '수출,"홍길동"', point: 12_345 })
  await db().rows("UPDATE charges SET created_at = '2026-11-20T15:30:00Z' WHERE id = $1", [id])
  const { text, headers: responseHeaders } = await exportedFile(
    exportChargesCall,
    headers,
    `status=0&q=${encodeURIComponent('수출')}`,
  )
  const [head, row, end] = text.split('\r\n')
  expect(head).toMatch(/^\ufeff번호,요청 시각,/)
  expect(row).toMatch(new RegExp(`^${id},2026-11-21 00:30:00,${memberId},`))
  expect(row).toContain(',"수출,""홍길동""",12345,12345,신청 안 함,대기,')
  expect(end).toBe('')
  expect(responseHeaders['content-type']).toBe('text/csv; charset=utf-8')
  expect(decodeURIComponent(String(responseHeaders['content-disposition']))).toMatch(
    /^attachment; .*충전-\d{4}-\d\d-\d\d\.csv$/,
  )
})

test.each(['=1+1', '+82', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1', '010123', '123456789012345678'])(
  'nothing that a sheet would run or round: %j is words',
  async (memo) => {
    const { headers } = await signInSupport()
    const { id, loginId } = await makeMember()
    await db().rows('UPDATE members SET memo = $2 WHERE id = $1', [id, memo])
    const { text } = await exportedFile(exportMembersCall, headers, `q=${loginId}`)
    expect(text).toContain(/[\r\n]/.test(memo) ? `,"'${memo}",` : `,'${memo},`)
  },
)

test('a file is named by the days it contains, none of which is still to come', async () => {
  const { headers } = await signInSupport()
  const { headers: answered } = await exportedFile(exportChargesCall, headers, 'from=2026-01-01&to=2026-01-31')
  expect(decodeURIComponent(String(answered['content-disposition']))).toBe(
    `attachment; filename="2026-01-01~2026-01-31.csv"; filename*=UTF-8''충전-2026-01-01~2026-01-31.csv`,
  )
  const today = '2026-11-22'
  expect(daysInFileName({ from: '2026-11-01', to: '2026-11-30' }, today)).toBe('2026-11-01~2026-11-22')
  expect(daysInFileName({ from: '2026-11-03' }, today)).toBe('2026-11-03~2026-11-22')
  expect(daysInFileName({ from: '2026-11-03', to: '2026-11-03' }, today)).toBe('2026-11-03')
  expect(daysInFileName({ to: '2026-11-03' }, today)).toBe('~2026-11-03')
  expect(daysInFileName({}, today)).toBe(today)
})

test('a list longer than one query returns is exported whole, each row once', async () => {
  const { headers } = await signInSupport()
  const { id } = await makeMember()
  await db().rows(
    `INSERT INTO charges (member_id, name, normal_name, point, pay_amount, fee_type, fee_value, expires_at)
     SELECT $1, '긴목록', '긴목록', 100, 100, ${feeType.NONE}, '{}', now() + interval '1 hour' FROM generate_series(1, 2345)`,
    [id],
  )
  const { text } = await exportedFile(exportChargesCall, headers, `q=${encodeURIComponent('긴목록')}`)
  const ids = text
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(',')[0])
  expect(new Set(ids).size).toBe(2_345)
  expect(ids).toHaveLength(2_345)
})

test('no more pages are read after the client has disconnected', async () => {
  const { headers } = await signInSupport()
  const { stream } = await send(exportChargesCall, { headers })
  const reader = stream?.getReader()
  await reader?.read()
  await reader?.cancel()
  expect(await reader?.read()).toEqual({ done: true, value: undefined })
})

test('who took a list, and which, is in the audit trail; a member gets none', async () => {
  const { id, headers } = await signInSupport()
  await exportedFile(exportChargesCall, headers, 'status=1&q=hong')
  const trail = await db().rows('SELECT action, subject_id, after FROM audit_entries WHERE actor_id = $1', [id])
  expect(trail).toEqual([{ action: 'list.export', subjectId: 'charges', after: { status: 1, q: 'hong' } }])
  expect((await send(exportAuditCall, { headers: (await signedIn()).headers })).status).toBe(403)
})
