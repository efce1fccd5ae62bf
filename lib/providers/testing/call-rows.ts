import { makeService } from '#lib/catalog/testing/services.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { reauthHeaders } from '#lib/sessions/testing/reauth.ts'
import type { CallTestRows } from '#lib/web/testing/row.ts'
import { applyImport } from '../import/apply-import.ts'
import { previewAnswer } from '../import/testing/imports.ts'
import { listedRow } from '../import/testing/service-list.ts'
import { previewTakeOver } from '../take-over/preview-take-over.ts'
import type { TakeOverInput } from '../take-over/schema.ts'
import { startTakeOver } from '../take-over/start-take-over.ts'
import { startFakeProvider } from './fake-provider.ts'
import { makeProvider } from './providers.ts'

let fakeProvider: ReturnType<typeof startFakeProvider> | undefined

/** Creates a provider that responds. All tests of a file share one stand-in server, which ends with the process. */
async function makeRespondingProvider(): Promise<number> {
  fakeProvider ??= startFakeProvider()
  const { url, key } = await fakeProvider
  return makeProvider({ url, key })
}

const makePreview = (providerId: number) => db().transaction((tx) => previewAnswer(tx, providerId, [listedRow()]))

/** Creates a provider with one service in its imported list. */
async function makeProviderWithService(): Promise<number> {
  const providerId = await makeProvider({ url: 'http://127.0.0.1:1/', key: 'k' })
  const { previewId } = await makePreview(providerId)
  await db().transaction((tx) => applyImport(tx, { providerId, previewId, actorId: null }))
  return providerId
}

const newestId = (table: string) => oneRow<{ id: number }>(db(), `SELECT max(id)::int AS id FROM ${table}`)

async function makeProviderWithPreview(): Promise<number> {
  const providerId = await makeProvider({ url: 'http://127.0.0.1:1/', key: 'k' })
  await makePreview(providerId)
  return providerId
}

async function makeServiceOfProvider(): Promise<number> {
  const serviceId = await makeService()
  await db().rows("UPDATE services SET provider_id = $2, provider_service_id = '1' WHERE id = $1", [
    serviceId,
    await makeProviderWithService(),
  ])
  return serviceId
}

const validInput = { name: '공급사', apiUrl: 'https://provider.example.com/api/v2', key: 'secret', alertBelow: 10_000 }

const makeUnusedProvider = () => makeProvider({ url: 'http://127.0.0.1:1/', key: 'k' })

const takeOverTerms: TakeOverInput = {
  margin: 20,
  step: 0.1,
  rule: 'FOLLOW',
  platforms: [{ category: 'Instagram', platform: 1 }],
}

async function takeOverBody(providerId: number) {
  await makeService()
  const { digest } = await previewTakeOver(db(), { ...takeOverTerms, providerId })
  return { ...takeOverTerms, digest }
}

/** Creates a provider whose list is just being taken over. */
async function makeTakeOver(): Promise<number> {
  const providerId = await makeProviderWithService()
  const actor = {
    kind: 'staff',
    memberId: (await newestId('members')).id,
    loginId: '',
    role: 'OWNER',
    address: '',
  } as const
  await startTakeOver(db(), actor, { providerId, ...(await takeOverBody(providerId)) })
  return providerId
}

export const callTestRows: CallTestRows = {
  'POST /api/admin/providers/{id}/take-over/preview': {
    access: 'OWNER',
    id: makeProviderWithService,
    body: () => takeOverTerms,
  },
  'POST /api/admin/providers/{id}/take-over': {
    access: 'OWNER',
    status: 201,
    id: makeProviderWithService,
    // The digest is made for another provider, which has the same list and therefore the same digest.
    body: async (_) => takeOverBody(await makeProviderWithService()),
  },
  'POST /api/admin/providers/{id}/take-over/continue': { access: 'OWNER', id: makeTakeOver },
  'DELETE /api/admin/providers/{id}/take-over': { access: 'OWNER', id: makeTakeOver },
  'GET /api/admin/providers': {
    access: 'SUPPORT',
    query: { good: 'q=stand&size=200&cursor=9', bad: ['size=201', 'cursor=0', 'q=%00'] },
  },
  'POST /api/admin/providers': { access: 'OWNER', status: 201, body: () => validInput, headers: reauthHeaders },
  'PATCH /api/admin/providers/{id}': {
    access: 'OWNER',
    id: makeUnusedProvider,
    body: () => ({ key: 'other' }),
    headers: reauthHeaders,
  },
  'DELETE /api/admin/providers/{id}': { access: 'OWNER', id: makeUnusedProvider, headers: reauthHeaders },
  'POST /api/admin/providers/{id}/test': { access: 'OWNER', id: makeRespondingProvider },
  'PUT /api/admin/services/{id}/routes': {
    access: 'OWNER',
    id: makeServiceOfProvider,
    body: async (_) => ({ routes: [{ providerId: await makeUnusedProvider(), providerServiceId: '7' }] }),
  },
  'GET /api/admin/providers/{id}/price-list': { access: 'SUPPORT', id: makeProviderWithService },
  'PUT /api/admin/providers/{id}/price-list': {
    access: 'OWNER',
    id: makeProviderWithService,
    body: () => ({ exchangeRate: 1_384.25, margin: 20.5, autoSync: true }),
  },
  'GET /api/admin/providers/{id}/services': {
    access: 'SUPPORT',
    id: makeProviderWithService,
    query: { good: 'q=follow&gone=false&size=200&cursor=1', bad: ['size=201', 'gone=x', 'q=%00', 'cursor=%20'] },
  },
  'GET /api/admin/providers/{id}/attempts': { access: 'SUPPORT', id: makeProviderWithService },
  'GET /api/admin/services/{id}': { access: 'SUPPORT', id: makeServiceOfProvider },
  'POST /api/admin/providers/{id}/services/preview': { access: 'OWNER', id: makeRespondingProvider },
  'POST /api/admin/providers/{id}/services/apply': {
    access: 'OWNER',
    id: makeProviderWithPreview,
    body: async (_) => ({ previewId: (await newestId('service_previews')).id }),
  },
  'POST /api/admin/providers/{id}/services/import': {
    access: 'OWNER',
    status: 201,
    id: makeProviderWithService,
    body: async (_) => {
      await makeService()
      return { picks: [{ remoteId: '1', categoryId: (await newestId('categories')).id, rule: 'FOLLOW', margin: 20 }] }
    },
  },
  'PUT /api/admin/services/{id}/sync-rule': {
    access: 'OWNER',
    id: makeServiceOfProvider,
    body: () => ({ rule: 'OFF', margin: 12.34 }),
  },
}
