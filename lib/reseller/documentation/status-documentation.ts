import { messages } from '#lib/core/pipeline-messages.ts'
import { unknownOrder } from '#lib/orders/errors.ts'
import { resellerStatusCall } from '../calls.ts'
import type { CallDocumentation } from './call-documentation.ts'
import { anyCallErrors, apiKeyErrors, badPathError, documentRefusal } from './common-errors.ts'
import { EXAMPLE_ORDER } from './example-values.ts'

export const statusDocumentation: CallDocumentation = {
  call: resellerStatusCall,
  shownPath: '/status/{wId}',
  title: '주문 상태 조회',
  summary: '주문 하나의 상태와 남은 수량을 받아요.',
  description: `주문한 날이나 상태가 마지막으로 바뀐 날부터 1년 동안 조회할 수 있어요. 여러 주문을 한 번에 확인하려면 [API v2의 status](/docs/api-v2#status)에 번호를 100개까지 넣어 주세요.

상태가 바뀔 때마다 알림을 받고 싶다면 자주 조회하는 대신 [웹훅](/docs/webhooks)을 써 보세요.`,
  fields: { id: '주문번호. 주문할 때 받은 `wId`예요.' },
  answerFields: {
    status: '주문 상태. 아래 [상태값](/docs/status#order-statuses) 가운데 하나예요.',
    remains: '아직 작업하지 않은 수량. 주문 직후에는 주문 수량과 같아요.',
    startCount: '작업을 시작하기 전 수량(팔로워 수 등). 아직 모르면 `null`이에요.',
  },
  examples: [
    {
      title: '진행 중인 주문',
      params: { id: EXAMPLE_ORDER },
      status: 200,
      answer: { status: 'IN PROGRESS', remains: 40, startCount: 1_200 },
    },
    {
      title: '없는 주문',
      params: { id: 7 },
      status: 404,
      answer: { message: unknownOrder().message, code: 'NOT_FOUND' },
    },
  ],
  errors: [
    ...apiKeyErrors('read'),
    documentRefusal(unknownOrder(), {
      cause: '없는 주문번호이거나, 자동주문번호이거나, 다른 회원의 주문이거나, 마지막으로 바뀐 지 1년이 지났어요.',
      cure: '주문할 때 받은 `wId`인지 확인해 주세요. 자동주문은 [API v2의 status](/docs/api-v2#status)로 조회해 주세요.',
    }),
    {
      status: 404,
      code: 'NOT_FOUND',
      message: messages.notFound,
      cause: '주문번호 자리에 숫자가 아닌 값이 있어요.',
      cure: '`/status/` 뒤에 주문번호만 넣어 주세요.',
    },
    badPathError,
    ...anyCallErrors,
  ],
}
