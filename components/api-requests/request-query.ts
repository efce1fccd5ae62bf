import { type ApiRequestQuery, apiRequestQuery } from '#lib/api-requests/schema.ts'
import { readDay } from '../ui/calendar-days.ts'
import { seoulDay } from '../ui/seoul-time.ts'

/** Rows per page. */
const PAGE_SIZE = 20

/** Filter and page of the request log, from its query string; invalid values count as absent. */
export function requestQueryOf(search: Readonly<Record<string, unknown>>): ApiRequestQuery {
  const { from, to, failed, call, key, id, cursor } = apiRequestQuery.shape
  const one = (value: unknown) => (value === '' ? undefined : value)
  // Without scripts the form sends a date as it was typed, such as '2026. 11. 22.'.
  const day = (value: unknown) =>
    typeof value === 'string' ? (readDay(value, seoulDay(Date.now())) ?? one(value)) : one(value)
  const wanted = {
    from: from.catch(undefined).parse(day(search.from)),
    to: to.catch(undefined).parse(day(search.to)),
    failed: failed.catch(undefined).parse(one(search.failed)),
    call: call.catch(undefined).parse(one(search.call)),
    key: key.catch(undefined).parse(one(search.key)),
    id: id.catch(undefined).parse(typeof search.id === 'string' ? one(search.id.trim()) : undefined),
    cursor: cursor.catch(undefined).parse(one(search.cursor)),
    size: PAGE_SIZE,
  }
  // `to` before `from` would match nothing, so `to` is ignored then.
  return wanted.from && wanted.to && wanted.from > wanted.to ? { ...wanted, to: undefined } : wanted
}
