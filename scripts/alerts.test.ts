import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startMetrics } from '#lib/core/metrics.ts'
import { metricNames } from '#lib/reports/write-metrics.ts'

const docs = join(import.meta.dirname, '../docs')
const rules = readFileSync(join(docs, 'monitoring/alerts.yml'), 'utf8')
const dashboard = readFileSync(join(docs, 'monitoring/dashboard.json'), 'utf8')
const operate = readFileSync(join(docs, 'operate.md'), 'utf8')
const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)

test('each alert says in docs/operate.md what to do, and no section is left of one that is gone', () => {
  const section = operate.split('\n## Alerts\n')[1]?.split('\n## ')[0] ?? ''
  const headings = [...section.matchAll(/^### (\w+)\n([^\n]+)/gm)].map(([, name = '']) => name)
  expect(alerts.length).toBeGreaterThan(10)
  expect(headings.toSorted()).toEqual(alerts.toSorted())
})

test('alerts and dashboard ask for nothing that no process has', async () => {
  const { registry } = startMetrics()
  const own = (await registry.getMetricsAsJSON()).flatMap(({ name }) => [
    name,
    `${name}_bucket`,
    `${name}_count`,
    `${name}_sum`,
  ])
  const known = new Set([...own, ...metricNames, 'shop_points_credited_total', 'shop_points_debited_total'])
  const asked = [...`${rules}${dashboard}`.matchAll(/\b(shop|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => name)
  expect(asked.length).toBeGreaterThan(20)
  expect(asked.filter((name) => !known.has(name))).toEqual([])
})

const hasPromtool = spawnSync('promtool', ['--version']).status === 0

test.runIf(hasPromtool)('Prometheus reads the rules', () => {
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', join(docs, 'monitoring/alerts.yml')], {
    encoding: 'utf8',
  })
  expect(`${stdout}${stderr}`).toContain(`${alerts.length} rules found`)
  expect(status).toBe(0)
})

test.runIf(hasPromtool)('Prometheus reads what a process answers', async () => {
  const { registry } = startMetrics()
  const { status, stderr } = spawnSync('promtool', ['check', 'metrics'], {
    input: await registry.metrics(),
    encoding: 'utf8',
  })
  expect(stderr.split('\n').filter((line) => line.startsWith('shop_'))).toEqual([])
  expect(status === 0 || stderr.includes('nodejs_')).toBe(true)
})
