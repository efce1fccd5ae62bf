import { detailParameters, type OrderDetailName, orderDetailNames } from '#lib/catalog/detail-fields.ts'
import { addAnswer, addInput, noInput, v2Services } from '../v2/schema.ts'
import type { ActionDocumentation, FieldMeanings } from './call-documentation.ts'
import { detailMeanings, detailTypeTexts } from './detail-meanings.ts'
import {
  EXAMPLE_AMOUNT,
  EXAMPLE_COMMENT_SERVICE,
  EXAMPLE_LINK,
  EXAMPLE_ORDER,
  EXAMPLE_SERVICE,
} from './example-values.ts'

/** Meaning of a detail of an order, with the shop's field names replaced by those of API v2. */
const v2Meaning = (name: OrderDetailName): string =>
  orderDetailNames.reduce(
    (text, each) => text.replaceAll(`\`${each}\``, `\`${detailParameters[each]}\``),
    detailMeanings[name],
  )

const detailFields: FieldMeanings = Object.fromEntries(
  orderDetailNames.map((name) => [detailParameters[name], v2Meaning(name)]),
)

/** Type shown for numbers, although API v2 also accepts them as texts. */
const numberType = '정수'

const v2Types: FieldMeanings = {
  service: numberType,
  quantity: numberType,
  runs: numberType,
  interval: numberType,
  ...Object.fromEntries(orderDetailNames.map((name) => [detailParameters[name], detailTypeTexts[name]])),
}

/** The actions with which a program finds a service and orders it. */
export const placingActions: readonly ActionDocumentation[] = [
  {
    name: 'services',
    input: noInput,
    answer: v2Services,
    title: '상품 목록',
    description: `지금 주문할 수 있는 상품만 돌려드려요. \`rate\`는 회원님에게 적용되는 1,000개 가격(원)이에요. 패키지 상품은 패키지 하나의 가격이에요. 청구 금액은 \`rate × 수량 ÷ 1000\`을 0.01원 단위로 올림한 값이에요.`,
    fields: {},
    answerFields: {
      service: '상품 번호',
      name: '상품 이름',
      type: '[서비스 타입](/docs/service-types)',
      category: '플랫폼과 서비스 이름',
      rate: '1,000개 가격(원)',
      min: '최소 수량',
      max: '최대 수량',
      refill: '리필을 신청할 수 있는지',
      cancel: '보낸 뒤에도 취소를 신청할 수 있는지',
      dripfeed: '`runs`와 `interval`로 자동주문할 수 있는지',
    },
    examples: [
      {
        title: '상품 목록 받기',
        body: { action: 'services' },
        status: 200,
        answer: [
          {
            service: EXAMPLE_SERVICE,
            name: '인스타그램 한국인 팔로워',
            type: 'Default',
            category: '인스타그램 팔로워',
            rate: '98000',
            min: '10',
            max: '30000',
            refill: false,
            cancel: false,
            dripfeed: true,
          },
          {
            service: EXAMPLE_COMMENT_SERVICE,
            name: '유튜브 한국어 댓글',
            type: 'Custom Comments',
            category: '유튜브 댓글',
            rate: '132500',
            min: '1',
            max: '500',
            refill: false,
            cancel: false,
            dripfeed: false,
          },
        ],
      },
    ],
  },
  {
    name: 'add',
    input: addInput,
    answer: addAnswer,
    title: '주문',
    description: `주문하고 번호를 받아요. \`runs\`와 \`interval\`을 함께 보내면 자동주문이 되고, 금액은 \`runs × quantity\`만큼 한 번에 빠져나가요.

타입별로 필요한 항목은 [서비스 타입](/docs/service-types)에 있어요. 필요하지 않은 항목은 비워 두어도 괜찮아요.`,
    fields: {
      service: '상품 번호',
      link: '작업할 게시물이나 계정의 주소. 구독 상품은 넣지 않아도 돼요.',
      quantity: '주문 수량. 패키지, 구독, 줄 수로 세는 상품은 넣지 않아도 돼요.',
      runs: '자동주문 횟수. 2 이상이에요.',
      interval: '자동주문 간격(분). 60 이상이에요.',
      ...detailFields,
    },
    required: ['service'],
    types: v2Types,
    answerFields: { order: '주문번호. `runs`를 보냈다면 자동주문번호예요.' },
    examples: [
      {
        title: '100개 주문',
        body: { action: 'add', service: EXAMPLE_SERVICE, link: EXAMPLE_LINK, quantity: EXAMPLE_AMOUNT },
        status: 200,
        answer: { order: EXAMPLE_ORDER + 3 },
      },
      {
        title: '댓글을 직접 써서 주문',
        body: {
          action: 'add',
          service: EXAMPLE_COMMENT_SERVICE,
          link: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
          comments: '정보가 알차네요\n다음 영상도 기다릴게요',
        },
        status: 200,
        answer: { order: EXAMPLE_ORDER + 4 },
      },
      {
        title: '2시간마다 3번 나눠 주문',
        body: { action: 'add', service: EXAMPLE_SERVICE, link: EXAMPLE_LINK, quantity: 50, runs: 3, interval: 120 },
        status: 200,
        answer: { order: EXAMPLE_ORDER + 5 },
      },
      {
        title: '최소 수량보다 적을 때',
        body: { action: 'add', service: EXAMPLE_SERVICE, link: EXAMPLE_LINK, quantity: 5 },
        status: 200,
        answer: { error: 'Quantity less than minimal 10' },
      },
    ],
  },
]
