/** A generator of pseudo-random numbers (mulberry32). The same seed gives the same numbers. */
export type Random = {
  /** A number from 0 up to, but not including, 1. */
  next(): number
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number
  pick<T>(list: readonly T[]): T
}

export function makeRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    pick: (list) => list[Math.floor(next() * list.length)] as never,
  }
}

/** Returns the seed in PROOF_SEED, or a new one, and prints it, so that the run can be repeated. */
export function readProofSeed(name: string): number {
  const seed = Number(process.env.PROOF_SEED || Math.floor(Math.random() * 2 ** 31))
  console.log(`${name}: seed ${seed}, again with PROOF_SEED=${seed}`)
  return seed
}
