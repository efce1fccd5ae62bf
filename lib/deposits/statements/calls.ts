import { staffActor } from '#lib/audit/actor.ts'
import { call } from '#lib/core/call.ts'
import { clock } from '#lib/core/clock.ts'
import { seoulDay } from '#lib/core/seoul-moment.ts'
import { importStatement } from './import-statement.ts'
import { compareBankDay } from './queries.ts'
import { bankDay, bankDayQuery, statementImportCounts, statementInput } from './schema.ts'

export const importStatementCall = call({
  method: 'POST',
  path: '/api/admin/bank-rows',
  access: 'MANAGER',
  body: statementInput,
  answer: statementImportCounts,
  run: ({ db, body, ...context }) => importStatement(db, staffActor(context), body),
})

export const bankDayCall = call({
  method: 'GET',
  path: '/api/admin/bank-rows',
  access: 'SUPPORT',
  query: bankDayQuery,
  answer: bankDay,
  run: ({ db, query }) => compareBankDay(db, query.day ?? seoulDay(clock.now())),
})
