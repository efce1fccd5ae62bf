import { formatUnitPrice, type UnitPrice } from '#lib/money/prices.ts'

/**
 * Kinds of changes of a service on one day that matter to members who order it (docs/contract.md#change-notices). BACK:
 * a withdrawn service is on sale again.
 */
export const changeKinds = ['NEW', 'BACK', 'ENDED', 'PRICE'] as const

/** How a service differs from the day before. */
export type ChangeKind = (typeof changeKinds)[number]

export const changeKindLabels: Record<ChangeKind, string> = {
  NEW: '새 상품',
  BACK: '다시 판매',
  ENDED: '판매 종료',
  PRICE: '가격 변경',
}

/**
 * Filters of the list of changed services, by their names in the URL, with the kinds of changes that each filter shows.
 */
export const changeNoticeFilters = {
  price: { label: '가격 변경', kinds: ['PRICE'] },
  new: { label: '새 상품', kinds: ['NEW', 'BACK'] },
  ended: { label: '판매 종료', kinds: ['ENDED'] },
} as const satisfies Record<string, { label: string; kinds: readonly ChangeKind[] }>

export type ChangeFilter = keyof typeof changeNoticeFilters

export const changeNoticeTexts = {
  title: '서비스 변경 안내',
  hint: '가격이 바뀌거나 새로 나오거나 판매가 끝난 상품을 날짜별로 알려 드려요. 하루에 여러 번 바뀐 가격은 그날 마지막 가격으로 보여 드려요.',
  all: '전체',
  ordered: '내가 주문한 상품만',
  empty: '아직 바뀐 상품이 없어요',
  emptyFiltered: '조건에 맞는 변경이 없어요',
  showAll: '전체 보기',
  emptyHint: '상품이 바뀌면 여기에서 바로 볼 수 있어요.',
  older: '이전 변경 보기',
  newest: '최근 변경으로',
  follow: '내가 주문한 상품 소식 이메일로 받기',
  followHint: '최근 주문한 상품의 가격이 바뀌거나 판매가 끝나면 다음 날 오전에 알려 드려요.',
  followed: '상품 소식을 이메일로 보내 드릴게요.',
  failed: '설정을 바꾸지 못했어요. 잠시 후 다시 시도해 주세요.',
  unfollowed: '상품 소식 이메일을 더 보내지 않아요.',
} as const

/**
 * How much a price changed, such as '20% 올랐어요'. From 10 % on, rounded to whole percent; below, rounded down to tenths,
 * but at least 0.1. '' for a price that was 0 or hasn't changed.
 */
export function priceChangeText(before: UnitPrice, after: UnitPrice): string {
  if (before <= 0n || before === after) return ''
  const tenths = Number(((after > before ? after - before : before - after) * 1_000n) / before)
  const percent = tenths >= 100 ? Math.round(tenths / 10) : Math.max(tenths, 1) / 10
  return `${percent.toLocaleString('ko-KR')}% ${after > before ? '올랐어요' : '내렸어요'}`
}

/** Formats a day such as '2026-11-22' as a heading: '2026년 11월 22일'. */
export function dayHeading(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${year}년 ${month}월 ${date}일`
}

type MailedChange = {
  day: string
  kind: ChangeKind
  /** Name of the service. */
  text: string
  priceBefore: UnitPrice | null
  priceAfter: UnitPrice
}

function mailLine({ kind, text, priceBefore, priceAfter }: MailedChange): string {
  const head = `- [${changeKindLabels[kind]}] ${text}`
  if (kind === 'ENDED') return head
  const price = formatUnitPrice(priceAfter)
  if (kind !== 'PRICE' || priceBefore === null) return `${head}: ${price}`
  return `${head}: ${formatUnitPrice(priceBefore)} → ${price} (${priceChangeText(priceBefore, priceAfter)})`
}

/**
 * E-mail to a member about changed services that he has ordered, newest day first. `changes` are the newest of `total`
 * changes; `address` is the URL of the list of changes.
 */
export function changeMail(changes: readonly MailedChange[], total: number, address: string) {
  const days = [...new Set(changes.map(({ day }) => day))]
  const parts = days.map((day) =>
    [dayHeading(day), ...changes.filter((change) => change.day === day).map(mailLine)].join('\n'),
  )
  const more =
    total > changes.length ? [`그 밖에 ${(total - changes.length).toLocaleString('ko-KR')}건이 더 있어요.`] : []
  const end = `모두 보기: ${address}\n이 이메일은 서비스 변경 안내 화면에서 끌 수 있어요.`
  return {
    subject: `주문하신 상품 ${total.toLocaleString('ko-KR')}건이 바뀌었어요`,
    body: ['주문하신 상품이 이렇게 바뀌었어요.', ...parts, ...more, end].join('\n\n'),
  }
}
