import { orderDetailNames } from '#lib/catalog/detail-fields.ts'
import { catalog } from '#lib/catalog/queries.ts'
import { detectDeviceKind, displayName } from '#lib/catalog/rules.ts'
import { call, Reply } from '#lib/core/call.ts'
import { pointsToNumber } from '#lib/money/points.ts'
import { settings } from '#lib/settings/queries.ts'
import { orderMessages } from '../labels.ts'
import { orderFromBody } from '../schema.ts'
import { readShownPrice } from '../shown-price.ts'
import { answerForDryRun, answerForPlacedOrders } from './answers.ts'
import { placeOrders } from './place-orders.ts'
import { priceOrders } from './price-orders.ts'
import { balanceToSpend } from './queries.ts'
import { bulkOrderInput, MAX_BULK_BODY_BYTES, nothingPlacedErrorFields, placedOrders, pricedOrders } from './schema.ts'

export const placeOrdersCall = call({
  method: 'POST',
  path: '/service/orders',
  access: 'member',
  exemptFromRateLimit: true,
  idempotent: true,
  body: bulkOrderInput,
  checksStorable: true,
  maxBodyBytes: MAX_BULK_BODY_BYTES,
  malformed: orderMessages.failed,
  status: 201,
  answer: placedOrders,
  dryAnswer: pricedOrders,
  conflictDetails: nothingPlacedErrorFields,
  run: async ({ db, caller, body, idempotency, device, header }) => {
    const { memberId } = caller
    const { ENABLE_SERVICE_CHECK: isOrderingPaused, ENABLE_VISIBLE_SERVICE_ID: showId } = await settings(db)
    const atomic = body.atomic ?? false
    const rows = body.orders.map((row) => row && orderFromBody(row))
    if (!body.dryRun) {
      const request = {
        memberId,
        source: 'WEB',
        call: 'service/orders',
        isOrderingPaused,
        idempotency,
        shownPrice: readShownPrice(header),
        rows,
        atomic,
      } as const
      return answerForPlacedOrders(await placeOrders(db, request), atomic, (row) => row)
    }
    const priced = await priceOrders(db, { memberId, isOrderingPaused, rows, atomic })
    const shown = { showId, device: detectDeviceKind(device) }
    const { byId } = await catalog(db)
    const answer = answerForDryRun(
      priced,
      atomic,
      ({ index, service, amount, price }) => ({
        index,
        text: displayName(service, shown),
        platformId: service.platformId,
        amount,
        point: pointsToNumber(price),
      }),
      (refusal, { error: { issues }, short }) => {
        const service = byId.get(rows[refusal.index]?.serviceId ?? 0)
        const needsDetails = (orderDetailNames as readonly string[]).includes(issues?.[0]?.path ?? '')
        return {
          ...refusal,
          text: service ? displayName(service, shown) : null,
          platformId: service?.platformId ?? null,
          needsDetails,
          price: short === undefined ? null : pointsToNumber(short),
        }
      },
    )
    return new Reply({ ...answer, balance: pointsToNumber(await balanceToSpend(db, memberId)) }, {}, 200)
  },
})
