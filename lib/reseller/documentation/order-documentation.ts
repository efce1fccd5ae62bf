import { badField } from '#lib/core/errors.ts'
import { orderRules } from '#lib/orders/errors.ts'
import { resellerOrderCall } from '../calls.ts'
import type { CallDocumentation } from './call-documentation.ts'
import { anyCallErrors, apiKeyErrors, badIdempotencyKeyError, bodyErrors, lockTimeoutError } from './common-errors.ts'
import { detailErrors } from './detail-errors.ts'
import { detailMeanings, detailTypeTexts } from './detail-meanings.ts'
import {
  EXAMPLE_AMOUNT,
  EXAMPLE_COMMENT_SERVICE,
  EXAMPLE_LINK,
  EXAMPLE_ORDER,
  EXAMPLE_SERVICE,
} from './example-values.ts'
import { orderErrors } from './order-errors.ts'

const service = { min: 10, max: 30_000, unitPrice: 1n }
const [path = '', , message = ''] =
  orderRules({ amount: 5, runs: 0, interval: 0 }, service).find(([, isBroken]) => isBroken) ?? []
const refusal = badField(path, message)

export const orderDocumentation: CallDocumentation = {
  call: resellerOrderCall,
  title: '주문하기',
  summary: '상품 하나를 주문하고 주문번호를 받아요.',
  description: `주문 금액은 바로 잔액에서 빠져나가고, 작업하지 못한 수량은 자동으로 돌려드려요. 요청이 거절되면 아무것도 빠져나가지 않아요.

응답을 받지 못했을 때를 위해 \`Idempotency-Key\` 헤더를 꼭 넣어 주세요. 같은 키로 다시 보내면 새로 주문하지 않고 처음 응답을 그대로 돌려드려요. 자세한 내용은 [안전하게 다시 보내기](/docs/orders#idempotency)에 있어요.

상품의 \`type\`에 따라 필요한 항목이 달라요. 필요하지 않은 항목은 무시하니 비워 두어도 괜찮아요.

한 번만 하는 주문이에요. \`runs\`와 \`interval\`을 보내도 무시하니, 자동주문은 [API v2의 add](/docs/api-v2#add)로 보내 주세요.`,
  fields: {
    serviceId: '상품 번호. [상품 목록](/docs/services)의 `id`예요.',
    link: '작업할 게시물이나 계정의 주소. 앞뒤 공백은 지우고 저장해요. 구독 상품은 넣지 않아도 돼요.',
    amount: '주문 수량. 상품의 `min`과 `max` 사이의 정수예요. 패키지, 구독, 줄 수로 세는 상품은 넣지 않아도 돼요.',
    ...detailMeanings,
    dryRun: '`true`이면 주문하지 않고 금액만 확인해요. 주문할 때와 똑같이 검사해요.',
  },
  answerFields: {
    wId: '주문번호. 상태를 조회할 때 사용해요.',
    amount: '주문할 수량. 줄 수로 세는 상품은 줄 수, 패키지 상품은 1이에요.',
    point: '주문할 때 빠져나갈 금액(원)',
    orderId: '이 링크로 진행 중인 주문의 주문번호. `ACTIVE_ORDER`로 거절할 때만 있어요.',
  },
  types: { serviceId: '정수', amount: '정수', ...detailTypeTexts },
  required: ['serviceId'],
  examples: [
    {
      title: '팔로워 100개 주문',
      body: { serviceId: EXAMPLE_SERVICE, link: EXAMPLE_LINK, amount: EXAMPLE_AMOUNT },
      status: 201,
      answer: { wId: EXAMPLE_ORDER },
    },
    {
      title: '응답을 못 받아도 안전하게 주문',
      headers: { 'Idempotency-Key': '5f0c1c0e-8f5b-4a55-9d4e-0a8a5d6f1b11' },
      body: { serviceId: EXAMPLE_SERVICE, link: EXAMPLE_LINK, amount: EXAMPLE_AMOUNT },
      status: 201,
      answer: { wId: EXAMPLE_ORDER + 1 },
    },
    {
      title: '댓글을 직접 써서 주문 (Custom Comments)',
      body: {
        serviceId: EXAMPLE_COMMENT_SERVICE,
        link: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
        comments: ['정보가 알차네요', '다음 영상도 기다릴게요'],
      },
      status: 201,
      answer: { wId: EXAMPLE_ORDER + 2 },
    },
    {
      title: '주문하지 않고 금액만 확인 (dryRun)',
      body: { serviceId: EXAMPLE_SERVICE, link: EXAMPLE_LINK, amount: EXAMPLE_AMOUNT, dryRun: true },
      status: 200,
      answer: { amount: EXAMPLE_AMOUNT, point: 9_800 },
    },
    {
      title: '최소 수량보다 적을 때',
      body: { serviceId: EXAMPLE_SERVICE, link: EXAMPLE_LINK, amount: 5 },
      status: 400,
      answer: { message: refusal.message, code: refusal.code, issues: refusal.issues },
    },
  ],
  errors: [
    ...apiKeyErrors('order'),
    ...orderErrors,
    badIdempotencyKeyError,
    lockTimeoutError,
    ...bodyErrors,
    ...detailErrors,
    ...anyCallErrors,
  ],
}
