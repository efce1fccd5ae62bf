import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectionForStaff } from '#lib/connections/queries.ts'
import { readConnection } from '#lib/connections/read-connection.ts'
import { db } from '#lib/core/db.ts'
import { SHORT_TIMEOUT_MS } from '#lib/core/testing/short-timeout.ts'
import type { StandInFault, StandInRequestKind } from '#lib/deposits/sources/testing/stand-in.ts'
import type { OutgoingMessage, SendOutcome } from '#lib/messages/rules.ts'
import { templateText } from '#lib/messages/rules.ts'
import { solapiSentences } from '../labels.ts'
import { makeSolapiCarrier } from '../solapi-carrier.ts'
import { connectSolapi, newPhone } from './alerts.ts'
import { type SolapiStandIn, startSolapiStandIn } from './solapi-stand-in.ts'

/** A way of sending messages to telephones: as AlimTalk or as text messages. */
type Way = {
  /** Values of the connection that differ from the stand-in's own. */
  values: Record<string, string>
  type: 'ATA' | 'SMS'
  sentAs: 'ALIMTALK' | 'SMS'
}

let count = 0

/**
 * Faults after which the shop can't know whether Solapi has accepted the message. The boolean of each says whether
 * Solapi really has accepted it.
 */
const lostAnswers: readonly (readonly [StandInFault, boolean])[] = [
  ['silent', true],
  ['cut', true],
  ['untaken', false],
  ['5xx', false],
  ['html', true],
  ['error', false],
  ['garbled', true],
  ['huge', true],
]

/** Faults of the response when the shop asks Solapi whether it accepted a message; the shop then still doesn't know. */
const askFaults: readonly StandInFault[] = [
  'silent',
  'cut',
  'untaken',
  '5xx',
  'html',
  'busy',
  'error',
  'garbled',
  'huge',
]

