import { formatPoints, formatWon, type Points, pointsFromNumber } from '#lib/money/points.ts'

/** An amount of the wire as points again; what came from our own calls always is one. */
export const exact = (amount: number): Points => pointsFromNumber(amount) ?? 0n

export const wonText = (amount: number): string => formatWon(exact(amount))

export const pointText = (amount: number): string => formatPoints(exact(amount))

/** '+1,500P': an amount that is given, or one that is taken. */
export const signedPoints = (delta: number): string => `${delta > 0 ? '+' : ''}${pointText(delta)}`
