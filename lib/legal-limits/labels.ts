/**
 * Figures of the shop that the law limits, in the sequence of the page. The `refId` of a task about a figure is its
 * position here, counted from 1.
 */
export const meterKeys = [
  'BALANCE_AVERAGE',
  'BALANCE_NOW',
  'ISSUED_THIS_YEAR',
  'ISSUED_LAST_YEAR',
  'CASH_RECEIPTS',
  'TAX_INVOICES',
  'REFUNDS',
  'RETENTION',
] as const

/** Names a figure of the shop that a law limits. */
export type MeterKey = (typeof meterKeys)[number]

/** Figures that are amounts of points, in the sequence of the page; the other figures are about deadlines. */
export const amountMeterKeys = ['BALANCE_AVERAGE', 'BALANCE_NOW', 'ISSUED_THIS_YEAR', 'ISSUED_LAST_YEAR'] as const

/**
 * How a figure compares with its limit. CLEAR: below 80 % of it. NEAR: from 80 % on. OVER: at or above the limit.
 * UNKNOWN: there is no figure.
 */
export type MeterLevel = 'UNKNOWN' | 'CLEAR' | 'NEAR' | 'OVER'

export const meterLevelLabels: Record<MeterLevel, string> = {
  UNKNOWN: '아직 없음',
  CLEAR: '여유',
  NEAR: '주의',
  OVER: '넘음',
}

/** A list of the console, with the query parameters to open it with. */
type MeterPlace = {
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly label: string
  readonly ownerOnly?: true
}

type MeterText = {
  label: string
  /** What the figure is, in one or two sentences. */
  text: string
  /** What the law requires, in one or two sentences. */
  limit: string
  /** Article of the law that requires it. */
  rule: string
  /** The console's lists with the rows behind the figure. */
  places: readonly MeterPlace[]
}

const EXEMPTION_ARTICLES = '전자금융거래법 제28조제3항제1호나목, 시행령 제15조제5항, 전자금융감독규정 제42조제1항'
const BALANCE_LIMIT_TEXT = '30억원 미만이어야 등록 면제 기준 안이에요.'
const ISSUE_LIMIT_TEXT = '500억원 미만이어야 등록 면제 기준 안이에요.'
const chargesPlaces = [{ path: '/admin/charges', query: { status: '1' }, label: '승인한 충전 보기' }]
const membersPlaces = [{ path: '/admin/members', label: '회원 보기' }]
const receiptPlaces = (kind: string): MeterPlace[] => [
  { path: '/admin/receipts', query: { kind }, label: '발행 대기 보기' },
  { path: '/admin/receipts', query: { kind, status: 'FAILED' }, label: '발행 실패 보기' },
]

