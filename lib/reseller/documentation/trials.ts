import type { Trial } from './blocks.ts'
import { EXAMPLE_AMOUNT, EXAMPLE_LINK, EXAMPLE_SERVICE } from './example-values.ts'
import type { PageContext } from './page.ts'

type TrialName = 'services' | 'order' | 'status' | 'v2-services' | 'v2-add' | 'v2-status' | 'v2-balance'

/** A quantity that the service in the try-it panel allows. */
function trialAmount({ services }: PageContext): number {
  const service = services.get(EXAMPLE_SERVICE)
  return service ? Math.min(Math.max(EXAMPLE_AMOUNT, service.min), service.max) : EXAMPLE_AMOUNT
}

function allTrials(context: PageContext): Record<TrialName, Trial> {
  const service = String(context.services.get(EXAMPLE_SERVICE)?.id ?? EXAMPLE_SERVICE)
  const amount = String(trialAmount(context))
  const v2 = { method: 'POST', path: '/api/v2', key: 'body' } as const
  return {
    services: { name: '상품 목록', method: 'GET', path: '/services', key: 'header', fixed: {}, fields: [] },
    order: {
      name: '주문하기',
      method: 'POST',
      path: '/order',
      key: 'header',
      fixed: {},
      orderIdField: 'wId',
      fields: [
        { name: 'serviceId', in: 'body', type: 'number', value: service, label: '상품 번호' },
        { name: 'amount', in: 'body', type: 'number', value: amount, label: '수량' },
        { name: 'link', in: 'body', type: 'text', value: EXAMPLE_LINK, label: '링크' },
      ],
    },
    status: {
      name: '상태 조회',
      method: 'GET',
      path: '/status/{wId}',
      key: 'header',
      fixed: {},
      fields: [{ name: 'wId', in: 'path', type: 'number', value: '', label: '주문번호' }],
    },
    'v2-services': { ...v2, name: 'services', fixed: { action: 'services' }, fields: [] },
    'v2-add': {
      ...v2,
      name: 'add',
      fixed: { action: 'add' },
      orderIdField: 'order',
      fields: [
        { name: 'service', in: 'body', type: 'number', value: service, label: '상품 번호' },
        { name: 'quantity', in: 'body', type: 'number', value: amount, label: '수량' },
        { name: 'link', in: 'body', type: 'text', value: EXAMPLE_LINK, label: '링크' },
      ],
    },
    'v2-status': {
      ...v2,
      name: 'status',
      fixed: { action: 'status' },
      fields: [{ name: 'order', in: 'body', type: 'number', value: '', label: '주문번호' }],
    },
    'v2-balance': { ...v2, name: 'balance', fixed: { action: 'balance' }, fields: [] },
  }
}

/** Requests that the try-it panel of a page offers, by name, with initial values that work in this shop. */
export function trialsOf(context: PageContext, names: readonly TrialName[]): Trial[] {
  const trials = allTrials(context)
  return names.map((name) => trials[name])
}
