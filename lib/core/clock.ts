/** The current time. Code whose tests need a certain time calls `clock.now`, which a test can replace. */
export const clock = { now: (): Date => new Date() }

/** `count` minutes in milliseconds. */
export const minutesInMs = (count: number): number => count * 60_000
/** `count` hours in milliseconds. */
export const hoursInMs = (count: number): number => minutesInMs(count * 60)

/** The time `milliseconds` after `from`; before it if negative. */
export const timeAfter = (from: Date, milliseconds: number): Date => new Date(from.getTime() + milliseconds)