export const meterTexts: Readonly<Record<MeterKey, MeterText>> = {
  BALANCE_AVERAGE: {
    label: '분기 말 발행잔액 평균',
    text: '작년 1분기부터 지난 분기까지 분기 말마다 회원에게 남아 있던 포인트의 평균이에요.',
    limit: BALANCE_LIMIT_TEXT,
    rule: EXEMPTION_ARTICLES,
    places: membersPlaces,
  },
  BALANCE_NOW: {
    label: '지금 발행잔액',
    text: '지금 회원에게 남아 있는 포인트예요. 분기가 끝나면 그날의 금액이 평균에 들어가요.',
    limit: BALANCE_LIMIT_TEXT,
    rule: EXEMPTION_ARTICLES,
    places: membersPlaces,
  },
  ISSUED_THIS_YEAR: {
    label: '올해 총발행액',
    text: '올해 발행한 포인트예요. 내년에는 이 금액으로 따져요.',
    limit: ISSUE_LIMIT_TEXT,
    rule: EXEMPTION_ARTICLES,
    places: chargesPlaces,
  },
  ISSUED_LAST_YEAR: {
    label: '작년 총발행액',
    text: '작년 한 해에 발행한 포인트예요. 올해는 이 금액으로 따져요.',
    limit: ISSUE_LIMIT_TEXT,
    rule: EXEMPTION_ARTICLES,
    places: chargesPlaces,
  },
  CASH_RECEIPTS: {
    label: '현금영수증 발행',
    text: '발행하지 않은 현금영수증이에요. 발행 대기와 발행 실패를 더했어요.',
    limit: '입금된 날부터 5일 안에 발행해야 해요.',
    rule: '소득세법 제162조의3, 시행령 제210조의3',
    places: receiptPlaces('0'),
  },
  TAX_INVOICES: {
    label: '세금계산서 발행',
    text: '발행하지 않은 세금계산서예요. 발행 대기와 발행 실패를 더했어요.',
    limit: '입금된 달의 다음 달 10일까지 발행해야 해요.',
    rule: '부가가치세법 제34조제3항',
    places: receiptPlaces('1'),
  },
  REFUNDS: {
    label: '환불 지급',
    text: '지급하지도 반려하지도 않았거나, 이체 파일로 지급했지만 은행에서 아직 이체하지 않은 환불 신청이에요.',
    limit: '신청한 날부터 3영업일 안에 지급해야 해요. 공휴일은 따로 빼지 않고 세요.',
    rule: '전자상거래법 제18조제2항',
    places: [{ path: '/admin/refunds', label: '환불 신청 보기' }],
  },
  RETENTION: {
    label: '개인정보 파기',
    text: '보관 기간이 끝난 개인정보는 매일 04:40에 저절로 지워요. 지우기를 마지막으로 끝낸 뒤 지난 시간이에요.',
    limit: '기간이 끝나면 5일 안에 지워야 해요.',
    rule: '개인정보 보호법 제21조제1항, 표준 개인정보 보호지침 제10조',
    places: [{ path: '/admin/retained-records', label: '보관 기록 보기', ownerOnly: true }],
  },
}

/** Texts of the console's page of legal limits. */
export const legalLimitTexts = {
  title: '법정 기준',
  notForSupport: '관리자와 대표만 볼 수 있어요.',
  notForSupportHint: '확인해야 하면 관리자에게 요청해 주세요.',
  noAdvice:
    '법률 자문이 아니에요. 법이 정한 수치와 상점의 기록을 나란히 보여 드릴 뿐이에요. 등록이나 신고가 필요한지는 변호사나 세무사에게 확인해 주세요.',
  readOn:
    '2026년 9월 14일까지 시행된 조문을 기준으로 해요. 전자금융거래법 법률 제21205호, 시행령 대통령령 제36281호, 전자금융감독규정 고시 제2026-29호.',
  issueTitle: '포인트 발행',
  issueHint:
    '대가를 받고 발행한 포인트와 보너스, 쿠폰처럼 받지 않고 준 포인트를 모두 더해요. 남은 포인트에서 둘을 나눌 수 없고, 대가를 받지 않은 포인트는 지급보증보험에 들어야만 따로 면제되기 때문이에요.',
  definition:
    '이 상점의 포인트는 이 상점의 상품에만 써요. 선불전자지급수단은 발행인이 아닌 제3자에게서 사는 데 쓰는 것이라(전자금융거래법 제2조제14호) 해당하는지부터 확인해야 해요. 등록 대상이 되면 충전금 전액을 따로 관리하고(제25조의2) 환급 조건을 약관에 적어야 해요(제19조).',
  deadlineTitle: '기한',
  quartersTitle: '분기 말 발행잔액',
  quarterEnd: '분기 말',
  balance: '발행잔액',
  noQuarters: '아직 끝난 분기가 없어요.',
  paid: '유상',
  free: '무상',
  asOf: (moment: string): string => `${moment} 기준`,
  lastRun: (moment: string): string => `${moment}에 마침`,
  neverRun: '아직 지우기를 끝낸 적이 없어요.',
  firstDue: (day: string): string => `가장 빠른 기한 ${day}까지`,
  waiting: (count: string): string => `${count}건`,
  late: (near: string, over: string): string => `임박 ${near}건 · 지남 ${over}건`,
  removed: '마지막에 지운 것',
  share: (percent: string): string => `기준의 ${percent}`,
  shareOfTime: (percent: string): string => `가장 급한 건은 기한의 ${percent}가 지났어요.`,
  shareOfDays: (percent: string): string => `5일의 ${percent}가 지났어요.`,
} as const
