import { makeCharge } from '#lib/charges/testing/charges.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import type { CallTestRows } from '#lib/web/testing/row.ts'
import { buildDeposit, makeDeposit, signatureHeaders } from './deposits.ts'

const makeWaitingDeposit = () => makeDeposit()

/** Imports a deposit that the hook has already reported, so that the imported one waits for staff. Returns its id. */
async function makeDuplicate(): Promise<number> {
  const alike = buildDeposit()
  await makeDeposit(alike)
  return makeDeposit({ ...alike, externalId: `또-${alike.externalId}` }, { source: 'IMPORT', importedBy: 1 })
}

export const callTestRows: CallTestRows = {
  'GET /api/admin/deposits/export': {
    access: 'SUPPORT',
    query: { good: 'status=WAITING&q=hong', bad: ['status=x', 'q=%00'] },
  },
  'POST /hooks/deposits': {
    access: 'public',
    body: () => [buildDeposit()],
    headers: async (_, bytes) => signatureHeaders(bytes),
  },
  'GET /api/admin/deposits': {
    access: 'SUPPORT',
    query: { good: 'status=WAITING&q=hong&size=200&cursor=9', bad: ['size=201', 'cursor=0', 'status=0', 'q=%00'] },
  },
  'GET /api/admin/deposits/{id}': { access: 'SUPPORT', id: makeWaitingDeposit },
  'POST /api/admin/deposits': { access: 'MANAGER', body: () => [buildDeposit()] },
  'POST /api/admin/deposits/{id}/match': {
    access: 'MANAGER',
    id: makeWaitingDeposit,
    body: async () => ({ chargeId: await makeCharge({ memberId: (await makeMember()).id, name: '따로' }) }),
  },
  'POST /api/admin/deposits/{id}/split': {
    access: 'MANAGER',
    id: makeWaitingDeposit,
    body: async () => {
      const half = { memberId: (await makeMember()).id, name: '반씩', point: 5_000 }
      return { chargeIds: [await makeCharge(half), await makeCharge(half)] }
    },
  },
  'POST /api/admin/deposits/{id}/merge': {
    access: 'MANAGER',
    id: makeWaitingDeposit,
    body: async () => ({
      chargeId: await makeCharge({ memberId: (await makeMember()).id, name: '합쳐서', point: 20_000 }),
      depositIds: [await makeDeposit()],
    }),
  },
  'POST /api/admin/deposits/{id}/duplicate': { access: 'MANAGER', id: makeDuplicate },
  'POST /api/admin/deposits/{id}/return': {
    access: 'MANAGER',
    id: makeWaitingDeposit,
    body: () => ({ reason: '잘못 보냄' }),
  },
}
