/**
 * The details of an order of the type Subscriptions, with their Korean texts. Their names and bounds are those that
 * other panels document for their API v2. Browser code may import this file.
 */
import type { ChoiceField, DayField, LineField, NumberField } from './detail-fields.ts'

/** Maximum number of new posts, and also of existing posts, of one subscription. */
export const MAX_POSTS = 1_000

const MAX_QUANTITY = 2_147_483_647

/** Delays between a post and the start of its delivery, in minutes, as other panels document them for their API v2. */
const delays = [
  0, 5, 10, 15, 20, 30, 40, 50, 60, 90, 120, 150, 180, 210, 240, 270, 300, 360, 420, 480, 540, 600,
] as const

const hoursText = (minutes: number): string =>
  [minutes >= 60 && `${Math.floor(minutes / 60)}시간`, minutes % 60 > 0 && `${minutes % 60}분`]
    .filter(Boolean)
    .join(' ')

export const watchedAccountField: LineField = {
  name: 'username',
  kind: 'line',
  form: /^[^\s,]+$/u,
  maxLength: 200,
  label: '구독할 계정',
  hint: '새 게시물을 지켜볼 공개 계정의 아이디예요.',
  missing: '구독할 계정을 입력해 주세요.',
  wrong: '계정은 띄어쓰기 없이 하나만 입력해 주세요.',
}

export const leastPerPostField: NumberField = {
  name: 'min',
  kind: 'number',
  min: 1,
  max: MAX_QUANTITY,
  unit: '개',
  label: '게시물당 최소 수량',
  hint: '게시물마다 최소와 최대 사이의 수량이 들어가요.',
  missing: '게시물당 최소 수량을 입력해 주세요.',
  wrong: '게시물당 최소 수량은 1 이상의 정수로 입력해 주세요.',
}

export const mostPerPostField: NumberField = {
  name: 'max',
  kind: 'number',
  min: 1,
  max: MAX_QUANTITY,
  unit: '개',
  label: '게시물당 최대 수량',
  hint: '이 수량으로 먼저 결제하고, 쓰지 않은 만큼 끝날 때 돌려드려요.',
  missing: '게시물당 최대 수량을 입력해 주세요.',
  wrong: '게시물당 최대 수량은 1 이상의 정수로 입력해 주세요.',
}

export const newPostsField: NumberField = {
  name: 'posts',
  kind: 'number',
  min: 1,
  max: MAX_POSTS,
  unit: '개',
  label: '새 게시물 수',
  hint: '앞으로 올라올 게시물 몇 개까지 진행할지 적어 주세요.',
  missing: '새 게시물 수를 입력해 주세요. 개수를 정하지 않은 구독은 주문할 수 없어요.',
  wrong: '새 게시물 수는 1에서 1,000 사이의 정수로 입력해 주세요.',
}

export const oldPostsField: NumberField = {
  name: 'oldPosts',
  kind: 'number',
  min: 0,
  max: MAX_POSTS,
  unit: '개',
  whenEmpty: null,
  label: '지난 게시물 수',
  hint: '이미 올라온 최근 게시물에도 진행하려면 개수를 적어 주세요.',
  missing: '',
  wrong: '지난 게시물 수는 0에서 1,000 사이의 정수로 입력해 주세요.',
}

export const postDelayField: ChoiceField = {
  name: 'delay',
  kind: 'choice',
  choices: delays.map((value) => ({ value, label: value === 0 ? '올라오면 바로' : `${hoursText(value)} 뒤` })),
  whenEmpty: 0,
  label: '시작 시점',
  hint: '게시물이 올라온 뒤 언제 시작할지 골라 주세요.',
  missing: '',
  wrong: '시작 시점을 올바르게 골라 주세요.',
}

export const lastDayField: DayField = {
  name: 'expiry',
  kind: 'day',
  maxDays: 365,
  whenEmpty: null,
  label: '종료일',
  hint: '이날까지 올라온 게시물에 진행해요. 30일 동안 새 게시물이 없어도 끝나요.',
  missing: '',
  wrong: '종료일은 내일부터 1년 안의 날짜로 입력해 주세요.',
}
