import { messages } from '#lib/core/pipeline-messages.ts'
import { resellerServicesCall } from '../calls.ts'
import type { CallDocumentation } from './call-documentation.ts'
import { anyCallErrors, apiKeyErrors } from './common-errors.ts'
import { EXAMPLE_COMMENT_SERVICE, EXAMPLE_CURSOR, EXAMPLE_GONE_SERVICE, EXAMPLE_SERVICE } from './example-values.ts'

export const serviceListDocumentation: CallDocumentation = {
  call: resellerServicesCall,
  title: '상품 목록',
  summary: '모든 상품의 가격과 수량 범위를 받아요. 지금 주문할 수 없는 상품은 따로 표시돼요.',
  description: `판매 중인 상품을 배열 하나로 돌려드려요. 페이지는 나누지 않아요.

- \`point\`는 1개당 가격(원)이고, 회원님에게 적용되는 가격이에요. 실제로 청구되는 금액은 \`point × 수량\`을 0.01원 단위로 올림한 값이에요.
- \`isReadOnly\`가 \`true\`인 상품은 목록에는 있지만 지금은 주문할 수 없어요.
- \`type\`은 기본 상품(Default)이면 없어요. 있으면 주문할 때 필요한 항목이 달라요. [서비스 타입](/docs/service-types)에서 확인해 주세요.

목록 전체 대신 바뀐 것만 받으려면 \`since\`를 넣어 주세요. 처음에는 \`since=1970-01-01T00:00:00Z\`로 전부 받고, 그다음부터는 응답의 \`cursor\`를 그대로 \`since\`에 넣으면 그 뒤에 가격·수량 범위·이름·타입·판매 상태가 바뀐 상품(\`changed\`)과 더는 팔지 않는 상품 번호(\`gone\`)만 와요. 늦게 반영된 변경도 빠지지 않고, 같은 상품이 두 번 올 수는 있어요. \`cursor\`가 아닌 시각을 넣으면 5분 앞선 시각부터 찾아요.

응답에는 \`ETag\`가 있어요. 다음 요청의 \`If-None-Match\` 헤더에 그대로 넣으면, 바뀐 것이 없을 때 본문 없이 \`304\`로 답해요. \`Accept-Encoding: gzip\`을 보내면 압축해서 드려요.`,
  fields: { since: '이 시각 뒤에 바뀐 것만 받아요. ISO 8601 시각에 `Z`나 `+09:00` 같은 시간대를 붙여 주세요.' },
  answerFields: {
    cursor: '다음 요청의 `since`에 그대로 넣을 값',
    changed: '바뀌었거나 새로 생긴 상품. 전체 목록의 상품과 모양이 같아요.',
    gone: '더는 팔지 않는 상품의 번호',
    id: '상품 번호. 주문할 때 `serviceId`에 넣어요.',
    min: '한 번에 주문할 수 있는 최소 수량',
    max: '한 번에 주문할 수 있는 최대 수량',
    text: '상품 이름',
    point: '1개당 가격(원). 소수점 다섯 자리까지 있을 수 있어요.',
    isReadOnly: '`true`면 지금은 주문할 수 없는 상품이에요.',
    type: '서비스 타입. 기본 상품(Default)이면 없어요.',
  },
  examples: [
    {
      title: '전체 상품 받기',
      status: 200,
      answer: [
        { id: EXAMPLE_SERVICE, min: 10, max: 30_000, text: '인스타그램 한국인 팔로워', point: 98, isReadOnly: false },
        { id: 2, min: 10, max: 500, text: '인스타그램 인플루언서 팔로워', point: 320, isReadOnly: true },
        {
          id: EXAMPLE_COMMENT_SERVICE,
          min: 1,
          max: 500,
          text: '유튜브 한국어 댓글',
          point: 132.5,
          isReadOnly: false,
          type: 'Custom Comments',
        },
      ],
    },
    {
      title: '바뀐 상품만 받기',
      query: { since: '2026-11-21T23:00:00.000000Z' },
      status: 200,
      answer: {
        cursor: EXAMPLE_CURSOR,
        changed: [
          {
            id: EXAMPLE_COMMENT_SERVICE,
            min: 1,
            max: 500,
            text: '유튜브 한국어 댓글',
            point: 132.5,
            isReadOnly: false,
            type: 'Custom Comments',
          },
        ],
        gone: [EXAMPLE_GONE_SERVICE],
      },
    },
  ],
  errors: [
    ...apiKeyErrors('read'),
    {
      status: 400,
      code: 'BAD_INPUT',
      message: messages.malformed,
      cause: '`since`가 시간대까지 있는 ISO 8601 시각이 아니에요.',
      cure: '응답의 `cursor`를 그대로 넣거나 `2026-11-22T09:00:00Z`처럼 보내 주세요.',
    },
    ...anyCallErrors,
  ],
}
