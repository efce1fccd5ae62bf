import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { closeClients, NoAnswer, send } from './client.ts'
import { type Fleet, startFleet } from './fleet.ts'
import { compareOrders, makeResellers, makeServiceWithFractionalPrice, newTally, orderRepeatedly } from './orders.ts'
import { makeRandom, readProofSeed } from './random.ts'

/** Number of kills. `npm run prove -- crash` runs the full test: 200 kills of the whole shop, 20 rolling restarts. */
const KILLS = Number(process.env.PROOF_KILLS || 3)
const ROLLING_RESTARTS = Number(process.env.PROOF_RESTARTS || 1)
const WITH_PAGES = process.env.PROOF_PAGES === '1'
const CLIENTS = 8

/**
 * Milliseconds within which a killed process must be ready again: ten seconds, multiplied by the machine's load per
 * core if that is above 1. A start that gets a tenth of a core takes ten times as long.
 */
const maxReadyMs = (): number => 10_000 * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())

let fleet: Fleet | undefined
afterEach(async () => {
  closeClients()
  await fleet?.stop()
  fleet = undefined
})

test(`${KILLS} kill -9 at random under load: no acknowledged order lost, none twice, ready within ten seconds`, {
  timeout: 120_000 + KILLS * 20_000,
}, async () => {
  const seed = readProofSeed('crash')
  const random = makeRandom(seed)
  const running = await startFleet({ withPages: WITH_PAGES })
  fleet = running
  const serviceId = await makeServiceWithFractionalPrice(running.database())
  const resellers = await makeResellers(running.database(), 4)
  let over = false
  const tally = newTally()
  const clients = Array.from({ length: CLIENTS }, (_, at) => {
    const by = resellers[at % resellers.length]
    if (!by) throw new Error('no reseller')
    const options = { serviceId, random: makeRandom(seed + at + 1), tally, isOver: () => over }
    return orderRepeatedly(running.nextUrl, by, options)
  })
  const readyMs: Record<string, number[]> = {}
  const deck = [...running.processes, running.postgres]
  for (let kill = 0; kill < KILLS; kill++) {
    await wait(random.between(0, 500))
    // Each process is killed equally often, in random order.
    const part = kill < deck.length ? deck[kill] : random.pick(deck)
    if (!part) continue
    await part.kill()
    await wait(random.between(0, 200))
    const took = await part.start()
    readyMs[part.name] = [...(readyMs[part.name] ?? []), took]
    if (took > maxReadyMs()) tally.faults.push(`${part.name} was ready only after ${Math.round(took)} ms`)
  }
  await wait(300)
  over = true
  const acknowledged = (await Promise.all(clients)).flat()
  const found = await compareOrders(running.database(), acknowledged)
  const longest = Object.entries(readyMs).map(
    ([name, all]) => `${name} ${all.length} x, at most ${Math.round(Math.max(...all))} ms`,
  )
  console.log(
    `crash: ${JSON.stringify(found)}, ${tally.answered} answers, ${tally.refusedForNow} x 503, ${tally.unanswered} without answer; ready again: ${longest.join('; ')}; load ${loadavg()[0]?.toFixed(1)}`,
  )
  expect(tally.faults).toEqual([])
  expect(found).toMatchObject({ lost: 0, others: 0, twice: 0 })
  expect(found.stored).toBeGreaterThan(KILLS)
  await expectBooksBalance(running.database())
})

test(`${ROLLING_RESTARTS} rolling restarts of two web processes by SIGTERM: no request fails`, {
  timeout: 120_000 + ROLLING_RESTARTS * 30_000,
}, async () => {
  const seed = readProofSeed('rolling restart')
  const running = await startFleet({ withPages: WITH_PAGES, webs: 2, worker: false })
  fleet = running
  const serviceId = await makeServiceWithFractionalPrice(running.database())
  const resellers = await makeResellers(running.database(), 2)
  const failures: string[] = []
  let [over, answered] = [false, 0]
  // Behaves like a proxy: if one process refuses the connection, asks the other one, but never repeats a request that
  // was sent.
  const askEither = async (first: number, path: string, body: object, key: string) => {
    for (const at of [first, 1 - first]) {
      const headers = { 'api-key': key }
      const answer = await send(running.urls[at] ?? '', { path, headers, body: JSON.stringify(body) }).catch(
        (error: NoAnswer) => error,
      )
      if (answer instanceof NoAnswer && !answer.connected) continue
      if (answer instanceof NoAnswer || answer.status !== 201)
        failures.push(answer instanceof NoAnswer ? answer.message : `${answer.status} ${JSON.stringify(answer.json)}`)
      else answered += 1
      return
    }
    failures.push('both refused the connection')
  }
  const clients = Array.from({ length: CLIENTS }, async (_, at) => {
    const random = makeRandom(seed + at)
    while (!over) {
      const body = { serviceId, link: `https://instagram.com/p/${at}`, amount: random.between(1, 100) }
      await askEither(random.between(0, 1), '/order', body, resellers[at % 2]?.key ?? '')
      await wait(random.between(0, 20))
    }
  })
  for (let restart = 0; restart < ROLLING_RESTARTS; restart++)
    for (const web of running.processes) {
      expect(await web.end()).toBe(0)
      await web.start()
      await wait(200)
    }
  over = true
  await Promise.all(clients)
  console.log(`rolling restart: ${answered} orders answered, ${failures.length} failed`)
  expect(failures.join(', ')).toBe('')
  expect(answered).toBeGreaterThan(20)
  await expectBooksBalance(running.database())
})
