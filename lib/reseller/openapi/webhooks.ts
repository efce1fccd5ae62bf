import { z } from 'zod'
import { orderStatusNames } from '#lib/orders/labels.ts'
import { refundKinds, type WebhookEvent, webhookEvents } from '#lib/webhooks/labels.ts'
import { MAX_RETRIES } from '#lib/webhooks/rules.ts'
import { outputSchema, withDescriptions } from './json-schema.ts'

// Bodies of webhook deliveries, as lib/webhooks/rules.ts writes them (docs/contract.md#webhooks). The schemas allow
// further fields, because fields may be added later.

const order = { orderId: z.int(), autoOrderId: z.int().nullable() }

/** Whether a service is on sale, its price in won (`point`), and its quantity limits. */
const serviceTerms = { onSale: z.boolean(), point: z.number(), min: z.int(), max: z.int() }

const fields = {
  'order.updated': {
    ...order,
    refunded: z.number(),
    status: z.enum(Object.values(orderStatusNames)),
    remains: z.int(),
    startCount: z.int().nullable(),
  },
  'order.refunded': {
    ...order,
    kind: z.enum(Object.values(refundKinds)),
    amount: z.number(),
    refunded: z.number(),
    recovered: z.number(),
  },
  'request.updated': {
    ...order,
    requestId: z.int(),
    request: z.enum(['REFILL', 'CANCEL', 'SPEED_UP']),
    state: z.enum(['SENT', 'DONE', 'REFUSED']),
    reason: z.string().nullable(),
  },
  'bulk.completed': {
    bulkOrderId: z.int(),
    orderIds: z.array(z.int()),
    completed: z.int(),
    partial: z.int(),
    canceled: z.int(),
  },
  'services.changed': {
    services: z.array(z.looseObject({ serviceId: z.int(), ...serviceTerms, before: z.looseObject(serviceTerms) })),
  },
  'webhook.test': { test: z.literal(true) },
} satisfies Record<WebhookEvent, z.ZodRawShape>

const meanings = {
  id: '웹훅 번호. 같은 웹훅이 두 번 올 수 있으니 이 번호로 구분해 주세요.',
  event: '이벤트. 앞으로 더 생길 수 있으니 모르는 이벤트는 넘어가 주세요.',
  orderId: '주문번호. 주문할 때 받은 `wId`예요.',
  autoOrderId: '자동주문의 회차면 자동주문번호, 아니면 `null`이에요.',
  status: '주문 상태',
  remains: '아직 작업하지 않은 수량',
  startCount: '작업을 시작하기 전 수량. 아직 모르면 `null`이에요.',
  kind: '`REFUND` 주문 환불, `RECOVERY` 줄어든 수량만큼 환불, `AUTO_ORDER` 진행하지 않은 자동주문 회차 환불. 이때 `orderId`는 자동주문번호예요.',
  amount: '이번에 돌려드린 금액(원)',
  refunded: '지금까지 환불한 금액(원)',
  recovered: '줄어든 수량 때문에 지금까지 환불한 금액(원)',
  requestId: '요청 번호. 리필이면 `refill`이 답한 번호예요.',
  request: '`REFILL` 리필, `CANCEL` 취소, `SPEED_UP` 빨리 진행',
  state: '`SENT` 진행중, `DONE` 완료, `REFUSED` 거절',
  reason: '거절한 이유. 거절이 아니면 `null`이에요.',
  bulkOrderId: '대량 주문 번호',
  orderIds: '한 번에 넣은 주문들의 번호',
  completed: '완료된 주문 수',
  partial: '일부만 완료된 주문 수',
  canceled: '취소된 주문 수',
  services: '바뀐 상품. 많으면 500개씩 나눠 보내요.',
  serviceId: '상품번호',
  onSale: '주문할 수 있는지',
  point: '1개 가격(원). 회원마다 다를 수 있어요.',
  min: '최소 수량',
  max: '최대 수량',
  before: '바뀌기 전 값',
  test: '테스트 이벤트에만 있어요.',
  at: '일어난 시각(UTC). 한 주문의 두 이벤트 가운데 늦은 것이 최신이에요.',
}

const summaries: Record<WebhookEvent, string> = {
  'order.updated': '주문 상태나 남은 수량이 바뀌었어요',
  'order.refunded': '금액을 돌려드렸어요',
  'request.updated': '리필이나 취소 요청의 상태가 바뀌었어요',
  'bulk.completed': '한 번에 넣은 주문이 모두 끝났어요',
  'services.changed': '주문한 적이 있는 상품이 바뀌었어요',
  'webhook.test': '회원이 테스트 이벤트를 보냈어요',
}

const description = `등록한 웹훅 주소로 보내요. 10초 안에 \`2xx\`로 답하면 전달된 것으로 보고, 아니면 하루 동안 ${MAX_RETRIES}번까지 다시 보내요. 테스트 이벤트는 한 번만 보내요.

\`x-signature\`는 \`<x-timestamp>.<본문>\`을 웹훅 서명 키로 만든 HMAC-SHA256이에요. 키를 새로 발급하고 이전 키를 함께 쓰는 동안에는 서명이 쉼표로 나뉘어 두 개 있고, 하나만 맞으면 돼요.`

const header = (name: string, meaning: string) => ({
  name,
  in: 'header',
  required: true,
  description: meaning,
  schema: { type: 'string' },
})

const operationName = (event: WebhookEvent): string =>
  `on${event.replace(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())}`

function webhookOf(event: WebhookEvent) {
  const body = z.looseObject({ id: z.int(), event: z.literal(event), ...fields[event], at: z.iso.datetime() })
  const schema = withDescriptions(outputSchema(body), meanings)
  return {
    post: {
      operationId: operationName(event),
      tags: ['웹훅'],
      summary: summaries[event],
      description,
      security: [],
      parameters: [
        header('x-webhook-id', '본문의 `id`와 같아요.'),
        header('x-timestamp', '보낸 시각(유닉스 초)'),
        header('x-signature', '`sha256=` 뒤에 16진수로 쓴 서명'),
      ],
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: { '2XX': { description: '받았어요.' } },
    },
  }
}

/** OpenAPI's `webhooks`: the deliveries that the shop sends to a member's webhook, by event. */
export const openApiWebhooks = () =>
  Object.fromEntries(webhookEvents.map((event) => [event, webhookOf(event)])) as Record<
    WebhookEvent,
    ReturnType<typeof webhookOf>
  >
