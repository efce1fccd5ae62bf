import { incorrectOrder, refillNotAvailable, speedUpNotAvailable, v2ErrorText } from '../v2/errors.ts'
import {
  cancelAnswer,
  noInput,
  ordersInput,
  refillAnswer,
  refillStatusAnswer,
  refillsInput,
  speedUpAnswer,
  statusAnswer,
  v2Balance,
} from '../v2/schema.ts'
import { placingActions } from './api-v2-placing-actions.ts'
import type { ActionDocumentation, FieldMeanings } from './call-documentation.ts'
import { EXAMPLE_ORDER } from './example-values.ts'

const numberType = '정수'

const idTypes: FieldMeanings = {
  order: numberType,
  orders: '문자열 또는 배열',
  refill: numberType,
  refills: '문자열 또는 배열',
}

const orderFields: FieldMeanings = {
  order: '주문번호 하나. 자동주문이면 자동주문번호예요.',
  orders: '주문번호 여러 개, 최대 100개',
}

const runningState = { charge: '9800', start_count: '1200', status: 'In progress', remains: '40', currency: 'KRW' }
const pendingState = { charge: '9800', start_count: '0', status: 'Pending', remains: '100', currency: 'KRW' }

/** The actions of API v2, in the sequence in which a program needs them. */
export const apiV2Actions: readonly ActionDocumentation[] = [
  ...placingActions,
  {
    name: 'status',
    input: ordersInput,
    answer: statusAnswer,
    title: '주문 상태',
    description: `\`order\`로 하나, \`orders\`로 100개까지 조회해요. 값은 모두 문자열이에요. \`charge\`는 주문 금액에서 돌려드린 금액을 뺀 값이에요.`,
    fields: orderFields,
    types: idTypes,
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
      { title: '하나 조회', body: { action: 'status', order: EXAMPLE_ORDER }, status: 200, answer: runningState },
      {
        title: '여러 개 조회',
        body: { action: 'status', orders: `${EXAMPLE_ORDER},${EXAMPLE_ORDER + 3},7` },
        status: 200,
        answer: {
          [EXAMPLE_ORDER]: runningState,
          [EXAMPLE_ORDER + 3]: pendingState,
          7: { error: v2ErrorText(incorrectOrder()) },
        },
      },
    ],
  },
  {
    name: 'cancel',
    input: ordersInput,
    answer: cancelAnswer,
    title: '주문 취소',
    description: `아직 공급사에 보내지 않은 주문은 바로 취소하고 전액 돌려드려요. 이미 보낸 주문은 상품의 \`cancel\`이 \`true\`일 때 취소를 요청하고, 이때도 1로 답해요. 요청한 취소는 확정되면 \`status\`가 Canceled나 Partial로 바뀌고 그때 돌려드려요. 자동주문은 남은 회차를 취소해요.`,
    fields: orderFields,
    types: idTypes,
    answerFields: { order: '주문번호', cancel: '취소했거나 취소를 요청했으면 1, 아니면 `{error}`' },
    examples: [
      {
        title: '여러 개 취소',
        body: { action: 'cancel', orders: `${EXAMPLE_ORDER + 3},7` },
        status: 200,
        answer: [
          { order: EXAMPLE_ORDER + 3, cancel: 1 },
          { order: 7, cancel: { error: v2ErrorText(incorrectOrder()) } },
        ],
      },
    ],
  },
  {
    name: 'refill',
    input: ordersInput,
    answer: refillAnswer,
    title: '리필 신청',
    description: `완료된 뒤 줄어든 수량을 다시 채워 달라고 신청해요. 상품의 \`refill\`이 \`true\`이면 그 상품의 리필 기간 동안, 주문마다 24시간에 한 번 신청할 수 있어요. 돌려드린 금액이 있는 주문은 신청할 수 없어요. 결과는 \`refill_status\`와 \`request.updated\` 웹훅으로 알려 드려요.`,
    fields: orderFields,
    types: idTypes,
    answerFields: { order: '주문번호', refill: '리필 번호. 거절되면 `{error}`예요.' },
    examples: [
      {
        title: '리필 신청',
        body: { action: 'refill', order: EXAMPLE_ORDER },
        status: 200,
        answer: { error: v2ErrorText(refillNotAvailable()) },
      },
    ],
  },
  {
    name: 'refill_status',
    input: refillsInput,
    answer: refillStatusAnswer,
    title: '리필 상태',
    description: `신청한 리필이 어디까지 왔는지 확인해요.`,
    fields: { refill: '리필 번호 하나', refills: '리필 번호 여러 개, 최대 100개' },
    types: idTypes,
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
    name: 'speed_up',
    input: ordersInput,
    answer: speedUpAnswer,
    title: '빨리 진행 요청',
    description: `주문하고 12시간이 지나도 끝나지 않은 주문을 서둘러 달라고 요청해요. 사람이 확인하고, 결과는 \`request.updated\` 웹훅으로 알려 드려요. 주문마다 24시간에 한 번 요청할 수 있어요.`,
    fields: orderFields,
    types: idTypes,
    answerFields: { order: '주문번호', speed_up: '요청했으면 1, 아니면 `{error}`' },
    examples: [
      {
        title: '빨리 진행 요청',
        body: { action: 'speed_up', order: EXAMPLE_ORDER },
        status: 200,
        answer: { error: v2ErrorText(speedUpNotAvailable()) },
      },
    ],
  },
  {
    name: 'balance',
    input: noInput,
    answer: v2Balance,
    title: '잔액',
    description: `남은 잔액을 원 단위 문자열로 받아요.`,
    fields: {},
    answerFields: { balance: '남은 잔액(원)', currency: '항상 KRW' },
    examples: [
      {
        title: '잔액 확인',
        body: { action: 'balance' },
        status: 200,
        answer: { balance: '965170', currency: 'KRW' },
      },
    ],
  },
]
