import { orderStatus } from '#lib/orders/labels.ts'
import type { WebhookEvent } from '#lib/webhooks/labels.ts'
import { MAX_RETRIES, renderWebhookBody, type WebhookDeliveryContent } from '#lib/webhooks/rules.ts'
import type { Block, FieldRow } from '../blocks.ts'
import { blocksOfMarkdown } from '../blocks-of-markdown.ts'
import { headingBlock } from '../call-blocks.ts'
import { EXAMPLE_ORDER, EXAMPLE_SERVICE } from '../example-values.ts'
import type { DocumentationPage } from '../page.ts'
import { webhookVerificationSamples } from '../webhook-verification-samples.ts'

const fieldRow = ([name = '', type = '', meaning = '']: readonly string[]): FieldRow => ({
  name,
  type,
  required: true,
  meaning,
})

const commonFields = [
  ['id', '정수', '웹훅 번호. 같은 웹훅이 두 번 올 수 있으니 이 번호로 구분해 주세요.'],
  ['event', '문자열', '이벤트 종류. 종류가 늘어날 수 있으니 모르는 종류는 무시해 주세요.'],
  ['at', '문자열', '이벤트가 생긴 시각 (ISO 8601, UTC)'],
]

/** Section of the page about one event. `content`: content of its example delivery. */
type EventSection = { event: WebhookEvent; text: string; content: WebhookDeliveryContent; fields: readonly string[][] }

const createdAt = new Date('2026-01-02T03:04:05Z')

/**
 * All events. The example bodies are made from `content` by `renderWebhookBody`, which also makes the bodies of real
 * deliveries.
 */
