import { defaultApprovalLimits } from '#lib/approvals/testing/approvals.ts'
import { staffOf } from '#lib/audit/testing/actors.ts'
import { makeConnection } from '#lib/connections/testing/connections.ts'
import { db } from '#lib/core/db.ts'
import { makeMember, type TestMember } from '#lib/members/testing/members.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { requestChange } from '#lib/pending-changes/request-change.ts'
import { adjustPoints } from '#lib/points/adjust-points.ts'
import { makePriceGroup, makePriceRule, putIntoPriceGroup } from '#lib/prices/testing/prices.ts'
import { fileTask, type NewTask } from '#lib/tasks/file-task.ts'

const selectIds = async (sql: string, values: unknown[] = []): Promise<number[]> =>
  (await db().rows<{ id: number }>(sql, values)).map(({ id }) => id)

const providerError = 'HTTP 502 without readable JSON: upstream connect error or disconnect/reset before headers'

const receiptError =
  '팝빌이 거절했어요: 식별번호가 올바르지 않습니다 (-14001005). 팝빌의 현금영수증 화면을 확인해 주세요.'
const connectionError = '페이액션이 API 키나 상점 ID를 받아 주지 않았어요. 대시보드의 값과 같은지 확인해 주세요.'

/**
 * Connects a deposit source that has been failing for an hour; 7 of its earlier suggestions were correct. No server
 * listens at its address, so that the shop's worker doesn't call the real deposit source.
 */
async function connectSource(): Promise<void> {
  await makeConnection({ kind: 'popbill', baseUrl: 'http://127.0.0.1:9' })
  await db().rows(
    `UPDATE connections SET error = $1, failures = 12, checked_at = now(), failing_since = now() - interval '1 hour',
       connected_at = now() - interval '1 day' WHERE kind = 'popbill'`,
    [connectionError],
  )
  await db().rows(
    `INSERT INTO deposits (external_id, name, normal_name, amount, at, source, connection, is_proved, status, suggestion,
       matched_at)
     SELECT 'popbill:' || n, '김연동', '김연동', 1000000, now(), 'CONNECTION', 'popbill', true, 'RETURNED', 'RIGHT', now()
     FROM generate_series(1, 7) AS n`,
  )
}

/** Inserts a provider with a list of services, none of which the shop sells yet. Returns the provider's id. */
async function makeListedProvider(): Promise<number> {
  const [providerId = 0] = await selectIds(
    `INSERT INTO providers (name, api_url, encrypted_key, enabled)
     VALUES ('글로벌 소셜 마케팅 파트너스', 'https://panel.example.com/api/v2', '\\x00', false) RETURNING id`,
  )
  const name = 'Instagram Followers [Non Drop] [Lifetime Refill] [Max: 5M] [Start: 0-15 Min] [Speed: 100K/Day] ⚡♻️'
  await db().rows(
    `INSERT INTO provider_services (provider_id, remote_id, name, category, rate, min, max, refill, cancel, dripfeed, gone)
     SELECT $1, n::text, $2 || ' ' || n, 'Instagram Followers — Real & Active Accounts', n * 12345678::bigint, 10, 5000000,
       n % 2 = 0, n % 3 = 0, false, n = 5
     FROM generate_series(1, 6) AS n`,
    [providerId, name],
  )
  return providerId
}

/**
 * Files tasks about this member, his orders and this provider: one of each kind that looks different in the console.
 */
