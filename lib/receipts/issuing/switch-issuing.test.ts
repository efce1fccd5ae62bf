import { afterEach, beforeEach, expect, test } from 'vitest'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { saveConnection } from '#lib/connections/saving/save-connection.ts'
import { makeConnection } from '#lib/connections/testing/connections.ts'
import { type Database, db } from '#lib/core/db.ts'
import { type PopbillStandIn, startPopbillStandIn } from '#lib/deposits/sources/testing/popbill-stand-in.ts'
import { issuersForStaff } from './queries.ts'
import { isLinkToIssuer } from './rules.ts'
import { switchIssuing } from './switch-issuing.ts'
import { connectIssuer, endIssuingWork } from './testing/world.ts'

let standIn: PopbillStandIn
beforeEach(async () => {
  standIn = await startPopbillStandIn()
})
afterEach(async () => {
  await standIn.stop()
  await endIssuingWork()
})

const owner = { ...someStaff, role: 'OWNER' as const }
const kind = 'popbill'
const turn = (on: boolean) => switchIssuing(db(), owner, { kind, on })
const isOn = async () => (await issuersForStaff(db())).map(({ issuesSince }) => issuesSince !== null)

const audited = () =>
  db().rows("SELECT after FROM audit_entries WHERE action = 'connection.issuing' ORDER BY id DESC LIMIT 1")

test('a checked service is switched on and off, once each, and the audit trail says so', async () => {
  await connectIssuer(standIn, { issues: false })
  await turn(true)
  await turn(true)
  expect(await isOn()).toContain(true)
  expect(await audited()).toEqual([{ after: { issues: true } }])
  await turn(false)
  expect(await isOn()).not.toContain(true)
  expect(await audited()).toEqual([{ after: { issues: false } }])
})

test('one that isn’t connected, wasn’t checked or has just failed isn’t switched on', async () => {
  await expect(turn(true)).rejects.toThrow('팝빌 연결이 없어요.')
  await makeConnection({ kind, values: standIn.values, baseUrl: standIn.url })
  await expect(turn(true)).rejects.toThrow('연결 확인에 성공한 뒤에')
  await db().rows(
    "UPDATE connections SET checked_at = now(), error = '응답이 없어요.', failures = 1, failing_since = now()",
  )
  await expect(turn(true)).rejects.toThrow('연결 확인에 성공한 뒤에')
  expect(await isOn()).not.toContain(true)
})

test('one that refuses the stored values when it is asked at that moment isn’t either', async () => {
  await connectIssuer(standIn, { issues: false, values: standIn.wrongValues })
  await expect(turn(true)).rejects.toThrow('링크아이디나 비밀키')
  expect(await isOn()).not.toContain(true)
})

test('one whose values are replaced while it is asked isn’t either: it was asked about others', async () => {
  await connectIssuer(standIn, { issues: false })
  const input = { values: { ...standIn.values, secretKey: 'another-secret-key' }, baseUrl: standIn.url }
  const database: Database = {
    ...db(),
    transaction: async (run, options) => {
      await saveConnection(db(), owner, { kind, input })
      await db().rows('UPDATE connections SET checked_at = now()')
      return db().transaction(run, options)
    },
  }
  await expect(switchIssuing(database, owner, { kind, on: true })).rejects.toThrow('연결 확인에 성공한 뒤에')
  expect(await isOn()).not.toContain(true)
})

test('of two services only one issues, however they are switched on', async () => {
  await connectIssuer(standIn, { issues: false })
  await makeConnection({ kind: 'solapi' })
  await db().rows("UPDATE connections SET issues_since = now() WHERE kind = 'solapi'")
  await expect(turn(true)).rejects.toThrow('다른 서비스가 이미 영수증을 발행하고 있어요.')
  await expect(db().rows("UPDATE connections SET issues_since = now() WHERE kind = 'popbill'")).rejects.toThrow(
    'unique',
  )
})

test('another account of the service issues nothing until it is switched on again', async () => {
  await connectIssuer(standIn, { issues: false })
  await turn(true)
  const input = { values: { ...standIn.values, corpNum: '2208162517' }, baseUrl: standIn.url }
  await saveConnection(db(), owner, { kind, input })
  expect(await isOn()).not.toContain(true)
})

test.each([
  ['https://www.popbill.com/App/API?T=1', true],
  ['https://test.popbill.com/App/API?T=1', true],
  ['https://popbill.com/a', true],
  ['http://www.popbill.com/a', false],
  ['https://www.popbill.com:8443/a', false],
  ['https://popbill.com.evil.example/a', false],
  ['https://notpopbill.com/a', false],
  ['https://user@www.popbill.com/a', false],
  ['https://www.popbill.com@evil.example/a', false],
  ['javascript:alert(1)', false],
  ['', false],
])('a page at %s leads to the service: %s', (link, isOwn) => {
  expect(isLinkToIssuer(link, { domain: 'popbill.com', standInUrl: null })).toBe(isOwn)
})

test('a connection to another address leads to that one alone', () => {
  const standInUrl = 'http://127.0.0.1:4102'
  expect(isLinkToIssuer('http://127.0.0.1:4102/App', { domain: 'popbill.com', standInUrl })).toBe(true)
  expect(isLinkToIssuer('https://www.popbill.com/App', { domain: 'popbill.com', standInUrl })).toBe(false)
})
