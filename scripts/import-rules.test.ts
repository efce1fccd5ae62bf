import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/**
 * Imports to check: the importing file, the imported one, and the rule of .dependency-cruiser.cjs that forbids the
 * import. An import without a rule must be allowed. With `type` it is an `import type`.
 */
const imports: [from: string, to: string, rule?: string, type?: 'type'][] = [
  ['lib/points/move-points.ts', '#lib/orders/queries.ts', 'graph-points'],
  ['lib/points/read-points.ts', '#lib/orders/schema.ts', 'graph-points', 'type'],
  ['lib/orders/transition-order.ts', '#lib/charges/queries.ts', 'graph-orders'],
  ['lib/orders/auto/make-run.ts', '#lib/charges/rules.ts', 'graph-orders'],
  ['lib/orders/auto/place-run.ts', '#lib/members/queries.ts'],
  ['lib/providers/delivery/send-order.ts', '#lib/orders/note-order.ts'],
  ['lib/audit/record-audit.ts', '../reports/queries.ts', 'graph-audit'],
  ['lib/exports/export-list.ts', '#lib/audit/record-audit.ts'],
  ['lib/exports/export-call.ts', '#lib/audit/record-audit.ts', 'calls-only-translate'],
  ['lib/charges/calls.ts', '#lib/audit/record-audit.ts', 'calls-only-translate'],
  ['lib/webhooks/calls.ts', '#lib/audit/record-account-event.ts', 'calls-only-translate'],
  ['lib/charges/reject-charge.ts', '#lib/audit/record-audit.ts'],
  ['lib/audit/check-chain.ts', '#lib/exports/export-rows.ts', 'graph-audit'],
  ['lib/audit/trail/calls.ts', '#lib/exports/export-rows.ts'],
  ['lib/tasks/file-task.ts', './resolution/rules.ts', 'graph-tasks'],
  ['lib/tasks/resolution/resolve-task.ts', '../file-task.ts'],
  ['lib/tasks/resolution/calls.ts', '#lib/orders/place-order.ts'],
  ['lib/points/calls.ts', '#lib/tasks/resolution/queries.ts', 'graph-points'],
  ['lib/points/adjust-points.ts', '#lib/tasks/file-task.ts'],
  ['lib/charges/settle-refund.ts', '#lib/points/move-points.ts'],
  ['lib/orders/rules.ts', '#lib/core/db.ts', 'safe-in-a-browser', 'type'],
  ['lib/orders/schema.ts', '#lib/orders/queries.ts', 'safe-in-a-browser'],
  ['lib/orders/labels.ts', 'node:fs', 'safe-in-a-browser-packages'],
  ['lib/orders/errors.ts', '#lib/core/errors.ts'],
  ['lib/core/errors.ts', '#lib/core/db.ts', 'safe-core'],
  ['lib/core/log.ts', '#lib/members/queries.ts', 'core-knows-no-domain', 'type'],
  ['lib/money/points.ts', '#lib/core/db.ts', 'money-knows-nobody'],
  ['lib/members/queries.ts', '#lib/web/page-access.ts', 'domain'],
  ['lib/members/testing/members.ts', '#lib/books/testing/expect-books.ts'],
  ['lib/members/find.test.ts', '#components/ui/button.tsx', 'test'],
  ['lib/members/find-member.ts', '#components/ui/button.tsx', 'domain'],
  ['lib/web/registry.ts', '#lib/orders/place-order.ts', 'web'],
  ['lib/web/route.ts', '#lib/orders/calls.ts'],
  ['lib/jobs/expire.ts', '#lib/orders/calls.ts', 'jobs-call-use-cases'],
  ['lib/jobs/money-lane.ts', '#lib/core/outgoing.ts', 'money-waits-for-nobody'],
  ['lib/jobs/sweep.ts', '#lib/orders/place-order.ts'],
  ['lib/widgets/queries.ts', '#lib/core/db.ts', 'known-folders'],
  ['lib/orders/old/queries.ts', '#lib/core/db.ts', 'known-folders'],
  ['lib/orders/testing/orders.ts', '#lib/books/check-books.ts'],
  ['lib/orders/find-order.ts', './testing/orders.ts', 'no-test-code-at-run-time'],
  ['lib/orders/cancel-order.ts', 'react', 'no-framework-in-lib', 'type'],
  ['lib/orders/transition-order.ts', 'next/headers', 'no-framework-in-lib'],
  ['lib/catalog/queries.ts', 'pg', 'only-core-opens-the-database'],
  ['lib/orders/place-order.ts', '#lib/core/prisma.ts', 'prisma-for-plain-rows'],
  ['lib/points/move-points.ts', '#lib/core/prisma.ts', 'prisma-for-plain-rows', 'type'],
  ['lib/editable-lists/save-row.ts', '#lib/core/prisma.ts'],
  ['lib/catalog/calls.ts', 'graphile-worker', 'only-jobs-run-jobs'],
  ['lib/content/queries.ts', 'vitest', 'no-test-code-at-run-time'],
  ['lib/books/check-books.ts', '#lib/members/testing/members.ts', 'no-test-code-at-run-time'],
  ['lib/staff/create-owner.ts', '#scripts/demo.ts', 'entry-points-stand-last'],
  ['lib/tasks/open-task.ts', '#lib/tasks/resolution/queries.ts', 'no-cycle'],
  ['lib/receipts/queries.ts', './nowhere.ts', 'resolvable'],
  ['app/order/page.tsx', '#lib/orders/place-order.ts', 'page'],
  ['app/point/page.tsx', '#lib/core/env.ts', 'page'],
  ['app/qna/page.tsx', '#lib/orders/queries.ts'],
  ['app/service/order/route.ts', '#lib/orders/queries.ts', 'route'],
  ['app/service/point/route.ts', '#lib/orders/calls.ts'],
  ['components/orders/form.tsx', '#lib/orders/queries.ts', 'component-has-no-data'],
  ['components/orders/list.tsx', '#lib/orders/queries.ts', undefined, 'type'],
  ['components/orders/card.tsx', '#lib/orders/place-order.ts', 'component', 'type'],
  ['components/orders/fields.tsx', '#lib/orders/schema.ts'],
  ['components/orders/price.tsx', '#lib/core/db.ts', 'component', 'type'],
  ['components/ui/table.tsx', '#lib/money/points.ts', 'primitive'],
  ['components/ui/dialog.tsx', '#components/orders/form.tsx', 'primitive', 'type'],
  ['components/ui/field.tsx', 'zod', 'primitive-packages'],
  ['components/ui/link.tsx', 'react'],
  ['components/chrome/frame.tsx', '#app/order/page.tsx', 'nothing-imports-app'],
]

