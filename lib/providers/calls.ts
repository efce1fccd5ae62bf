import { z } from 'zod'
import { staffActor } from '#lib/audit/actor.ts'
import { call } from '#lib/core/call.ts'
import { idParams } from '#lib/core/wire.ts'
import { unknownProviderService } from './errors.ts'
import { testProviderConnection } from './health/test-provider-connection.ts'
import { applyImportByStaff } from './import/apply-import.ts'
import { importServices, setProviderPricing, setSyncRule } from './import/import-services.ts'
import { previewImportByStaff } from './import/preview-import.ts'
import {
  applyImportAnswer,
  applyImportInput,
  importedServiceIds,
  importPreview,
  importServicesInput,
  providerPricing,
  providerPricingInput,
  providerServiceQuery,
  providerServices,
  syncRuleAnswer,
  syncRuleInput,
} from './import/schema.ts'
import { previewForApi } from './import/wire.ts'
import { latestAttemptsOf } from './queries/list-attempts.ts'
import { providersForStaff, requireProvider } from './queries/list-providers.ts'
import { providerServicesForStaff } from './queries/list-services.ts'
import { pricingForStaff } from './queries/pricing.ts'
import { serviceDetailOf } from './queries/service-detail.ts'
import { removeProvider } from './remove-provider.ts'
import { addProvider, changeProvider } from './save-provider.ts'
import {
  providerAttempts,
  providerChanges,
  providerInput,
  providerList,
  providerQuery,
  providerRow,
  serviceDetail,
  serviceRoutes,
  serviceRoutesInput,
} from './schema.ts'
import { setRoutes } from './set-routes.ts'

export const providerPricingCall = call({
  method: 'GET',
  path: '/api/admin/providers/{id}/price-list',
  access: 'SUPPORT',
  params: idParams,
  answer: providerPricing,
  run: ({ db, params }) => pricingForStaff(db, params.id),
})

export const setProviderPricingCall = call({
  method: 'PUT',
  path: '/api/admin/providers/{id}/price-list',
  access: 'OWNER',
  params: idParams,
  body: providerPricingInput,
  answer: providerPricing,
  run: ({ db, params, body, ...context }) =>
    setProviderPricing(db, staffActor(context), { providerId: params.id, ...body }),
})

export const providerServicesCall = call({
  method: 'GET',
  path: '/api/admin/providers/{id}/services',
  access: 'SUPPORT',
  params: idParams,
  query: providerServiceQuery,
  answer: providerServices,
  run: ({ db, params, query }) => providerServicesForStaff(db, params.id, query),
})

export const previewServicesCall = call({
  method: 'POST',
  path: '/api/admin/providers/{id}/services/preview',
  access: 'OWNER',
  params: idParams,
  answer: importPreview,
  run: async ({ db, params, ...context }) =>
    previewForApi(await previewImportByStaff(db, staffActor(context), { providerId: params.id })),
})

export const applyServicesCall = call({
  method: 'POST',
  path: '/api/admin/providers/{id}/services/apply',
  access: 'OWNER',
  params: idParams,
  body: applyImportInput,
  answer: applyImportAnswer,
  run: ({ db, params, body: { previewId }, ...context }) =>
    applyImportByStaff(db, staffActor(context), { providerId: params.id, previewId }),
})

export const importServicesCall = call({
  method: 'POST',
  path: '/api/admin/providers/{id}/services/import',
  access: 'OWNER',
  idempotent: true,
  params: idParams,
  body: importServicesInput,
  status: 201,
  answer: importedServiceIds,
  run: async ({ db, params, body: { picks }, idempotency, ...context }) => ({
    ids: await importServices(db, staffActor(context), { providerId: params.id, picks, idempotency }),
  }),
})

export const setSyncRuleCall = call({
  method: 'PUT',
  path: '/api/admin/services/{id}/sync-rule',
  access: 'OWNER',
  params: idParams,
  body: syncRuleInput,
  answer: syncRuleAnswer,
  run: async ({ db, params, body, ...context }) => {
    await setSyncRule(db, staffActor(context), { serviceId: params.id, ...body })
    return { serviceId: params.id, rule: body.rule, margin: body.margin }
  },
})

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
  run: ({ db, body, ...context }) => addProvider(db, staffActor(context), body),
})

export const changeProviderCall = call({
  method: 'PATCH',
  path: '/api/admin/providers/{id}',
  access: 'OWNER',
  reauth: true,
  params: idParams,
  body: providerChanges,
  answer: providerRow,
  run: ({ db, params, body, ...context }) =>
    changeProvider(db, staffActor(context), { providerId: params.id, changes: body }),
})

export const removeProviderCall = call({
  method: 'DELETE',
  path: '/api/admin/providers/{id}',
  access: 'OWNER',
  reauth: true,
  params: idParams,
  answer: z.object({ id: z.int() }),
  run: async ({ db, params: { id }, ...context }) => {
    await removeProvider(db, staffActor(context), { providerId: id })
    return { id }
  },
})

export const testProviderCall = call({
  method: 'POST',
  path: '/api/admin/providers/{id}/test',
  access: 'OWNER',
  params: idParams,
  answer: providerRow,
  run: ({ db, params, ...context }) => testProviderConnection(db, staffActor(context), { providerId: params.id }),
})

export const setRoutesCall = call({
  method: 'PUT',
  path: '/api/admin/services/{id}/routes',
  access: 'OWNER',
  params: idParams,
  body: serviceRoutesInput,
  answer: serviceRoutes,
  run: ({ db, params, body, ...context }) => setRoutes(db, staffActor(context), { serviceId: params.id, ...body }),
})

export const providerAttemptsCall = call({
  method: 'GET',
  path: '/api/admin/providers/{id}/attempts',
  access: 'SUPPORT',
  params: idParams,
  answer: providerAttempts,
  run: async ({ db, params }) => {
    await requireProvider(db, params.id)
    return { rows: await latestAttemptsOf(db, params.id) }
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
