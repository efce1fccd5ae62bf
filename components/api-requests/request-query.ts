import { type ApiRequestQuery, apiRequestQuery } from '#lib/api-requests/schema.ts'
import { readDay } from '../ui/calendar-days.ts'
import { seoulDay } from '../ui/seoul-time.ts'

/** Rows per page. */
const PAGE_SIZE = 20

/** Reads filter and page of the request log from its query string; invalid values count as absent. */
export function parseRequestLogQuery(search: Readonly<Record<string, unknown>>): ApiRequestQuery {
  const { from, to, failed, call, key, id, cursor } = apiRequestQuery.shape
  const emptyAsUndefined = (value: unknown) => (value === '' ? undefined : value)
  // Without scripts the form sends a date as typed, such as '2026. 11. 22.'.
  const dayOf = (value: unknown) =>
    typeof value === 'string'
      ? (readDay(value, seoulDay(Date.now())) ?? emptyAsUndefined(value))
      : emptyAsUndefined(value)
  const query = {
    from: from.catch(undefined).parse(dayOf(search.from)),
    to: to.catch(undefined).parse(dayOf(search.to)),
    failed: failed.catch(undefined).parse(emptyAsUndefined(search.failed)),
    call: call.catch(undefined).parse(emptyAsUndefined(search.call)),
    key: key.catch(undefined).parse(emptyAsUndefined(search.key)),
    id: id.catch(undefined).parse(typeof search.id === 'string' ? emptyAsUndefined(search.id.trim()) : undefined),
    cursor: cursor.catch(undefined).parse(emptyAsUndefined(search.cursor)),
    size: PAGE_SIZE,
  }
  // Ignores a `to` that is before `from`: together they would match nothing.
  return query.from && query.to && query.from > query.to ? { ...query, to: undefined } : query
}
