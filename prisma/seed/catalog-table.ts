/** What the link of an order must lead to. */
export type LinkTarget = 'profile' | 'post' | 'live' | 'site'

/**
 * Quantities in which a thing is sold: minimum and maximum of one order, units delivered per day, and time until the
 * delivery starts.
 */
type Size = { min: number; max: number; daily: number; starts: string }

/**
 * One quality in which a product line is sold, with its texts. The texts contain placeholders: `{p}` is the platform,
 * `{k}` the thing, `{n}` the thing without the origin of its accounts (한국인, 외국인, 국내, 해외); `{day}`, `{hour}` and `{max}`
 * are quantities with their Korean counter.
 */
export type Grade = {
  name: string
  /** Price in percent of the line's price. */
  percent: number
  /** Speed in percent of the line's `daily` units; 100 if absent. */
  pace?: number
  starts?: string
  /**
   * Days within which lost followers or reactions are refilled: 0 never, Infinity always; absent if nothing can be
   * lost.
   */
  refill?: number
  note?: string | undefined
  min?: number
  max?: number
  auto?: boolean
  readOnly?: boolean
}

/**
 * A line of the catalogue: one thing of one platform (such as Instagram followers), sold in several grades. Prices in
 * hundred-thousandths of a won.
 */
export type Line = [
  category: string,
  thing: string,
  unit: '명' | '개' | '회' | '시간',
  linkTarget: LinkTarget,
  unitPrice: number,
  size: Size,
  grades: Grade[][],
]

/** Copies the grades as read-only ones, which can be seen but not ordered. */
export const asReadOnly = (grades: Grade[]): Grade[] =>
  grades.map((grade) => ({ ...grade, readOnly: true, note: '점검 중이라 잠시 주문을 받지 않아요.' }))

/** Sizes by what is sold, for example `words` for comments and `seats` for live viewers. */
export const sizes = {
  people: { min: 10, max: 30_000, daily: 3_000, starts: '10분' },
  crowd: { min: 100, max: 500_000, daily: 20_000, starts: '1시간' },
  reactions: { min: 10, max: 30_000, daily: 12_000, starts: '5분' },
  masses: { min: 50, max: 200_000, daily: 48_000, starts: '10분' },
  views: { min: 100, max: 10_000_000, daily: 480_000, starts: '5분' },
  viewers: { min: 100, max: 300_000, daily: 24_000, starts: '30분' },
  words: { min: 5, max: 1_000, daily: 240, starts: '30분' },
  seats: { min: 20, max: 5_000, daily: 5_000, starts: '5분' },
  hours: { min: 100, max: 4_000, daily: 500, starts: '12시간' },
  visits: { min: 100, max: 1_000_000, daily: 30_000, starts: '1시간' },
} satisfies Record<string, Size>
