import { afterEach, expect, test, vi } from 'vitest'
import { chargeStatus } from '#lib/charges/labels.ts'
import { findApprovableCharges } from './approvable-charges.ts'

const { PENDING, SUCCESS, FAIL } = chargeStatus

afterEach(() => vi.unstubAllGlobals())

/** Answers GET /api/admin/charges like the server: the newest `size` charges, of one status if one is asked for. */
const answerFrom = (charges: readonly { id: number; status: number }[]) => async (path: string) => {
  const query = new URL(path, 'http://shop').searchParams
  const status = query.get('status')
  const matching = charges.filter((charge) => status === null || charge.status === Number(status))
  const rows = matching.toSorted((a, b) => b.id - a.id).slice(0, Number(query.get('size') ?? 50))
  return Response.json({ rows, nextCursor: null, total: matching.length })
}

test('the charge that a deposit pays for is found behind any number of newer accepted ones', async () => {
  const accepted = Array.from({ length: 300 }, (_, at) => ({ id: at + 10, status: SUCCESS, outcome: 'MATCHED' }))
  const pending = { id: 1, status: PENDING, outcome: null }
  const expired = { id: 2, status: FAIL, outcome: 'EXPIRED' }
  const rejected = { id: 3, status: FAIL, outcome: 'REJECTED' }
  vi.stubGlobal('fetch', answerFrom([pending, expired, rejected, ...accepted]))
  expect((await findApprovableCharges('10000')).map(({ id }) => id)).toEqual([1, 2])
})
