import { z } from 'zod'
import { type AuditEntry, recordAudit } from '#lib/audit/record-audit.ts'
import { type Caller, call } from '#lib/core/call.ts'
import type { Db } from '#lib/core/db.ts'
import { idParams } from '#lib/core/wire.ts'
import { unitPriceFromNumber } from '#lib/money/prices.ts'
import { unknownProvider, unknownProviderService } from './errors.ts'
import { applyImport } from './import/apply-import.ts'
import { fetchServices } from './import/fetch-services.ts'
import { importServices, marginOf, setPriceList, setSyncRule } from './import/import-services.ts'
import { previewImport } from './import/preview-import.ts'
import { shownPreview } from './import/wire.ts'
import { attemptsOf } from './queries/list-attempts.ts'
import { providerForStaff, providersForStaff, routesOf } from './queries/list-providers.ts'
import { providerServicesFor } from './queries/list-services.ts'
import { shownPriceList } from './queries/price-list.ts'
import { serviceDetailOf } from './queries/service-detail.ts'
import { addProvider, changeProviderOrWait, removeProvider, setRoutes } from './save-provider.ts'
import {
  appliedPreview,
  applyInput,
  importedServices,
  importInput,
  priceList,
  priceListInput,
  providerAttempts,
  providerChanges,
  providerInput,
  providerList,
  providerQuery,
  providerRow,
  providerServiceQuery,
  providerServices,
  serviceDetail,
  servicePreview,
  serviceRoutes,
  syncRuleAnswer,
  syncRuleInput,
} from './schema.ts'

type StaffContext = { caller: Caller; address: string }

const audit = (tx: Db, { caller, address }: StaffContext, entry: Omit<AuditEntry, 'actorId' | 'address'>) =>
  recordAudit(tx, { actorId: caller.memberId, address, ...entry })

const ofProvider = (subjectId: number) => ({ subjectType: 'provider', subjectId })

export const priceListCall = call({
  method: 'GET',
  path: '/api/admin/providers/{id}/price-list',
  access: 'SUPPORT',
  params: idParams,
  answer: priceList,
  run: ({ db, params }) => shownPriceList(db, params.id),
})

export const setPriceListCall = call({
  method: 'PUT',
  path: '/api/admin/providers/{id}/price-list',
  access: 'OWNER',
  params: idParams,
  body: priceListInput,
  answer: priceList,
  run: ({ db, params, body, ...who }) =>
    db.transaction(async (tx) => {
      const before = await shownPriceList(tx, params.id)
      const exchangeRate = unitPriceFromNumber(body.exchangeRate) ?? 1n
      await setPriceList(tx, params.id, { exchangeRate, margin: marginOf(body.margin), autoSync: body.autoSync })
      await audit(tx, who, { action: 'provider.price-list', ...ofProvider(params.id), before, after: body })
      return shownPriceList(tx, params.id)
    }),
})

export const providerServicesCall = call({
  method: 'GET',
  path: '/api/admin/providers/{id}/services',
  access: 'SUPPORT',
  params: idParams,
  query: providerServiceQuery,
  answer: providerServices,
  run: ({ db, params, query }) => providerServicesFor(db, params.id, query),
})

export const previewServicesCall = call({
  method: 'POST',
  path: '/api/admin/providers/{id}/services/preview',
  access: 'OWNER',
  params: idParams,
  answer: servicePreview,
  run: async ({ db, params, ...who }) => {
    const answer = await fetchServices(db, params.id)
    return db.transaction(async (tx) => {
      const preview = await previewImport(tx, params.id, answer)
      await audit(tx, who, { action: 'provider.preview', ...ofProvider(params.id), after: preview.counts })
      return shownPreview(preview)
    })
  },
})

export const applyServicesCall = call({
  method: 'POST',
  path: '/api/admin/providers/{id}/services/apply',
  access: 'OWNER',
  params: idParams,
  body: applyInput,
  answer: appliedPreview,
  run: ({ db, params, body, ...who }) =>
    db.transaction(async (tx) => {
      const { changes, effects } = await applyImport(tx, params.id, body.previewId)
      const after = { changes: changes.length, effects: effects.length }
      await audit(tx, who, { action: 'provider.sync', ...ofProvider(params.id), after })
      return after
    }),
})