/** Declares the tests of the rules that each way of sending messages to telephones must follow. */
export function describeSolapiCarrier(name: string, { values, type, sentAs }: Way): void {
  describe(name, () => {
    let solapi: SolapiStandIn
    let message: OutgoingMessage

    beforeAll(async () => {
      solapi = await startSolapiStandIn()
    })
    afterAll(() => solapi.stop())
    beforeEach(async () => {
      await connectSolapi(solapi, values)
      solapi.messages.length = 0
      solapi.requests.length = 0
      solapi.state.balance = 1_000
      solapi.state.faultOf = () => undefined
      const template = { kind: 'CODE', values: { 인증번호: '12345' } } as const
      message = {
        id: ++count,
        to: newPhone(),
        subject: '인증번호 안내',
        body: templateText(template.kind, template.values),
        template,
      }
    })

    async function send(
      more: Partial<OutgoingMessage> = {},
      connected: Record<string, string> = {},
    ): Promise<SendOutcome> {
      if (Object.keys(connected).length > 0) await connectSolapi(solapi, { ...values, ...connected })
      const connection = await readConnection(db(), 'solapi')
      if (!connection) throw new Error('not connected')
      return makeSolapiCarrier(db(), connection, SHORT_TIMEOUT_MS)({ ...message, ...more })
    }

    const failNext = (wanted: StandInRequestKind, fault: StandInFault) => {
      let isOver = false
      solapi.state.faultOf = (requestKind) => {
        if (requestKind !== wanted || isOver) return undefined
        isOver = true
        return fault
      }
    }

    const stateOf = () => connectionForStaff(db(), 'solapi')

    test('a message is taken once, with the number it comes from and the text it has', async () => {
      expect(await send()).toEqual({ kind: 'sent', confirmation: { groupId: 'G4V000001', sentAs } })
      expect(solapi.messages).toMatchObject([
        { to: message.to, from: '0212345678', type, text: '인증번호 12345 · 3분 안에 입력해 주세요.' },
      ])
      expect(await stateOf()).toMatchObject({ state: 'UNVERIFIED', error: null })
    })

    test('each request is signed anew', async () => {
      await send()
      expect((await send({ id: ++count })).kind).toBe('sent')
      expect(solapi.messages).toHaveLength(2)
    })

    test('a wrong secret keeps the message and says what to do', async () => {
      expect(await send({}, { apiSecret: 'WRONG' })).toEqual({ kind: 'later', fault: 'SOLAPI SignatureDoesNotMatch' })
      expect(await stateOf()).toMatchObject({ state: 'FAILING', error: solapiSentences.secret })
      expect(solapi.messages).toEqual([])
    })

    test('a wrong key keeps the message and says what to do', async () => {
      expect(await send({}, { apiKey: 'NCSWRONG' })).toEqual({ kind: 'later', fault: 'SOLAPI InvalidAPIKey' })
      expect(await stateOf()).toMatchObject({ state: 'FAILING', error: solapiSentences.key })
    })

    test('an empty balance keeps the message and says what to do, and the next success ends the failure', async () => {
      solapi.state.balance = 1
      expect(await send()).toEqual({ kind: 'later', fault: 'SOLAPI NotEnoughBalance' })
      expect(await stateOf()).toMatchObject({ state: 'FAILING', error: solapiSentences.balance })
      solapi.state.balance = 1_000
      expect(await send({ isRetry: true })).toMatchObject({ kind: 'sent' })
      expect(await stateOf()).toMatchObject({ error: null })
      expect(solapi.messages).toHaveLength(1)
    })

    test('a sender number that is not registered is a refusal', async () => {
      expect(await send({}, { from: '0299999999' })).toEqual({ kind: 'refused', fault: 'SOLAPI 1062' })
    })

    test('an invalid phone number is a refusal', async () => {
      expect(await send({ to: '123' })).toEqual({ kind: 'refused', fault: 'SOLAPI 1013' })
    })

    test('a service that asks to wait has taken nothing', async () => {
      failNext('register', 'busy')
      expect(await send()).toEqual({ kind: 'later', fault: 'SOLAPI 429' })
      expect(await send({ isRetry: true })).toMatchObject({ kind: 'sent' })
      expect(solapi.messages).toHaveLength(1)
    })

    test('a service that is not there has taken nothing', async () => {
      const gone = await startSolapiStandIn()
      await gone.stop()
      await connectSolapi(gone, values)
      expect(await send()).toEqual({ kind: 'later', fault: 'UNREACHABLE' })
    })

    for (const [fault, isTaken] of lostAnswers)
      test(`after an answer that is ${fault} the message is asked for, and taken once in all`, async () => {
        failNext('register', fault)
        expect((await send()).kind).toBe('unknown')
        expect(solapi.messages).toHaveLength(isTaken ? 1 : 0)
        expect(await send({ isRetry: true })).toMatchObject({ kind: 'sent', confirmation: { sentAs } })
        expect(await send({ isRetry: true })).toMatchObject({ kind: 'sent' })
        expect(solapi.messages).toHaveLength(1)
      })

    for (const fault of askFaults)
      test(`while the question is answered by ${fault} nothing is sent`, async () => {
        failNext('ask', fault)
        expect((await send({ isRetry: true })).kind).toBe('later')
        expect(solapi.messages).toEqual([])
        expect((await send({ isRetry: true })).kind).toBe('sent')
        expect(solapi.messages).toHaveLength(1)
      })

    test('a message is found among many to the same number, and one of another key is not taken for it', async () => {
      await send()
      const [own] = solapi.messages
      for (let at = 0; at < 150; at++)
        solapi.messages.push({
          ...(own as NonNullable<typeof own>),
          messageId: `M4VX${at}`,
          groupId: `G4VX${at}`,
          customFields: { shopMessage: 'other' },
        })
      expect(await send({ isRetry: true })).toEqual({ kind: 'sent', confirmation: { groupId: 'G4V000001', sentAs } })
      expect(solapi.messages).toHaveLength(151)
      expect(await send({ id: ++count, isRetry: true })).toMatchObject({ kind: 'sent' })
      expect(solapi.messages).toHaveLength(152)
    })

    test("a message's key at Solapi does not contain the phone number", async () => {
      await send()
      const [{ customFields } = { customFields: {} }] = solapi.messages
      expect(JSON.stringify(customFields)).not.toContain(message.to)
      expect(Object.values(customFields)[0]).toMatch(/^[0-9a-f]{32}$/)
    })
  })
}
