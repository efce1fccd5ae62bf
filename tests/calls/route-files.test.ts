import { expect, test, vi } from 'vitest'
import type { Call } from '#lib/core/call.ts'
import { registry } from '#lib/web/registry.ts'
import { callNameOf } from './matrix.ts'

// Replaces `serve` by a function that returns the declarations, so that each verb exported by a route file is the call
// that it serves.
vi.mock('#lib/web/route.ts', () => ({
  serve: (...calls: Call[]) => Object.fromEntries(calls.map((call) => [call.method, call])),
}))

const files = import.meta.glob<Record<string, unknown>>('../../app/**/route.ts')

/**
 * The URL path of a route file. Neither route groups nor the folder `calls` are part of it. That folder has calls such
 * as POST /order, whose path is also that of a page (docs/product.md#routes).
 */
const pathOf = (file: string): string =>
  file
    .replace('../../app', '')
    .replace(/\/route\.ts$/, '')
    .replace(/\/\([^)]+\)/g, '')
    .replace(/^\/calls\//, '/')
    .replace(/\[(\w+)\]/g, '{$1}')

const servedCalls = async () => {
  const found: { name: string; call: unknown }[] = []
  for (const [file, load] of Object.entries(files)) {
    const path = pathOf(file)
    for (const [verb, call] of Object.entries(await load())) found.push({ name: `${verb} ${path}`, call })
  }
  return found
}

test('every route file serves registered calls, each at its own path and verb', async () => {
  const found = await servedCalls()
  expect(found.length).toBeGreaterThan(20)
  for (const { name, call } of found) {
    expect(registry, name).toContain(call)
    expect(callNameOf(call as Call)).toBe(name)
  }
})

test('every registered call has a route file', async () => {
  const names = (await servedCalls()).map(({ name }) => name)
  expect(names.toSorted()).toEqual(registry.map(callNameOf).toSorted())
})

test('parameters of a path are the names its schema reads', () => {
  for (const call of registry) {
    const names = [...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
    const shape = (call.params as { shape?: object } | undefined)?.shape ?? {}
    expect(Object.keys(shape), callNameOf(call)).toEqual(names)
  }
})