const events: readonly EventSection[] = [
  {
    event: 'order.updated',
    text: '주문 상태가 바뀌었거나, 부분완료된 주문의 남은 수량이 바뀌었어요. 자동주문은 회차마다 그 회차의 주문번호와 자동주문번호로 알려 드려요. 자동주문 전체의 상태는 [API v2의 status](/docs/api-v2#status)로 조회해 주세요.',
    content: {
      id: 51,
      event: 'order.updated',
      orderId: EXAMPLE_ORDER,
      status: orderStatus.PARTIAL,
      remains: 157,
      startCount: 5_210,
      refunded: 518.1,
      createdAt,
    },
    fields: [
      ['orderId', '정수', '주문번호. 주문할 때 받은 `wId`예요. 자동주문의 회차면 회차마다 다른 주문번호예요.'],
      ['autoOrderId', '정수 또는 null', '자동주문의 회차면 자동주문번호. 아니면 `null`이에요.'],
      ['status', '문자열', '[주문 상태](/docs/status#order-statuses)'],
      ['remains', '정수', '남은 수량'],
      ['startCount', '정수 또는 null', '작업을 시작하기 전 수량'],
      ['refunded', '숫자', '지금까지 돌려드린 금액(원)'],
    ],
  },
  {
    event: 'order.refunded',
    text: '돌려드린 포인트가 잔액에 들어왔어요.',
    content: {
      id: 52,
      event: 'order.refunded',
      orderId: EXAMPLE_ORDER,
      cause: 'ORDER_REFUND',
      amount: 518.1,
      refunded: 518.1,
      recovered: 0,
      createdAt,
    },
    fields: [
      ['orderId', '정수', '주문번호. `kind`가 `AUTO_ORDER`면 자동주문번호예요.'],
      ['autoOrderId', '정수 또는 null', '자동주문의 회차면 자동주문번호. 아니면 `null`이에요.'],
      ['kind', '문자열', '`REFUND` 주문 환불, `RECOVERY` 언팔로우 복구, `AUTO_ORDER` 진행하지 못한 회차'],
      ['amount', '숫자', '이번에 돌려드린 금액(원)'],
      ['refunded', '숫자', '지금까지 환불한 금액(원)'],
      ['recovered', '숫자', '지금까지 복구한 금액(원)'],
    ],
  },
  {
    event: 'request.updated',
    text: '리필이나 취소 요청의 상태가 바뀌었어요. 취소는 `order.updated`의 `status`가 `CANCELED`나 `PARTIAL`일 때 환불돼요.',
    content: {
      id: 55,
      event: 'request.updated',
      orderId: EXAMPLE_ORDER,
      summary: { requestId: 31, request: 'REFILL', state: 'DONE', reason: null },
      createdAt,
    },
    fields: [
      ['orderId', '정수', '주문번호'],
      ['autoOrderId', '정수 또는 null', '자동주문의 회차면 자동주문번호. 아니면 `null`이에요.'],
      ['requestId', '정수', '요청 번호. 리필이면 `refill`이 답한 번호예요.'],
      ['request', '문자열', '`REFILL` 리필, `CANCEL` 취소, `SPEED_UP` 빨리 진행'],
      ['state', '문자열', '`SENT` 진행중, `DONE` 완료, `REFUSED` 거절'],
      ['reason', '문자열 또는 null', '거절한 이유. 거절이 아니면 `null`이에요.'],
    ],
  },
  {
    event: 'bulk.completed',
    text: '[대량주문](/docs/bulk-orders) 한 번에 넣은 주문이 모두 끝났어요. 한 번만 보내 드려요.',
    content: {
      id: 54,
      event: 'bulk.completed',
      summary: {
        bulkOrderId: 7,
        orderIds: [EXAMPLE_ORDER, EXAMPLE_ORDER + 1, EXAMPLE_ORDER + 2],
        completed: 2,
        partial: 1,
        canceled: 0,
      },
      createdAt,
    },
    fields: [
      ['bulkOrderId', '정수', '대량주문 번호'],
      ['orderIds', '배열', '함께 주문한 주문번호. 주문할 때 받은 `wId`예요.'],
      ['completed', '정수', '완료된 주문 수'],
      ['partial', '정수', '부분완료된 주문 수'],
      ['canceled', '정수', '취소된 주문 수'],
    ],
  },
  {
    event: 'services.changed',
    text: '최근에 주문한 상품의 가격이나 최소·최대 수량, 판매 여부가 바뀌었어요. 계정설정에서 **주문한 상품의 변경도 받기**를 켜면 보내요. 5분 동안 바뀐 것을 모아 한 번에 알려 드려요. 내 할인만 바뀌었거나 상품의 카테고리가 바뀐 것은 보내지 않으니 상품 목록에서 확인해 주세요.',
    content: {
      id: 56,
      event: 'services.changed',
      summary: {
        services: [
          {
            serviceId: EXAMPLE_SERVICE,
            onSale: true,
            point: 3.5,
            min: 10,
            max: 10_000,
            before: { onSale: true, point: 3.3, min: 10, max: 50_000 },
          },
        ],
      },
      createdAt,
    },
    fields: [
      [
        'services',
        '배열',
        '바뀐 상품. 많으면 500개씩 나눠 보내요. `serviceId` 상품번호, `onSale` 지금 주문할 수 있는지, `point` 내 1개 가격(원), `min` 최소 수량, `max` 최대 수량. `before`에는 바뀌기 전 값이 있어요.',
      ],
    ],
  },
  {
    event: 'webhook.test',
    text: '계정설정에서 테스트 이벤트를 보냈어요. 다른 이벤트에는 `test`가 없어요.',
    content: { id: 53, event: 'webhook.test', createdAt },
    fields: [['test', 'true', '항상 `true`']],
  },
]

const eventBlocks = ({ event, text, content, fields }: EventSection): Block[] => [
  headingBlock(3, event.replace('.', '-'), `\`${event}\``),
  { kind: 'paragraph', text },
  {
    kind: 'code',
    title: `${event} 본문`,
    language: 'json',
    code: JSON.stringify(JSON.parse(renderWebhookBody(content)), null, 2),
  },
  { kind: 'fields', caption: '본문 항목', rows: fields.map(fieldRow) },
]

