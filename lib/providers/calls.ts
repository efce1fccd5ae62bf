import { type AuditEntry, recordAudit } from '#lib/audit/record-audit.ts'
import { type Caller, call } from '#lib/core/call.ts'
import type { Db } from '#lib/core/db.ts'
import { idParams } from '#lib/core/wire.ts'
import { unitPriceFromNumber, unitPriceToNumber } from '#lib/money/prices.ts'
import { applyImport } from './apply-import.ts'
import { unknownProvider } from './errors.ts'
import { fetchServices } from './fetch-services.ts'
import {
  appliedPreview,
  applyInput,
  importedServices,
  importInput,
  priceList,
  priceListInput,
  providerServiceQuery,
  providerServices,
  servicePreview,
  syncRuleAnswer,
  syncRuleInput,
} from './import-schema.ts'
import { importServices, marginOf, setPriceList, setSyncRule } from './import-services.ts'
import { shownPreview } from './import-wire.ts'
import { providerServicesFor } from './list-services.ts'
import { previewImport } from './preview-import.ts'
import { priceListOf } from './read-import.ts'

type Who = { caller: Caller; address: string }

const audit = (tx: Db, { caller, address }: Who, entry: Omit<AuditEntry, 'actorId' | 'address'>) =>
  recordAudit(tx, { actorId: caller.memberId, address, ...entry })

const ofProvider = (subjectId: number) => ({ subjectType: 'provider', subjectId })

async function shownPriceList(db: Db, providerId: number) {
  const found = await priceListOf(db, providerId)
  if (!found) throw unknownProvider()
  const { exchangeRate, margin, autoSync, syncedAt } = found
  return {
    exchangeRate: unitPriceToNumber(exchangeRate),
    margin: margin / 100,
    autoSync,
    syncedAt: syncedAt?.toISOString() ?? null,
  }
}

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
