export const priceGroupInUseText = '이 그룹에 회원이 있어요. 회원을 먼저 다른 그룹으로 옮겨 주세요.'
export const priceGroupTakenText = '같은 이름의 그룹이 있어요. 다른 이름으로 정해 주세요.'

/** A discount as text: '12.5%'. */
export const percentText = (percent: number): string =>
  `${percent.toLocaleString('ko-KR', { maximumFractionDigits: 2 })}%`

/** Texts of the list of price rules in the detail of a group or member. */
export const priceRuleTexts = {
  title: '상품별 가격',
  add: '가격 정하기',
  none: '따로 정한 가격이 없어요.',
  failed: '가격을 불러오지 못했어요.',
  saved: '가격을 저장했어요. 다음 주문부터 적용돼요.',
  removed: '가격을 지웠어요.',
  everything: '전체 상품',
  belowCost: '원가 미만',
  numberMissing: '상품이나 카테고리 번호를 입력해 주세요.',
  target: ({ text, point }: { text: string; point?: number | undefined }): string =>
    point === undefined ? text : `${text} · 정가 1개 ${point.toLocaleString('ko-KR', { maximumFractionDigits: 5 })}원`,
  unknownTarget: { SERVICE: '이 번호의 상품이 없어요.', CATEGORY: '이 번호의 카테고리가 없어요.' },
  targetFailed: '이름을 불러오지 못했어요.',
} as const

/** Texts of the form that puts a member into a price group. */
export const memberPriceGroupTexts = {
  label: '가격 그룹',
  none: '없음',
  action: '바꾸기',
  done: (memberId: string): string => `${memberId} 님의 가격 그룹을 바꿨어요.`,
} as const
