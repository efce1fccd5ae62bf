import { staffActor } from '#lib/audit/actor.ts'
import { call } from '#lib/core/call.ts'
import { importStatement } from './import-statement.ts'
import { statementInput, storedStatement } from './schema.ts'

export const importStatementCall = call({
  method: 'POST',
  path: '/api/admin/bank-rows',
  access: 'MANAGER',
  body: statementInput,
  answer: storedStatement,
  run: ({ db, body, ...context }) => importStatement(db, staffActor(context), body),
})
