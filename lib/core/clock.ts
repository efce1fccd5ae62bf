/** The current time. Code whose tests need a certain time calls `clock.now`, which a test can replace. */
export const clock = { now: (): Date => new Date() }

export const minutes = (count: number): number => count * 60_000
export const hours = (count: number): number => minutes(count * 60)

/** Time `milliseconds` after `from`, or before it if negative. */
export const later = (from: Date, milliseconds: number): Date => new Date(from.getTime() + milliseconds)
