/** A row as a provider sends it: any field may have any type, or be missing. */
type WrittenRow = Record<string, unknown>

/** Makes a function that returns pseudo-random numbers from 0 to 1, the same sequence for the same seed. */
function pseudoRandomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const networks = ['Instagram', 'YouTube', 'TikTok', 'Telegram', 'Twitter (X)', 'Threads', 'Facebook', '𝐈𝐧𝐬𝐭𝐚𝐠𝐫𝐚𝐦']
const thingsSold = [
  'Followers',
  'Likes',
  'Views &amp;amp; Reach',
  'Comments',
  'Story views',
  'Members',
  'Live stream viewers',
]
const nameMarks = ['🇰🇷', '👨‍👩‍👧‍👦', '♻️ R30', '⚡️', '⛔', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '[ Max 50K ]', '| 𝗡𝗼 𝗿𝗲𝗳𝗶𝗹𝗹', '\tReal', '  HQ ', '❤️‍🔥']
const typeValues = [
  'Default',
  'Default',
  'Default',
  'default',
  null,
  'Package',
  'Custom Comments',
  'Poll',
  'SEO',
  'Web Traffic',
  7,
]
const rateValues = [
  '0.0008',
  '0.9',
  '12.3456',
  3.5,
  '341778.3497',
  '1,250.50',
  0.00012,
  '7',
  '1e3',
  '-1',
  '0.00',
  '',
  null,
  'free',
]
const maxValues = [
  '10000',
  50_000,
  '2147483647',
  '99999999999999999999999999999999999999999',
  2_147_483_647,
  '1000000.0',
  null,
]
const minValues = ['10', 100, '1', 0, '0', '50', null, -5, '20000']
const flagValues = ['0', '1', 0, 1, true, false, null, 'true', 'yes', {}]
const strangeRows = [null, 7, 'row', [], [[]], {}, { service: {} }, { error: 'x' }]

type PickOne = <T>(from: readonly T[]) => T

/** Returns `usual` if `chance`, a random number from 0 to 1, is below 0.92; else `odd`. */
const mostly = <T>(usual: T, odd: T, chance: number): T => (chance < 0.92 ? usual : odd)

/**
 * A row for the service with the number `id`; `next` returns the next random number, `pick` a random item of a list.
 */
function writtenRow(id: number, next: () => number, pick: PickOne): WrittenRow {
  const kind = `${pick(networks)} - ${pick(thingsSold)}`
  const usualRate = (next() * 300).toFixed(4)
  return {
    service: mostly<unknown>(
      next() < 0.5 ? id : String(id),
      pick([-1, 'x'.repeat(99), '', 1.5, null, id - 1, '  12 ']),
      next(),
    ),
    name: mostly<unknown>(
      `${pick(nameMarks)} ${kind} ${pick(nameMarks)}`,
      pick(['', null, {}, '\u202e\u200b', '<b></b>']),
      next(),
    ),
    category: mostly<unknown>(`${kind} ${pick(nameMarks)}`, null, next()),
    type: mostly<unknown>('Default', pick(typeValues), next()),
    rate: mostly<unknown>(usualRate, pick(rateValues), next()),
    min: mostly<unknown>('10', pick(minValues), next()),
    max: mostly<unknown>('10000', pick(maxValues), next()),
    refill: pick(flagValues),
    cancel: pick(flagValues),
    dripfeed: pick(flagValues),
    constructor: 'unheard of',
  }
}

const separatorRow = (id: number): WrittenRow => ({
  service: id,
  name: '-----',
  type: 'Default',
  rate: 0,
  min: 1,
  max: 1,
})

/**
 * A provider's list with this number of rows, many of them faulty in the ways of real lists. The same `seed` makes the
 * same list.
 */
export function lifelikeServiceList(rows: number, seed = 1): unknown[] {
  const next = pseudoRandomNumbers(seed)
  const pick: PickOne = (from) => from[Math.floor(next() * from.length)] as (typeof from)[number]
  return Array.from({ length: rows }, (_, index) => {
    if (next() < 0.01) return pick(strangeRows)
    return next() < 0.03 ? separatorRow(index + 1) : writtenRow(index + 1, next, pick)
  })
}

/** A valid row of a provider's list, with the given fields replaced. */
export const listedRow = (row: WrittenRow = {}): WrittenRow => ({
  service: 1,
  name: 'Followers',
  category: 'Instagram',
  type: 'Default',
  rate: '1.5',
  min: '10',
  max: '1000',
  refill: false,
  cancel: true,
  dripfeed: false,
  ...row,
})
