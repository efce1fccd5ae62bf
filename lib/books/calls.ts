import { staffActor } from '#lib/audit/actor.ts'
import { call } from '#lib/core/call.ts'
import { clock } from '#lib/core/clock.ts'
import { seoulDay } from '#lib/core/seoul-moment.ts'
import { compareDay } from './queries/compare-day.ts'
import { readLastBookCheck } from './queries/last-book-check.ts'
import { requestBookCheck } from './request-check.ts'
import { comparedDayQuery, dayComparison, lastBookCheck, requestedBookCheck } from './schema.ts'

/** Result of the last check of the books, with the faulty rows (docs/contract.md#books). */
export const booksCall = call({
  method: 'GET',
  path: '/api/admin/books',
  access: 'SUPPORT',
  answer: lastBookCheck,
  run: ({ db }) => readLastBookCheck(db),
})

export const checkBooksCall = call({
  method: 'POST',
  path: '/api/admin/books/check',
  access: 'MANAGER',
  status: 201,
  answer: requestedBookCheck,
  run: ({ db, ...context }) => requestBookCheck(db, staffActor(context)),
})

export const compareDayCall = call({
  method: 'GET',
  path: '/api/admin/books/day',
  access: 'SUPPORT',
  query: comparedDayQuery,
  answer: dayComparison,
  run: ({ db, query }) => compareDay(db, query.day ?? seoulDay(clock.now())),
})
