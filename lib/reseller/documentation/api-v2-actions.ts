import { detailParameters, type OrderDetailName, orderDetailNames } from '#lib/catalog/detail-fields.ts'
import { incorrectOrder, refillNotAvailable, textOf } from '../v2/errors.ts'
import type { ActionDocumentation, FieldMeanings } from './call-documentation.ts'
import { detailMeanings } from './detail-meanings.ts'
import {
  EXAMPLE_AMOUNT,
  EXAMPLE_COMMENT_SERVICE,
  EXAMPLE_LINK,
  EXAMPLE_ORDER,
  EXAMPLE_SERVICE,
} from './example-values.ts'

/** The meaning of a detail with the names of API v2 in it. */
const v2Meaning = (name: OrderDetailName): string =>
  orderDetailNames.reduce(
    (text, each) => text.replaceAll(`\`${each}\``, `\`${detailParameters[each]}\``),
    detailMeanings[name],
  )

const detailFields: FieldMeanings = Object.fromEntries(
  orderDetailNames.map((name) => [detailParameters[name], v2Meaning(name)]),
)

const orderFields: FieldMeanings = {
  order: '주문번호 하나. 자동주문이면 자동주문번호예요.',
  orders: '주문번호 여러 개, 최대 100개',
}

const state = { charge: '9800', start_count: '1200', status: 'In progress', remains: '40', currency: 'KRW' }
const pending = { charge: '9800', start_count: '0', status: 'Pending', remains: '100', currency: 'KRW' }

/** The actions of API v2, in the order in which a program needs them. */
export const apiV2Actions: readonly ActionDocumentation[] = [
  {
    name: 'services',
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
      cancel: '취소를 신청할 수 있는지',
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
            cancel: true,
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
            cancel: true,
            dripfeed: false,
          },
        ],
      },
    ],
  },
  {
    name: 'add',
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
    answerFields: { order: '주문번호. `runs`를 보냈다면 자동주문번호예요.' },
    examples: [
      {
        title: '100개 주문',
        body: { action: 'add', service: EXAMPLE_SERVICE, link: EXAMPLE_LINK, quantity: EXAMPLE_AMOUNT },
        status: 200,
        answer: { order: EXAMPLE_ORDER + 2 },
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
        answer: { order: EXAMPLE_ORDER + 3 },
      },
      {
        title: '2시간마다 3번 나눠 주문',
        body: { action: 'add', service: EXAMPLE_SERVICE, link: EXAMPLE_LINK, quantity: 50, runs: 3, interval: 120 },
        status: 200,
        answer: { order: EXAMPLE_ORDER + 4 },
      },
      {
        title: '최소 수량보다 적을 때',
        body: { action: 'add', service: EXAMPLE_SERVICE, link: EXAMPLE_LINK, quantity: 5 },
        status: 200,
        answer: { error: 'Quantity less than minimal 10' },
      },
    ],
  },
  {
    name: 'status',
    title: '주문 상태',
    description: `\`order\`로 하나, \`orders\`로 100개까지 조회해요. 값은 모두 문자열이에요. \`charge\`는 주문 금액에서 돌려드린 금액을 뺀 값이에요.`,
    fields: orderFields,
    answerFields: {
      charge: '청구된 금액(원). 환불한 만큼 줄어요.',
      start_count: '작업을 시작하기 전 수량. 모르면 0이에요.',
      status: 'Pending, Processing, In progress, Completed, Partial, Canceled 가운데 하나',
      remains: '남은 수량',
      currency: '항상 KRW',
      expiry: '구독만: 마지막 날(d/m/Y). 없으면 빈 문자열이에요.',
      posts: '구독만: 주문한 새 게시물 수',
    },
    examples: [
      { title: '하나 조회', body: { action: 'status', order: EXAMPLE_ORDER }, status: 200, answer: state },
      {
        title: '여러 개 조회',
        body: { action: 'status', orders: `${EXAMPLE_ORDER},${EXAMPLE_ORDER + 2},7` },
        status: 200,
        answer: { [EXAMPLE_ORDER]: state, [EXAMPLE_ORDER + 2]: pending, 7: { error: textOf(incorrectOrder()) } },
      },
    ],
  },
  {
    name: 'cancel',
    title: '주문 취소',
    description: `아직 작업을 시작하지 않은 주문을 취소하고 전액 돌려드려요. 자동주문은 남은 회차를 취소해요.`,
    fields: orderFields,
    answerFields: { order: '주문번호', cancel: '취소했으면 1, 아니면 `{error}`' },
    examples: [
      {
        title: '여러 개 취소',
        body: { action: 'cancel', orders: `${EXAMPLE_ORDER + 2},7` },
        status: 200,
        answer: [
          { order: EXAMPLE_ORDER + 2, cancel: 1 },
          { order: 7, cancel: { error: textOf(incorrectOrder()) } },
        ],
      },
    ],
  },
  {
    name: 'refill',
    title: '리필 신청',
    description: `줄어든 수량을 다시 채워 달라고 신청해요.`,
    fields: orderFields,
    answerFields: { order: '주문번호', refill: '리필 번호. 거절되면 `{error}`예요.' },
    examples: [
      {
        title: '리필 신청',
        body: { action: 'refill', order: EXAMPLE_ORDER },
        status: 200,
        answer: { error: textOf(refillNotAvailable()) },
      },
    ],
  },
  {
    name: 'refill_status',
    title: '리필 상태',
    description: `신청한 리필이 어디까지 왔는지 확인해요.`,
    fields: { refill: '리필 번호 하나', refills: '리필 번호 여러 개, 최대 100개' },
    answerFields: {
      refill: '리필 번호',
      status: 'Pending, In progress, Completed, Rejected 가운데 하나. 없는 번호면 `{error}`예요.',
    },
    examples: [
      {
        title: '여러 개 조회',
        body: { action: 'refill_status', refills: '1,2' },
        status: 200,
        answer: [
          { refill: 1, status: { error: 'Incorrect refill ID' } },
          { refill: 2, status: { error: 'Incorrect refill ID' } },
        ],
      },
    ],
  },
  {
    name: 'balance',
    title: '잔액',
    description: `남은 잔액을 원 단위 문자열로 받아요.`,
    fields: {},
    answerFields: { balance: '남은 잔액(원)', currency: '항상 KRW' },
    examples: [
      {
        title: '잔액 확인',
        body: { action: 'balance' },
        status: 200,
        answer: { balance: '974970', currency: 'KRW' },
      },
    ],
  },
]
