import { z } from 'zod'
import { orderStatusNames } from '#lib/orders/labels.ts'
import { described, outputSchema } from './json-schema.ts'

/** Body of a webhook delivery, as lib/webhooks/rules.ts writes it (docs/contract.md#webhooks). */
const orderUpdate = z.object({
  id: z.int(),
  event: z.literal('order.updated'),
  orderId: z.int(),
  status: z.enum(Object.values(orderStatusNames)),
  remains: z.int(),
  startCount: z.int().nullable(),
  refunded: z.number(),
  at: z.iso.datetime(),
})

const meanings = {
  id: '알림 번호. 같은 알림이 두 번 올 수 있으니 이 번호로 구분해 주세요.',
  event: '알림 종류',
  orderId: '주문번호. 주문할 때 받은 `wId`예요.',
  status: '주문 상태',
  remains: '남은 수량',
  startCount: '작업을 시작하기 전 수량. 아직 모르면 `null`이에요.',
  refunded: '지금까지 돌려드린 금액(원)',
  at: '상태가 바뀐 시각(UTC)',
}

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

/** What the shop sends to the webhook of a member. */
export const webhooks = () => ({
  'order.updated': {
    post: {
      operationId: 'onOrderUpdated',
      tags: ['웹훅'],
      summary: '주문 상태가 바뀌었어요',
      description:
        '등록한 웹훅 주소로 보내요. 10초 안에 `2xx`로 답하면 전달된 거예요. 실패하면 하루 동안 8번까지 다시 보내요. 서명은 `x-timestamp`와 본문을 `.`으로 이은 값의 HMAC-SHA256이에요.',
      security: [],
      parameters: [
        header('x-webhook-id', '알림 번호. 본문의 `id`와 같아요.'),
        header('x-timestamp', '보낸 시각(유닉스 초). 서명에 들어가요.'),
        header('x-signature', '`sha256=` 뒤에 16진수 서명. 웹훅 서명 키로 만들어요.'),
      ],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: described(outputSchema(orderUpdate), meanings) } },
      },
      responses: { '2XX': { description: '받았어요.' } },
    },
  },
})
