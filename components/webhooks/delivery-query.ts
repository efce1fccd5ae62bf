import { type WebhookDeliveryQuery, webhookDeliveryQuery } from '#lib/webhooks/schema.ts'

/** Rows per page (docs/product.md#pagination). */
export const DELIVERIES_PAGE_SIZE = 10

/** Reads filter and page of the list of webhook deliveries from its query string; invalid values count as absent. */
export function parseDeliveryQuery(search: Readonly<Record<string, unknown>>): WebhookDeliveryQuery {
  const { state, order, page } = webhookDeliveryQuery.shape
  const emptyAsUndefined = (value: unknown) => (value === '' ? undefined : value)
  return {
    state: state.catch(undefined).parse(emptyAsUndefined(search.state)),
    order: order.catch(undefined).parse(emptyAsUndefined(search.order)),
    page: page.catch(1).parse(emptyAsUndefined(search.page)),
    size: DELIVERIES_PAGE_SIZE,
  }
}
