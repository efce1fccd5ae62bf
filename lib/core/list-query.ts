import { z } from 'zod'
import { messages } from './pipeline-messages.ts'
import { textParsedBy } from './text.ts'

/**
 * A day in Seoul as `YYYY-MM-DD`. PostgreSQL knows no year 0 and no calendar has five digits for it, so the years are
 * limited.
 */
const seoulDay = textParsedBy(
  10,
  z.iso.date().refine((day) => /^2\d{3}/.test(day)),
)

/** Query fields of a list that is filtered by days: first and last day, both included. */
export const dayFields = { from: seoulDay.optional(), to: seoulDay.optional() }

/** A query with `dayFields`, refused if it ends before it begins. */
export const daysInOrder = <Q extends z.ZodObject>(query: Q): Q =>
  query.refine(
    (days) => {
      const { from, to } = days as { from?: string; to?: string }
      return !from || !to || from <= to
    },
    { path: ['to'], error: messages.daysReversed },
  )

/** Query field of a list's order: a column, or a column with a minus for the largest first. */
export const sortField = <Name extends string>(...names: Name[]) =>
  z.enum(names.flatMap((name): (Name | `-${Name}`)[] => [name, `-${name}`])).optional()