export const importServicesCall = call({
  method: 'POST',
  path: '/api/admin/providers/{id}/services/import',
  access: 'OWNER',
  params: idParams,
  body: importInput,
  status: 201,
  answer: importedServices,
  run: ({ db, params, body, ...who }) =>
    db.transaction(async (tx) => {
      const ids = await importServices(tx, params.id, body.picks)
      await audit(tx, who, { action: 'provider.import', ...ofProvider(params.id), after: { ids } })
      return { ids }
    }),
})

export const syncRuleCall = call({
  method: 'PUT',
  path: '/api/admin/services/{id}/sync-rule',
  access: 'OWNER',
  params: idParams,
  body: syncRuleInput,
  answer: syncRuleAnswer,
  run: ({ db, params, body, ...who }) =>
    db.transaction(async (tx) => {
      await setSyncRule(tx, params.id, body.rule, body.margin)
      await audit(tx, who, { action: 'service.sync-rule', subjectType: 'service', subjectId: params.id, after: body })
      return { serviceId: params.id, ...body }
    }),
})

async function shownProvider(db: Db, providerId: number) {
  const provider = await providerForStaff(db, providerId)
  if (!provider) throw unknownProvider()
  return provider
}

export const providersCall = call({
  method: 'GET',
  path: '/api/admin/providers',
  access: 'SUPPORT',
  query: providerQuery,
  answer: providerList,
  run: ({ db, query }) => providersForStaff(db, query),
})

export const addProviderCall = call({
  method: 'POST',
  path: '/api/admin/providers',
  access: 'OWNER',
  reauth: true,
  body: providerInput,
  status: 201,
  answer: providerRow,
  run: async ({ db, body, ...who }) => {
    return db.transaction(async (tx) => {
      const id = await addProvider(tx, body)
      const { key: _, ...after } = body
      await audit(tx, who, { action: 'provider.create', ...ofProvider(id), after })
      return shownProvider(tx, id)
    })
  },
})

export const changeProviderCall = call({
  method: 'PATCH',
  path: '/api/admin/providers/{id}',
  access: 'OWNER',
  reauth: true,
  params: idParams,
  body: providerChanges,
  answer: providerRow,
  run: async ({ db, params, body, ...who }) => {
    return db.transaction(async (tx) => {
      const before = await shownProvider(tx, params.id)
      const by = { actorId: who.caller.memberId, address: who.address }
      const effectiveAt = await changeProviderOrWait(tx, params.id, body, by)
      const { apiUrl, key, ...others } = body
      const access = effectiveAt ? { effectiveAt } : { ...(apiUrl && { apiUrl }), ...(key && { key: 'changed' }) }
      const after = { ...others, ...access }
      await audit(tx, who, { action: 'provider.change', ...ofProvider(params.id), before, after })
      return shownProvider(tx, params.id)
    })
  },
})

export const removeProviderCall = call({
  method: 'DELETE',
  path: '/api/admin/providers/{id}',
  access: 'OWNER',
  reauth: true,
  params: idParams,
  answer: z.object({ id: z.int() }),
  run: async ({ db, params, ...who }) => {
    return db.transaction(async (tx) => {
      const before = await shownProvider(tx, params.id)
      await removeProvider(tx, params.id)
      await audit(tx, who, { action: 'provider.remove', ...ofProvider(params.id), before })
      return { id: params.id }
    })
  },
})

export const setRoutesCall = call({
  method: 'PUT',
  path: '/api/admin/services/{id}/routes',
  access: 'OWNER',
  params: idParams,
  body: serviceRoutes,
  answer: serviceRoutes,
  run: ({ db, params, body, ...who }) =>
    db.transaction(async (tx) => {
      const before = { routes: await routesOf(tx, params.id) }
      await setRoutes(tx, params.id, body)
      await audit(tx, who, {
        action: 'service.routes',
        subjectType: 'service',
        subjectId: params.id,
        before,
        after: body,
      })
      return { routes: await routesOf(tx, params.id) }
    }),
})

export const providerAttemptsCall = call({
  method: 'GET',
  path: '/api/admin/providers/{id}/attempts',
  access: 'SUPPORT',
  params: idParams,
  answer: providerAttempts,
  run: async ({ db, params }) => {
    await shownProvider(db, params.id)
    return { rows: await attemptsOf(db, params.id) }
  },
})

export const serviceDetailCall = call({
  method: 'GET',
  path: '/api/admin/services/{id}',
  access: 'SUPPORT',
  params: idParams,
  answer: serviceDetail,
  run: async ({ db, params }) => {
    const detail = await serviceDetailOf(db, params.id)
    if (!detail) throw unknownProviderService()
    return detail
  },
})
