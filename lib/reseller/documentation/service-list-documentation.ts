import { resellerServicesCall } from '../calls.ts'
import type { CallDocumentation } from './call-documentation.ts'
import { anyCallErrors, keyErrors } from './common-errors.ts'
import { EXAMPLE_COMMENT_SERVICE, EXAMPLE_SERVICE } from './example-values.ts'

export const serviceListDocumentation: CallDocumentation = {
  call: resellerServicesCall,
  title: '상품 목록',
  summary: '주문할 수 있는 상품과 가격, 수량 범위를 모두 받아요.',
  description: `판매 중인 상품을 배열 하나로 돌려드려요. 페이지는 나누지 않아요.

- \`point\`는 1개당 가격(원)이고, 회원님에게 적용되는 가격이에요. 실제로 청구되는 금액은 \`point × 수량\`을 0.01원 단위로 올림한 값이에요.
- \`isReadOnly\`가 \`true\`인 상품은 목록에는 있지만 지금은 주문할 수 없어요.
- \`type\`은 기본 상품(Default)이면 없어요. 있으면 주문할 때 필요한 항목이 달라요. [서비스 타입](/docs/service-types)에서 확인해 주세요.

응답에는 \`ETag\`가 있어요. 다음 요청의 \`If-None-Match\` 헤더에 그대로 넣으면, 바뀐 것이 없을 때 본문 없이 \`304\`로 답해요. \`Accept-Encoding: gzip\`을 보내면 압축해서 드려요.`,
  answerFields: {
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
  ],
  errors: [...keyErrors('read'), ...anyCallErrors],
}