async function fileTasks({ id: memberId }: TestMember, providerId: number): Promise<void> {
  const orders = await selectIds(
    `SELECT id FROM orders WHERE member_id = $1 AND status IN (${orderStatus.PENDING}, ${orderStatus.COMPLETED}) ORDER BY status, id`,
    [memberId],
  )
  const orderRef = (index: number) => ({ refType: 'order', refId: orders.at(index) ?? 0 }) as const
  const [serviceId = 0] = await selectIds('SELECT id FROM services ORDER BY length(text) DESC LIMIT 1')
  const providerRef = { refType: 'provider', refId: providerId } as const
  const name = '(주)온미디어커뮤니케이션즈'
  const tasks: NewTask[] = [
    { kind: 'REWARD_REVERSAL', refType: 'member', refId: memberId, detail: { missing: 1_250.5 } },
    { kind: 'DORMANT', refType: 'member', refId: memberId, detail: { since: '2025-11-20T00:00:00.000Z' } },
    {
      kind: 'OUTBOX',
      refType: 'channel',
      refId: 2,
      detail: { channel: 'SMS', id: 3, fault: 'SOLAPI NotEnoughBalance' },
    },
    {
      kind: 'DEPOSIT_MISSED',
      refType: 'connection',
      refId: 1,
      detail: { connection: 'popbill', days: { '2026-11-20': { count: 2, amount: 65_000 } } },
    },
    {
      kind: 'DEPOSIT_UNCONFIRMED',
      refType: 'charge',
      refId: 1,
      detail: { connection: 'payaction', error: connectionError },
    },
    { kind: 'LEGAL_NEAR', refType: 'legal-limit', refId: 2, detail: { name: '지금 발행잔액', percent: 83 } },
    { kind: 'LEGAL_OVER', refType: 'legal-limit', refId: 5, detail: { name: '현금영수증 발행', percent: 120 } },
    { kind: 'SERVICE_GONE', refType: 'service', refId: serviceId, detail: { providerId } },
    { kind: 'SERVICE_SLOW', refType: 'service', refId: serviceId, detail: { slow: 7, usual: 5_400 } },
    { kind: 'PROVIDER_FALLING', ...providerRef, detail: { before: 96, now: 62 } },
    {
      kind: 'AUTO_BELOW_COST',
      refType: 'service',
      refId: serviceId,
      detail: { orders: 3, runs: 41, loss: 12_340 },
    },
    { kind: 'BELOW_COST', refType: 'service', refId: serviceId, detail: { price: 1.2, cost: 1.5 } },
    {
      kind: 'SERVICE_CHEAP',
      ...providerRef,
      detail: { count: 7, products: [{ id: serviceId, text: '인스타그램 한국인 팔로워' }] },
    },
    { kind: 'PROVIDER_BALANCE', ...providerRef, detail: { balance: '12.40312', currency: 'USD', alertBelow: '50' } },
    { kind: 'DEPOSIT', refType: 'deposit', refId: 1, detail: { name, amount: 1_100_000 } },
    { kind: 'AUTO_HELD', refType: 'service', refId: serviceId, detail: { count: 12 }, dueIn: 72 },
    {
      kind: 'SUBSCRIPTION_OPEN',
      ...orderRef(3),
      detail: { expiry: '2026-11-10', lastPostAt: '2026-11-08T03:00:00.000Z' },
    },
    {
      kind: 'REQUEST',
      refType: 'request',
      refId: 1,
      detail: { orderId: orders[1] ?? 0, request: 'REFILL', cause: 'NOT_OFFERED', error: 'Refill is not available' },
    },
    {
      kind: 'REQUEST_UNKNOWN',
      refType: 'request',
      refId: 2,
      detail: { orderId: orders[2] ?? 0, request: 'CANCEL', providerId, error: providerError },
    },
    {
      kind: 'CONNECTION_DOWN',
      refType: 'connection',
      refId: 1,
      detail: { connection: 'popbill', error: connectionError },
    },
    {
      kind: 'RECEIPT',
      refType: 'receipt',
      refId: 1,
      detail: { document: 'CORRECTION', amount: 33_000, error: receiptError },
    },
    { kind: 'ORDER_STUCK', ...orderRef(1), detail: {} },
    { kind: 'DELIVERY_REFUSED', ...orderRef(2), detail: { providerId, error: providerError } },
    { kind: 'DELIVERY_DEAR', ...orderRef(3), detail: { providerId, price: 12_500, cost: 15_300 } },
    { kind: 'DELIVERY_LATE', ...orderRef(-1), detail: { status: 3, remains: 30, applicable: true } },
    { kind: 'DELIVERY_BY_HAND', ...orderRef(2), detail: { providerId, status: 3, remains: 30 } },
    { kind: 'DELIVERY_UNKNOWN', ...orderRef(0), detail: { providerId, error: providerError }, dueIn: -1 },
  ]
  for (const task of tasks) await fileTask(db(), task)
  await db().rows(
    "UPDATE tasks SET resolved_at = now(), action = 'done', note = '안내 메일을 보냄' WHERE kind = 'DORMANT'",
  )
}

/** Creates members in the states that the console distinguishes: staff, restricted members, and one with a memo. */
async function makeMembersInAllStates(): Promise<void> {
  const secondOwner = await makeMember({ loginId: 'owner_second', role: 'OWNER' })
  await makeMember({ loginId: 'support_jiyoung', role: 'SUPPORT', email: 'jiyoung.support@example.com' })
  await makeMember({ loginId: 'banned_forever_seoul', restriction: 'BANNED', phone: '01099998888' })
  const email = 'a.very.long.address.of.a.reseller.in.seoul@marketing-agency.example.com'
  const until = new Date('2027-01-31T15:00:00Z')
  const reseller = { loginId: 'reseller_gangnam_2026', email, points: 12_345_678.9 } as const
  const { id } = await makeMember({ ...reseller, restriction: 'SUSPENDED', restrictedUntil: until })
  await db().rows('UPDATE members SET memo = $2 WHERE id = $1', [id, '도용 의심 신고 두 번.\n연락처 확인 뒤 해제.'])
  const adjustment = { memberId: id, delta: -250_000_000n, reason: '중복 지급 회수', limit: 100_000_000n, key: null }
  await adjustPoints(db(), staffOf(secondOwner, 'OWNER'), { ...adjustment, limits: defaultApprovalLimits })
  await requestAccountChange(secondOwner)
}

/** Requests a change of the shop's bank account, which another OWNER has to confirm. */
async function requestAccountChange(owner: TestMember): Promise<void> {
  await db().rows("UPDATE members SET created_at = created_at - interval '1 year' WHERE role = 'OWNER'")
  const [before, after] = ['123-456-789012', '3333-01-2345678']
  const shown = { name: '계좌번호', before, after }
  const change = { kind: 'SETTING', subject: 'BANKING_ACCOUNT_NUMBER', before, after, isEmpty: false, shown } as const
  await db().transaction((tx) => requestChange(tx, { ...staffOf(owner, 'OWNER'), address: '203.0.113.7' }, change))
}

/** Fills the console with tasks, members, prices, a deposit source and a provider. Returns the provider's id. */
export async function fillConsole(regular: TestMember): Promise<number> {
  const providerId = await makeListedProvider()
  await fileTasks(regular, providerId)
  await makeMembersInAllStates()
  await givePrices(regular)
  await connectSource()
  return providerId
}

/** Puts the member into a price group with a discount and a price rule, and gives him a price of his own. */
async function givePrices({ id: memberId }: TestMember): Promise<void> {
  const groupId = await makePriceGroup(5)
  const [service] = await db().rows<{ id: number; categoryId: number }>(
    'SELECT id, category_id FROM services WHERE NOT is_read_only ORDER BY id LIMIT 1',
  )
  if (!service) return
  await putIntoPriceGroup(memberId, groupId)
  await makePriceRule({ groupId, categoryId: service.categoryId, percent: 1_250 })
  await makePriceRule({ memberId, serviceId: service.id, unitPrice: 8_000_000n })
}
