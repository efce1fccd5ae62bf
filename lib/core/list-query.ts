import { z } from 'zod'
import { messages } from './pipeline-messages.ts'
import { textParsedBy } from './text.ts'

/**
 * Schema of a day in Seoul as `YYYY-MM-DD`, from the year 2000 to 2999. PostgreSQL refuses the year 0000, which zod
 * accepts.
 */
export const seoulDayField = textParsedBy(
  10,
  z.iso.date().refine((day) => /^2\d{3}/.test(day)),
)

/**
 * Schema of a time in ISO 8601 with its offset from UTC, from the year 2000 to 2999. PostgreSQL refuses the year 0000
 * and offsets of 16 hours and more, which zod accepts. Offsets of 15 hours and more are refused: no place has them.
 */
export const timeWithOffset = textParsedBy(
  40,
  z.iso.datetime({ offset: true }).refine((time) => /^2\d{3}/.test(time) && !/[+-](1[5-9]|2)\S*$/.test(time.slice(10))),
)

/** Largest value of PostgreSQL's type integer, which ids have. */
const MAX_ID = 2_147_483_647

/** Query field for the next page of a list: the `nextCursor` of the page before, an id. */
export const cursorField = z.coerce.number().int().positive().max(MAX_ID).optional()

/** Query fields of a list that is filtered by days: first and last day, both included. */
export const dayFields = { from: seoulDayField.optional(), to: seoulDayField.optional() }

/** Adds to a query with `dayFields` the check that the last day isn't before the first. */
export const withDaysInOrder = <Q extends z.ZodObject>(query: Q): Q =>
  query.refine(
    (days) => {
      const { from, to } = days as { from?: string; to?: string }
      return !from || !to || from <= to
    },
    { path: ['to'], error: messages.daysReversed },
  )

/** Query field for the column to sort a list by: one of these names, with a minus before it for the largest first. */
export const sortField = <Name extends string>(...names: Name[]) =>
  z.enum(names.flatMap((name): (Name | `-${Name}`)[] => [name, `-${name}`])).optional()
