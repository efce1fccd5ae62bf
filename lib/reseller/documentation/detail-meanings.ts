import {
  type DetailField,
  MAX_DETAIL_LINES,
  type OrderDetailName,
  orderDetailNames,
} from '#lib/catalog/detail-fields.ts'
import { serviceTypeNames, serviceTypeOf } from '#lib/catalog/service-types.ts'
import type { FieldMeanings } from './call-documentation.ts'

/** Meanings of the fields that only some types of services ask for (docs/contract.md#service-types). */
export const detailMeanings: Readonly<Record<OrderDetailName, string>> = {
  comments: '댓글이나 답글. 문자열 배열, 또는 한 줄에 하나씩 적은 문자열로 보내 주세요. 줄 수가 주문 수량이 돼요.',
  usernames: '멘션할 계정. 배열, 또는 줄바꿈·공백·쉼표로 나눈 문자열로 보내 주세요.',
  hashtags: '해시태그 목록. 배열, 또는 줄바꿈·공백·쉼표로 나눈 문자열로 보내 주세요.',
  hashtag: '해시태그 하나. 이 해시태그를 쓴 사람들을 멘션해요.',
  username: '계정 하나. 댓글을 쓴 계정이거나, 팔로워를 멘션할 계정이거나, 구독할 계정이에요.',
  media: '게시물 주소. 이 게시물에 좋아요를 누른 사람들을 멘션해요.',
  answerNumber: '투표할 답의 번호. 위에서부터 1번이에요.',
  groups: '멤버를 데려올 그룹 링크. 배열, 또는 줄바꿈·공백·쉼표로 나눈 문자열로 보내 주세요.',
  keywords: '검색할 키워드. 문자열 배열, 또는 한 줄에 하나씩 적은 문자열로 보내 주세요.',
  country: '방문자의 국가. `KR`처럼 두 글자 코드나 영어 이름으로 보내 주세요.',
  device: '방문 기기. 1 PC, 2 안드로이드, 3 아이폰, 4 모바일 섞어서, 5 PC와 모바일 섞어서',
  typeOfTraffic: '유입 경로. 1 구글 검색, 2 지정한 사이트에서, 3 직접 방문',
  googleKeyword: '구글 검색어. `typeOfTraffic`이 1일 때만 필요해요.',
  referringUrl: '유입 사이트 주소. `typeOfTraffic`이 2일 때만 필요해요.',
  min: '구독: 게시물 하나에 들어갈 최소 수량. 상품의 최소 수량 이상이에요.',
  max: '구독: 게시물 하나에 들어갈 최대 수량. `max`에 게시물 수를 곱한 만큼 먼저 결제하고, 쓰지 않은 만큼 끝날 때 돌려드려요.',
  posts: '구독: 진행할 새 게시물 수. 1에서 1,000까지예요.',
  oldPosts: '구독: 이미 올라온 게시물 가운데 진행할 수. 없으면 넣지 않아도 돼요.',
  delay:
    '구독: 게시물이 올라온 뒤 시작할 때까지의 분. 0, 5, 10, 15, 20, 30, 40, 50, 60, 90, 120, 150, 180, 210, 240, 270, 300, 360, 420, 480, 540, 600 가운데 하나이고, 없으면 0이에요.',
  expiry:
    '구독: 마지막 날(한국 시간). `2026-12-31`이나 `31/12/2026`처럼 내일부터 1년 안의 날짜로 보내 주세요. 없어도 돼요.',
}

const numberText = (number: number): string => number.toLocaleString('ko-KR')

/**
 * Largest maximum that is shown. A higher maximum is only what the database column can store, which doesn't interest
 * readers.
 */
const LARGEST_SHOWN_MAXIMUM = 1_000_000

/** Describes the values that a field takes, with their limits, such as '배열 또는 문자열 (5,000줄, 하나에 500자까지)'. */
export function detailTypeTextOf(field: DetailField): string {
  if (field.kind === 'lines') {
    const unit = `${numberText(MAX_DETAIL_LINES)}${field.unit}`
    return `배열 또는 문자열 (${unit}, 하나에 ${numberText(field.maxLength)}자까지)`
  }
  if (field.kind === 'line') return `문자열 (최대 ${numberText(field.maxLength)}자)`
  if (field.kind === 'day') return '날짜 (문자열)'
  if (field.kind === 'number')
    return `정수 (${field.max > LARGEST_SHOWN_MAXIMUM ? `${field.min} 이상` : `${field.min}~${numberText(field.max)}`})`
  return `정수 (${field.choices.map(({ value }) => value).join(', ')} 중 하나)`
}

const fieldByName = new Map(
  serviceTypeNames.flatMap((name) => serviceTypeOf(name).fields).map((field) => [field.name, field]),
)

/** Descriptions of the values that each field takes (`detailTypeTextOf`), by field name. */
export const detailTypeTexts: FieldMeanings = Object.fromEntries(
  orderDetailNames.flatMap((name) => {
    const field = fieldByName.get(name)
    return field ? [[name, detailTypeTextOf(field)]] : []
  }),
)
