import type { Grade, Line, LinkTarget } from './catalog-table.ts'

/** Texts by kind of link target: what the link must be (`what`), and what to prepare before ordering (`ready`). */
const linkTexts: Record<LinkTarget, { what: string; ready: string }> = {
  profile: { what: '프로필(채널) 주소를', ready: '비공개 계정은 작업할 수 없으니 공개로 바꾼 뒤 주문해 주세요.' },
  post: { what: '게시물 주소를', ready: '삭제되었거나 비공개인 게시물은 작업할 수 없어요.' },
  live: { what: '방송 중인 라이브 주소를', ready: '방송을 시작한 다음에 주문해 주세요.' },
  site: { what: '열었을 때 바로 보이는 페이지 주소를', ready: '로그인해야 볼 수 있는 페이지는 작업할 수 없어요.' },
}

const repeatedOrderText = '같은 링크의 작업이 끝나기 전에 다시 주문하면 수량이 겹쳐 계산될 수 있어요.'

/**
 * Description of a service: when its delivery starts, how fast it is, what the link must be, and whether losses are
 * refilled.
 */
export function describeService(line: Line, grade: Grade, example: string | undefined): string {
  const [, , unit, linkTarget, , size] = line
  const daily = Math.round((size.daily * (grade.pace ?? 100)) / 100)
  const startText = `주문 후 ${grade.starts ?? size.starts} 안에 시작하며`
  const speed =
    linkTarget === 'live'
      ? `${startText} 몇 분에 걸쳐 들어와요.`
      : `${startText} 하루 최대 ${quantityText(daily, unit)}까지 작업해요.`
  const link = example
    ? `링크에는 ${linkTexts[linkTarget].what} 넣어 주세요(예: ${example}).`
    : `링크에는 ${linkTexts[linkTarget].what} 넣어 주세요.`
  return [grade.note, speed, link, linkTexts[linkTarget].ready, refillText(grade.refill), repeatedOrderText]
    .filter(Boolean)
    .join(' ')
}

function refillText(days: number | undefined): string {
  if (days === undefined) return ''
  if (days === 0) return 'AS가 없는 상품이라 나중에 줄어든 수량은 다시 채워 드리지 않아요.'
  if (days === Number.POSITIVE_INFINITY) return '줄어든 만큼 기간 제한 없이 다시 채워 드려요.'
  return `${days}일 안에 줄어든 만큼 다시 채워 드려요.`
}

/** Formats a quantity as Korean shops write it: 1,500명, 3만 명, 9만 6천 회, 1천만 회. */
export function quantityText(quantity: number, unit: string): string {
  if (quantity < 10_000 || quantity % 1_000 !== 0) return `${quantity.toLocaleString('ko-KR')}${unit}`
  const man = Math.floor(quantity / 10_000)
  const rest = quantity % 10_000 === 0 ? '' : ` ${(quantity % 10_000) / 1_000}천`
  return `${man === 1_000 ? '1천' : man}만${rest} ${unit}`
}
