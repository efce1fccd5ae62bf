import { describe, expect, test } from 'vitest'
import { db } from '#lib/core/db.ts'
import { depositSourceOf } from '../registry.ts'
import { MAX_ANSWERS_WITHOUT_DEPOSIT, MAX_SOURCE_ATTEMPTS } from '../rules.ts'
import { connectSource, depositsOf, runWorkerOnce, runWorkerRounds, sendWebhook } from './connected-shop.ts'
import {
  countReports,
  expectCredited,
  expectNotCredited,
  newCharge,
  payCharges,
  registerCharges,
  runUntilCredited,
  type SourceSuite,
  type TestCharge,
} from './source-suite.ts'
import type { StandInWebhook, WebhookForgery } from './stand-in.ts'

/** Declares the tests about the webhooks of a source, and about forged webhooks. */
export function describeWebhooks({ kind, standIn }: SourceSuite): void {
  const deliver = (webhook: StandInWebhook) => sendWebhook(kind, webhook)

  /** Creates a charge that the stand-in knows. */
  async function newRegisteredCharge(): Promise<TestCharge> {
    await connectSource(standIn())
    const charge = await newCharge()
    await registerCharges(standIn(), [charge])
    return charge
  }

  /** Makes the member of a charge pay, and returns the stand-in's webhook about this without delivering it. */
  async function undeliveredWebhook(charge: TestCharge): Promise<StandInWebhook> {
    standIn().transfer(charge)
    const [webhook] = standIn().webhooks.splice(0)
    if (!webhook) throw new Error('the stand-in sent no webhook')
    return webhook
  }

  describe('webhooks', () => {
    test('are answered exactly as the service demands, also the second time', async () => {
      const webhook = await undeliveredWebhook(await newRegisteredCharge())
      for (let times = 0; times < 2; times++) {
        const { status, body } = await deliver(webhook)
        expect(standIn().accepts({ status, text: String(body) })).toBe(true)
      }
      expect(await countReports(kind)).toBeGreaterThan(0)
    })

    test('credit nothing themselves: the worker asks the service back', async () => {
      const charge = await newRegisteredCharge()
      await deliver(await undeliveredWebhook(charge))
      await expectNotCredited([charge])
      expect(await depositsOf(kind)).not.toContainEqual(expect.objectContaining({ name: charge.name }))
      await runUntilCredited(standIn(), [charge])
      await expectCredited([charge])
    })

    const forgeries: readonly WebhookForgery[] = [
      'wrong-key',
      'no-key',
      'wrong-account',
      'unknown-id',
      'changed-sum',
      'early',
    ]

    test.each(forgeries)('that the service never sent (%s) credit nothing', async (forgery) => {
      const charge = await newRegisteredCharge()
      const forged = standIn().forge(forgery, charge)
      if (!forged) return
      await deliver(forged)
      await runWorkerRounds(standIn(), 6)
      await expectNotCredited([charge])
      await payCharges(standIn(), [charge])
      await expectCredited([charge])
    })

    test.each(['wrong-key', 'no-key', 'wrong-account'] as const)(
      'of a stranger (%s) are answered 401 and leave nothing behind',
      async (forgery) => {
        const charge = await newRegisteredCharge()
        const forged = standIn().forge(forgery, charge)
        if (!forged) return
        const before = await countReports(kind)
        expect((await deliver(forged)).status).toBe(401)
        expect(await countReports(kind)).toBe(before)
      },
    )

    test('about another sum credit what the service itself says', async () => {
      const charge = await newRegisteredCharge()
      standIn().transfer(charge)
      const forged = standIn().forge('changed-sum', charge)
      if (forged) standIn().webhooks.unshift(forged)
      await runUntilCredited(standIn(), [charge])
      await expectCredited([charge])
    })

    test('about nothing the service knows are denied after some questions, or not even stored', async () => {
      const charge = await newRegisteredCharge()
      const before = await countReports(kind)
      const forged = standIn().forge('unknown-id', charge)
      if (!forged) return
      await deliver(forged)
      for (let round = 0; round < MAX_ANSWERS_WITHOUT_DEPOSIT + 1; round++) await runWorkerOnce()
      const reported = await db().rows('SELECT state FROM source_reports WHERE connection = $1 ORDER BY id OFFSET $2', [
        kind,
        before,
      ])
      expect(reported).toEqual(depositSourceOf(kind).reportsOrdersOnly ? [] : [{ state: 'DENIED' }])
      await expectNotCredited([charge])
    })

    test('that come before the service itself knows are asked about again', async () => {
      const charge = await newRegisteredCharge()
      const early = standIn().forge('early', charge)
      if (!early) return
      await deliver(early)
      for (let round = 0; round < MAX_ANSWERS_WITHOUT_DEPOSIT + 1; round++) await runWorkerOnce()
      await expectNotCredited([charge])
      await payCharges(standIn(), [charge])
      await expectCredited([charge])
    })

    test('whose service was away for long and then knows nothing once are asked about again: only answers count', async () => {
      const charge = await newRegisteredCharge()
      const early = standIn().forge('early', charge)
      if (!early) return
      await deliver(early)
      standIn().faultOf = (requestKind) => (requestKind === 'ask' ? '5xx' : undefined)
      for (let round = 0; round < MAX_ANSWERS_WITHOUT_DEPOSIT + 1; round++) await runWorkerOnce()
      standIn().faultOf = () => undefined
      await runWorkerOnce()
      expect(
        await db().rows("SELECT answers FROM source_reports WHERE connection = $1 AND state = 'WAITING'", [kind]),
      ).toEqual([{ answers: 1 }])
      await payCharges(standIn(), [charge])
      await expectCredited([charge])
    })

    test('about which the service could not be asked for two days are a task about the charge', async () => {
      const charge = await newRegisteredCharge()
      const early = standIn().forge('early', charge)
      if (!early) return
      await deliver(early)
      standIn().faultOf = (requestKind) => (requestKind === 'ask' ? '5xx' : undefined)
      const openTasks = () =>
        db().rows<{ refType: string; detail: unknown }>(
          "SELECT ref_type, detail FROM tasks WHERE kind = 'DEPOSIT_UNCONFIRMED' AND ref_id = $1 AND resolved_at IS NULL",
          [charge.id],
        )
      await runWorkerOnce()
      expect(await openTasks()).toEqual([])
      await db().rows("UPDATE source_reports SET attempts = $2 WHERE connection = $1 AND state = 'WAITING'", [
        kind,
        MAX_SOURCE_ATTEMPTS - 1,
      ])
      await runWorkerOnce()
      const detail = { connection: kind, error: expect.stringMatching(/[가-힣].*요\.$/) }
      expect(await openTasks()).toEqual([{ refType: 'charge', detail }])
      standIn().faultOf = () => undefined
    })

    test('that are lost lose no deposit', async () => {
      const charge = await newRegisteredCharge()
      await undeliveredWebhook(charge)
      await runUntilCredited(standIn(), [charge])
      await expectCredited([charge])
    })

    test('that are sent five times at once credit once', async () => {
      const charge = await newRegisteredCharge()
      const webhook = await undeliveredWebhook(charge)
      await Promise.all([1, 2, 3, 4, 5].map(() => deliver(webhook)))
      await Promise.all([runWorkerOnce(), runWorkerOnce()])
      await runUntilCredited(standIn(), [charge])
      await expectCredited([charge])
    })

    test('that come again after the credit credit nothing', async () => {
      const charge = await newRegisteredCharge()
      const webhook = await undeliveredWebhook(charge)
      await deliver(webhook)
      await runUntilCredited(standIn(), [charge])
      await deliver(webhook)
      await runWorkerRounds(standIn(), 3)
      await expectCredited([charge])
    })

    test('that nobody can read are refused, and nothing of them is stored', async () => {
      const charge = await newRegisteredCharge()
      const { headers } = await undeliveredWebhook(charge)
      const unreadable = standIn().forge('unreadable', charge)
      const before = await countReports(kind)
      const bodies = ['', '{', '[]', 'null', '"text"', '{"a":"\\u0000"}', '\ufffe', unreadable?.body ?? '{']
      for (const body of bodies) {
        const { status } = await deliver({ headers, body })
        expect([400, 401, 413, 415]).toContain(status)
      }
      expect(await countReports(kind)).toBe(before)
    })

    test('larger than 16 KiB are refused before they are read', async () => {
      const charge = await newRegisteredCharge()
      const { headers, body } = await undeliveredWebhook(charge)
      const before = await countReports(kind)
      expect((await deliver({ headers, body: body.padEnd(17 * 1_024, ' ') })).status).toBe(413)
      expect(await countReports(kind)).toBe(before)
    })

    test('to a shop that is not connected are answered 404', async () => {
      const webhook = await undeliveredWebhook(await newRegisteredCharge())
      await db().rows('DELETE FROM connections WHERE kind = $1', [kind])
      expect((await deliver(webhook)).status).toBe(404)
    })
  })
}
