/** What a link of an order points at. */
export type Place = 'profile' | 'post' | 'live' | 'site'

/** How much of it can be sold: least and most of one order, delivered a day, minutes until it starts. */
type Size = { min: number; max: number; daily: number; starts: string }

/** One quality in which a line is sold. `{p}` platform, `{k}` thing, `{n}` the thing without whose it is;
 * `{day}`, `{hour}`, `{max}` quantities with their counter. */
export type Grade = {
  name: string
  /** Percent of the line's price. */
  percent: number
  /** Percent of the size's daily delivery; default 100. */
  pace?: number
  starts?: string
  /** Days in which losses are refilled; 0 never, Infinity always; absent where nothing can be lost. */
  refill?: number
  note?: string | undefined
  min?: number
  max?: number
  auto?: boolean
  readOnly?: boolean
}

/** A line: one thing of one platform in all its grades. Prices in hundred-thousandths of a won. */
export type Line = [
  category: string,
  thing: string,
  unit: '명' | '개' | '회' | '시간',
  place: Place,
  unitPrice: number,
  size: Size,
  grades: Grade[][],
]

/** The same grades while the line is being looked after. */
export const paused = (grades: Grade[]): Grade[] =>
  grades.map((grade) => ({ ...grade, readOnly: true, note: '점검 중이라 잠시 주문을 받지 않아요.' }))

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
