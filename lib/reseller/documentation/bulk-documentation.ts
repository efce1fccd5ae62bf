import { badField } from '#lib/core/errors.ts'
import { autoOrderInBulk, nothingPlaced } from '#lib/orders/bulk/errors.ts'
import { orderRules } from '#lib/orders/errors.ts'
import { resellerOrdersCall } from '../calls.ts'
import type { CallDocumentation } from './call-documentation.ts'
import {
  anyCallErrors,
  apiKeyErrors,
  badIdempotencyKeyError,
  bodyErrorsForSize,
  documentRefusal,
  lockTimeoutError,
} from './common-errors.ts'
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

const followers = { serviceId: EXAMPLE_SERVICE, link: EXAMPLE_LINK, amount: EXAMPLE_AMOUNT }
const comments = {
  serviceId: EXAMPLE_COMMENT_SERVICE,
  link: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  comments: ['정보가 알차네요', '다음 영상도 기다릴게요'],
}
const tooFew = { ...followers, amount: 5 }

const [path = '', , message = ''] =
  orderRules({ amount: 5, runs: 0, interval: 0 }, { min: 10, max: 30_000, unitPrice: 1n }).find(
    ([, isBroken]) => isBroken,
  ) ?? []
const refusal = (index: number) => ({ index, code: badField(path, message).code, message })

const refusedCall = nothingPlaced({ results: [refusal(1)] })

export const bulkDocumentation: CallDocumentation = {
  call: resellerOrdersCall,
  title: '대량주문',
  summary: '주문을 한 번에 1,000개까지 넣고, 한 번에 결제해요.',
  description: `\`orders\`에 주문을 1개에서 1,000개까지 차례로 넣어 주세요. 항목은 [주문하기](/docs/orders)와 같고, 상품 종류를 섞어도 괜찮아요. 잔액에서는 한 번에 빠져나가고, 그 뒤로는 하나하나가 보통 주문이에요.

보낸 차례대로 처리해요. 규칙에 맞지 않거나 잔액·하루 한도가 모자란 주문은 그 주문만 거절하고 나머지는 주문해요. 모두 되거나 모두 안 되게 하려면 \`atomic: true\`를 넣어 주세요. 하나라도 거절되면 409로 답하고 아무것도 주문하지 않아요. 한 링크에 한 번만 주문할 수 있는 상품을 같은 링크로 여러 줄 넣으면 둘째 줄부터 거절돼요.

\`Idempotency-Key\`는 요청 전체에 하나예요. 같은 키로 다시 보내면 거절된 주문까지 처음 응답을 그대로 돌려드려요. 하나도 주문하지 못한 요청은 기억하지 않으니 같은 키로 다시 보낼 수 있어요.

\`dryRun: true\`로 보내면 주문하지 않고 금액과 거절될 주문만 알려드려요.`,
  fields: {
    orders: '주문 목록. 1개에서 1,000개까지 넣을 수 있어요.',
    atomic: '`true`이면 하나라도 거절될 때 아무것도 주문하지 않아요.',
    dryRun: '`true`이면 주문하지 않고 금액과 거절될 주문만 확인해요.',
    serviceId: '상품 번호. [상품 목록](/docs/services)의 `id`예요.',
    link: '작업할 게시물이나 계정의 주소. 앞뒤 공백은 지우고 저장해요. 구독 상품은 넣지 않아도 돼요.',
    amount: '주문 수량. 상품의 `min`과 `max` 사이의 정수예요. 패키지 상품과 줄 수로 세는 상품은 넣지 않아도 돼요.',
    runs: '대량주문에서는 쓸 수 없어요. 넣지 않거나 0으로 보내 주세요.',
    interval: '대량주문에서는 쓸 수 없어요. 넣지 않거나 0으로 보내 주세요.',
    ...detailMeanings,
  },
  types: { serviceId: '정수', amount: '정수', ...detailTypeTexts },
  required: ['orders', 'serviceId'],
  answerFields: {
    placed: '주문한 개수. `dryRun`이면 주문할 수 있는 개수예요.',
    total: '보낸 주문의 개수',
    results: '보낸 차례대로 주문마다 하나예요. 409에는 거절된 주문만 있어요.',
    index: '`orders`에서 몇 번째 주문인지. 0부터 세요.',
    wId: '주문번호. 상태를 조회할 때 사용해요.',
    amount: '주문할 수량. 줄 수로 세는 상품은 줄 수, 패키지 상품은 1이에요.',
    point: '금액(원). 맨 바깥의 `point`는 함께 빠져나간 합계예요.',
    code: '프로그램이 구분할 수 있는 이유',
    message: '한국어로 쓴 이유',
  },
  examples: [
    {
      title: '세 개 가운데 하나가 거절된 주문',
      headers: { 'Idempotency-Key': '7d1f0c1e-2b5a-4f55-8c4e-batch-20' },
      body: { orders: [followers, comments, tooFew] },
      status: 201,
      answer: {
        placed: 2,
        total: 3,
        point: 10_065,
        results: [{ index: 0, wId: EXAMPLE_ORDER + 7 }, { index: 1, wId: EXAMPLE_ORDER + 8 }, refusal(2)],
      },
    },
    {
      title: '주문하지 않고 금액만 확인 (dryRun)',
      body: { orders: [followers, comments], dryRun: true },
      status: 200,
      answer: {
        placed: 2,
        total: 2,
        point: 10_065,
        results: [
          { index: 0, amount: EXAMPLE_AMOUNT, point: 9_800 },
          { index: 1, amount: 2, point: 265 },
        ],
      },
    },
    {
      title: '하나라도 거절되면 주문하지 않기 (atomic)',
      body: { orders: [followers, tooFew], atomic: true },
      status: 409,
      answer: {
        placed: 0,
        total: 2,
        point: 0,
        results: [refusal(1)],
        message: refusedCall.message,
        code: refusedCall.code,
      },
    },
  ],
  errors: [
    ...apiKeyErrors('order'),
    {
      ...documentRefusal(refusedCall, {
        cause: '`atomic: true`인데 거절된 주문이 있어요.',
        cure: '`results`에 있는 주문을 고치거나 빼고 다시 보내 주세요.',
      }),
      message: 'N건에 문제가 있어 아무것도 주문하지 않았어요.',
    },
    documentRefusal(autoOrderInBulk(), {
      cause: '주문 하나에 `runs`나 `interval`이 있어요.',
      cure: '빼고 보내 주세요. 자동주문은 주문 화면이나 API v2에서 할 수 있어요.',
    }),
    ...orderErrors,
    badIdempotencyKeyError,
    lockTimeoutError,
    ...bodyErrorsForSize('1MiB'),
    ...detailErrors,
    ...anyCallErrors,
  ],
}
