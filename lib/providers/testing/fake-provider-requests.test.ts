import { expect, test, vi } from 'vitest'

type Requests = typeof import('./fake-provider-requests.ts')

/** Starts a new fake provider, and returns the id that it gives to its first refill. */
async function refillIdAfterStart(): Promise<number> {
  vi.resetModules()
  const { handleFakeRequest }: Requests = await import('./fake-provider-requests.ts')
  const order = {
    id: 7,
    arrivedAt: Date.now(),
    service: '1',
    link: '@some.body',
    quantity: 10,
    parameters: {},
    fault: undefined,
  }
  const answer = await handleFakeRequest(
    { taken: [order], requests: [], options: {} },
    { action: 'refill', order: '7' },
  )
  return Number((answer as { refill: string }).refill)
}

test('a fake provider that was started anew gives a refill no id that it gave before', async () => {
  const before = await refillIdAfterStart()
  expect(await refillIdAfterStart()).toBeGreaterThan(before)
})