export const webhooksPage: DocumentationPage = {
  name: 'webhooks',
  title: '웹훅',
  group: '알림',
  summary: '주문 상태가 바뀌거나 환불될 때마다 등록한 주소로 서명한 요청을 보내 드려요.',
  blocks: () => [
    ...blocksOfMarkdown(`
계속 조회하지 않아도 상태가 바뀌는 즉시 알 수 있어요. [계정설정](/account)에서 공개된 https 주소를 등록하면 서명 키를 한 번 보여 드려요.

## 받는 방법 {#receive}

1. 요청의 서명을 확인해 주세요. 아래 코드를 그대로 써도 돼요.
2. \`id\`로 이미 처리한 웹훅인지 확인해 주세요. 같은 웹훅이 두 번 올 수 있어요.
3. 10초 안에 \`2xx\`로 응답해 주세요. 오래 걸리는 작업은 응답한 뒤에 해 주세요. 웹훅은 한 번에 하나씩 보내서, 응답이 늦으면 기다리는 웹훅도 그만큼 늦어져요.

순서가 바뀌어 도착할 수 있어요. 같은 주문의 이벤트는 \`id\`가 더 큰 것이 나중 것이에요. \`at\`은 같을 수 있으니, \`id\`가 더 큰 것을 믿거나 [상태 조회](/docs/status)로 다시 확인해 주세요.`),
    headingBlock(2, 'events', '이벤트'),
    { kind: 'paragraph', text: '모든 이벤트에 있는 항목이에요.' },
    { kind: 'fields', caption: '본문 항목', rows: commonFields.map(fieldRow) },
    ...events.flatMap(eventBlocks),
    headingBlock(2, 'headers', '헤더'),
    {
      kind: 'table',
      caption: '웹훅 헤더',
      heads: ['헤더', '값'],
      rows: [
        ['`x-timestamp`', '보낸 시각(초)'],
        [
          '`x-signature`',
          '`sha256=` 뒤에 HMAC-SHA256(서명 키, 시각 + `.` + 본문)을 16진수로. 서명 키를 바꾸는 동안에는 쉼표로 나눈 두 개예요.',
        ],
        ['`x-webhook-id`', '웹훅 번호. 본문의 `id`와 같아요.'],
      ],
    },
    headingBlock(2, 'verify', '서명 확인하기'),
    ...blocksOfMarkdown(`
본문을 JSON으로 바꾸기 전에, 받은 바이트 그대로 확인해 주세요. 5분이 지난 요청은 거절해 주세요.`),
    ...webhookVerificationSamples.map(
      ({ title, language, code }) => ({ kind: 'code', title, language, code }) as const,
    ),
    ...blocksOfMarkdown(`
## 다시 보내기 {#retries}

\`2xx\`가 아니거나 10초 안에 응답이 없으면 하루 동안 ${MAX_RETRIES}번까지 다시 보내요. 간격은 10초, 1분, 5분, 30분, 2시간, 6시간, 12시간이에요. 리디렉션으로 응답하면 따라가지도, 다시 보내지도 않아요. 최종 주소를 등록해 주세요.

받지 못하는 동안에는 다음 웹훅도 함께 기다려요. 10초부터 두 배씩, 길어도 10분마다 하나를 보내 봐요. 서버를 고친 뒤에는 테스트 이벤트를 보내 주세요. 잘 받으면 기다리던 웹훅을 바로 이어서 보내요. 이미 보냈다가 실패한 웹훅은 위의 간격대로 다시 보내요.

계정설정의 웹훅 내역에서 최근 30일 동안 보낸 본문과 받은 응답을 확인하고, 직접 다시 보낼 수도 있어요.

## 시험하기 {#test}

계정설정에서 **테스트 이벤트 보내기**를 누르면 주문하지 않아도 \`webhook.test\`를 바로 받아 볼 수 있어요. 샌드박스 주문은 웹훅을 보내지 않아요.

## 서명 키 바꾸기 {#rotate}

서명 키를 새로 발급할 때 이전 키도 함께 쓸 시간을 정할 수 있어요. 그동안 \`x-signature\`에는 새 키와 이전 키의 서명이 모두 있고, 하나만 맞으면 돼요.`),
  ],
}
