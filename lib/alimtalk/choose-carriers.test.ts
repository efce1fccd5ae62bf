import { expect, test } from 'vitest'
import { db } from '#lib/core/db.ts'
import type { Carrier } from '#lib/messages/rules.ts'
import { chooseCarriers } from './choose-carriers.ts'
import { connectSolapi } from './testing/alerts.ts'
import { startSolapiStandIn } from './testing/solapi-stand-in.ts'

const [mail, text]: Carrier[] = [async () => ({ kind: 'sent' }), async () => ({ kind: 'sent' })]
const configured = { ...(mail && { EMAIL: mail }), ...(text && { SMS: text }) }

test('the connection to Solapi goes before the text messages that the environment configures', async () => {
  expect(await chooseCarriers(db(), configured)).toEqual(configured)
  expect(Object.keys(await chooseCarriers(db(), {}))).toEqual([])
  const solapi = await startSolapiStandIn()
  await connectSolapi(solapi)
  const carriers = await chooseCarriers(db(), configured)
  expect(carriers.EMAIL).toBe(mail)
  expect(carriers.SMS).not.toBe(text)
  const message = { id: 1, to: '01012345678', subject: '', body: '안내' }
  expect(await carriers.SMS?.(message)).toMatchObject({ kind: 'sent', confirmation: { sentAs: 'SMS' } })
  expect(solapi.messages).toHaveLength(1)
  await solapi.stop()
})

test('a connection whose keys cannot be opened leaves the environment’s carriers', async () => {
  await db().rows("UPDATE connections SET secrets = '\\\\x00' WHERE kind = 'solapi'")
  expect(await chooseCarriers(db(), configured)).toEqual(configured)
})
