import type { FoundItems } from './schema.ts'

export const searchLabel = '모두 찾기'
export const searchPlaceholder = '회원, 주문번호, 링크, 입금자명, 상품, 화면'

/** Kinds of options that the console's search offers, in the sequence of its list. */
export const searchOptionKinds = [
  'recent',
  'page',
  'action',
  'members',
  'orders',
  'charges',
  'deposits',
  'services',
] as const

export type SearchOptionKind = (typeof searchOptionKinds)[number]

export const searchOptionKindLabels: Record<SearchOptionKind & string, string> = {
  recent: '최근에 연 것',
  page: '화면',
  action: '바로 하기',
  members: '회원',
  orders: '주문',
  charges: '충전',
  deposits: '입금',
  services: '상품',
} satisfies Record<keyof FoundItems | 'recent' | 'page' | 'action', string>

export const depositorNote = (name: string): string => `입금자명 ${name}`

export const nothingFoundText = '찾은 것이 없어요. 번호, 아이디, 이름의 앞부분으로 찾아보세요.'
export const searchingText = '찾고 있어요.'
export const searchFailedText = '지금은 찾지 못했어요. 잠시 뒤에 다시 찾아보세요.'
export const foundCountText = (count: number): string => `${count.toLocaleString('ko-KR')}개를 찾았어요.`