type Violation = { from: string; rule: { name: string } }
const sampleFolder = mkdtempSync(join(tmpdir(), 'walls-'))
let violations: Violation[] = []

function writeImport(path: string, line: string): void {
  const file = join(sampleFolder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${line}\n`, { flag: 'a' })
}

const resolveImport = (importingFile: string, specifier: string): string =>
  specifier.startsWith('#') ? specifier.slice(1) : join(dirname(importingFile), specifier)

beforeAll(() => {
  symlinkSync(join(root, 'node_modules'), join(sampleFolder, 'node_modules'))
  symlinkSync(join(root, '.dependency-cruiser.cjs'), join(sampleFolder, '.dependency-cruiser.cjs'))
  symlinkSync(join(root, 'package.json'), join(sampleFolder, 'package.json'))
  for (const [from, to, , type] of imports) {
    writeImport(
      from,
      type ? `import type { A${type} } from '${to}'; export type B = A${type}` : `export { x } from '${to}'`,
    )
  }
  const targets = imports.filter(([, to, rule]) => /^[#.]/.test(to) && rule !== 'resolvable')
  for (const target of new Set(targets.map(([from, to]) => resolveImport(from, to))))
    writeImport(target, 'export const x = 1')
  writeImport('lib/tasks/resolution/queries.ts', "export type { A } from '#lib/tasks/open-task.ts'")
  const cli = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const args = [cli, 'app', 'components', 'lib', 'scripts', '--output-type', 'json']
  const { stdout } = spawnSync(process.execPath, args, { cwd: sampleFolder, encoding: 'utf8', maxBuffer: 1e9 })
  violations = JSON.parse(stdout).summary.violations
})
afterAll(() => rmSync(sampleFolder, { recursive: true }))

describe('an import that', () => {
  test.each(imports.filter(([, , rule]) => rule))('%s makes of %s is refused by %s', (from, _to, rule) => {
    expect(violations.filter((each) => each.from === from).map((each) => each.rule.name)).toContain(rule)
  })

  test.each(imports.filter(([, , rule]) => !rule))('%s makes of %s is allowed', (from) => {
    expect(violations.filter((each) => each.from === from)).toEqual([])
  })
})
