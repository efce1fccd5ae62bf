import { staffActor } from '#lib/audit/actor.ts'
import { call } from '#lib/core/call.ts'
import { idParams } from '#lib/core/wire.ts'
import { issuersForStaff } from './queries.ts'
import { documentLink, issuerList, issuerParams, issuingInput } from './schema.ts'
import { switchIssuing } from './switch-issuing.ts'
import { viewDocument } from './view-document.ts'

export const issuersCall = call({
  method: 'GET',
  path: '/api/admin/receipt-issuers',
  access: 'MANAGER',
  answer: issuerList,
  run: async ({ db }) => ({ rows: await issuersForStaff(db) }),
})

export const switchIssuingCall = call({
  method: 'PUT',
  path: '/api/admin/receipt-issuers/{kind}/issuing',
  access: 'OWNER',
  reauth: true,
  limit: 'callsOut',
  params: issuerParams,
  body: issuingInput,
  answer: issuerList,
  run: async ({ db, params: { kind }, body: { on }, ...context }) => {
    await switchIssuing(db, staffActor(context), { kind, on })
    return { rows: await issuersForStaff(db) }
  },
})

export const viewDocumentCall = call({
  method: 'POST',
  path: '/api/admin/receipt-documents/{id}/view',
  access: 'MANAGER',
  limit: 'callsOut',
  params: idParams,
  answer: documentLink,
  run: ({ db, params: { id } }) => viewDocument(db, id),
})
