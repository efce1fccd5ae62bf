// Who may import whom, whole and without exceptions. A rule names what a folder may never reach; type-only imports count
// like any other unless a rule says otherwise.

/** What every domain may use. Each of them may use those before it. */
const foundations = [
  'core',
  'money',
  'members/restriction',
  'audit',
  'tasks',
  'messages',
  'exports',
  'editable-lists',
  'file-storage',
  'idempotency',
  'audit/trail',
  'settings',
  'connections',
]

/**
 * The domain graph: which domains a domain uses, besides the foundations. It has no cycle, because a domain may name only
 * those above it. A part with a line of its own stands above its domain: others use the domain, the part uses them.
 * docs/architecture.md draws it.
 */
const domains = {
  approvals: [],
  catalog: [],
  'change-notices': [],
  content: [],
  guarantees: [],
  verification: [],
  members: ['approvals', 'content', 'verification'],
  'api-keys': ['members'],
  points: ['approvals', 'members'],
  prices: ['approvals', 'catalog'],
  orders: ['api-keys', 'approvals', 'catalog', 'members', 'prices'],
  favorites: ['catalog', 'orders'],
  promotions: ['approvals', 'members', 'points'],
  charges: ['approvals', 'members', 'orders', 'points', 'promotions'],
  'service-measures': ['catalog', 'orders'],
  books: ['charges'],
  referrals: ['charges', 'members', 'points'],
  receipts: ['charges', 'members'],
  questions: ['charges', 'members', 'orders'],
  'retained-records': ['charges'],
  deposits: ['approvals', 'charges'],
  transfers: ['approvals', 'charges', 'deposits'],
  alimtalk: ['orders', 'verification'],
  'card-payments': ['approvals', 'charges', 'deposits'],
  'connections/checks': ['alimtalk', 'card-payments', 'deposits'],
  'receipts/issuing': ['charges', 'deposits', 'receipts', 'retained-records'],
  sandbox: ['api-keys', 'catalog', 'orders', 'prices'],
  webhooks: ['api-keys', 'orders', 'prices'],
  'api-requests': [],
  push: ['orders'],
  'pending-changes': ['approvals'],
  'settings/saving': ['pending-changes'],
  'connections/saving': ['card-payments', 'pending-changes'],
  staff: ['members', 'pending-changes'],
  sessions: ['members', 'staff'],
  sns: ['content', 'members', 'sessions', 'verification'],
  accounts: [
    'api-keys',
    'charges',
    'members',
    'orders',
    'points',
    'referrals',
    'retained-records',
    'sessions',
    'sns',
    'verification',
  ],
  'members/detail': ['charges', 'members', 'orders', 'points', 'prices', 'referrals', 'sessions'],
  providers: ['catalog', 'orders', 'pending-changes'],
  requests: ['orders', 'providers'],
  reseller: ['api-keys', 'catalog', 'orders', 'points', 'prices', 'requests', 'sandbox'],
  'reseller/documentation': ['api-keys', 'catalog', 'members', 'orders', 'reseller', 'webhooks'],
  'reseller/openapi': ['api-keys', 'orders', 'reseller', 'reseller/documentation', 'webhooks'],
  'pending-changes/decisions': ['connections/saving', 'pending-changes', 'providers', 'settings/saving', 'staff'],
  'approvals/decisions': ['approvals', 'card-payments', 'charges', 'deposits', 'orders', 'points', 'promotions'],
  'tasks/resolution': [
    'approvals',
    'card-payments',
    'orders',
    'providers',
    'referrals',
    'requests',
    'service-measures',
  ],
  search: ['catalog', 'charges', 'deposits', 'members'],
  reports: ['charges', 'deposits', 'orders', 'providers', 'questions', 'receipts', 'requests', 'tasks/resolution'],
  'legal-limits': ['charges', 'receipts', 'reports'],
}

/** Folders within a domain whose imports are its own. */
const parts = [
  'deposits/bank-files',
  'deposits/sources',
  'deposits/statements',
  'orders/auto',
  'orders/bulk',
  'providers/delivery',
  'providers/health',
  'providers/import',
  'providers/take-over',
  'reseller/documentation/pages',
  'reseller/v2',
]

const nodes = [...foundations, ...Object.keys(domains)]
const shop = [...nodes, ...parts].filter((folder) => folder !== 'core' && folder !== 'money')
const anyDomain = `lib/(${shop.join('|')})`
/** The files of a node, without those of a part that has a line of its own. */
const filesOf = (node) => {
  const own = nodes.filter((each) => each.startsWith(`${node}/`)).map((each) => each.slice(node.length + 1))
  return own.length === 0 ? `^lib/${node}/` : `^lib/${node}/(?!(${own.join('|')})/)`
}
const safe = `^(${anyDomain}/(schema|labels|staff-labels|errors|rules)|lib/catalog/(service-types|order-details|price-change-schema|subscription|[a-z]+-fields)|lib/deposits/bank-files/(map-rules|statement)|lib/orders/(staff-schema|link-url|unknown-outcome-texts)|lib/tasks/resolution/task-texts|lib/reseller/documentation/(blocks|inline-text))\\.ts$`
/** What of the core a browser may load. */
const safeCore =
  '^lib/core/(clock|csv|errors|form-errors|form-fields|list-query|normal-name|pipeline-messages|predicate|seoul-moment|storable|text|invisible)\\.ts$'
const money = '^lib/money/'
const styles = '\\.css$'
const ours = '^(app|components|lib|prisma|scripts|e2e|bench|tests)/'
const tests = '(^tests/|\\.(test|spec)\\.tsx?$|^lib/.*/testing/|^components/.*/test-[a-z-]+\\.tsx?$)'

/** What reads or writes rows that are only rows, by Prisma, besides the editable lists. */
const plainRows = [
  'audit/record-audit',
  'catalog/(price-history|refuse-route-of-other-type)',
  'content/(queries|save-guide)',
  'members/set-member-memo',
  'staff/(queries|save-filter)',
]

/** Nothing of ours but what is listed. */
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  from,
  to: { path: ours, pathNot: allowed },
})

const forbid = (name, from, to) => ({ name, severity: 'error', from, to })

const graph = nodes.map((node, at) => {
  const above = nodes.slice(0, at)
  const allowed = domains[node] ? [...foundations, ...domains[node]] : above
  const unlisted = (domains[node] ?? []).filter((each) => !above.includes(each) || foundations.includes(each))
  if (unlisted.length > 0) throw new Error(`${node} names ${unlisted}, which are no domains above it`)
  const refused = nodes.filter((each) => each !== node && !allowed.includes(each))
  return forbid(`graph-${node}`, { path: filesOf(node), pathNot: tests }, { path: refused.map(filesOf) })
})

module.exports = {
  forbidden: [
    forbid('no-cycle', {}, { circular: true }),
    forbid('resolvable', {}, { couldNotResolve: true }),
    forbid(
      'known-folders',
      { path: '^lib/', pathNot: `^(${anyDomain}|lib/(core|money|web|jobs))/((queries|testing)/)?[^/]+$` },
      {},
    ),

    only('page', { path: '^app/.*\\.tsx?$', pathNot: '/route\\.ts$' }, [
      '^app/',
      '^components/',
      '^lib/web/(page-access|page-reads)\\.ts$',
      // The handle and the time that a page hands to its queries.
      '^lib/core/(db|clock)\\.ts$',
      `^${anyDomain}/queries(\\.ts$|/)`,
      money,
      safe,
      styles,
    ]),
    only('route', { path: '^app/.*/route\\.ts$' }, [`^${anyDomain}/calls\\.ts$`, '^lib/web/']),
    only('web', { path: '^lib/web/', pathNot: tests }, [
      '^lib/(web|core)/',
      `^${anyDomain}/(calls\\.ts$|queries(\\.ts$|/))`,
      // Stores each answered API call in the request log, whichever domain the call belongs to.
      '^lib/api-requests/record-request\\.ts$',
    ]),
    only('jobs', { path: '^lib/jobs/', pathNot: tests }, ['^lib/(jobs|core)/', `^${anyDomain}/`]),
    forbid(
      'jobs-call-use-cases',
      { path: '^lib/jobs/', pathNot: tests },
      { path: `^${anyDomain}/(calls|schema|labels|staff-labels|errors|rules)\\.ts$` },
    ),
    // A call only translates: the use case writes the audit row, so that every door to an act leaves the same one.
    forbid(
      'calls-only-translate',
      { path: `^${anyDomain}/[\\w-]*calls?\\.ts$`, pathNot: tests },
      { path: '^lib/audit/record-[\\w-]+\\.ts$' },
    ),
    // Not by any chain of imports: a job that waits for somebody else's server would hold a place among those of money.
    forbid(
      'money-waits-for-nobody',
      { path: '^lib/jobs/(money|upkeep)-lane\\.ts$' },
      { path: '^lib/(core/outgoing|messages/(smtp|solapi)-carrier)\\.ts$', reachable: true },
    ),
    only('domain', { path: `^${anyDomain}/`, pathNot: tests }, [`^${anyDomain}/`, '^lib/core/', money]),
    // A test looks at what it tests from anywhere in lib, the books and the call matrix among it.
    only('test', { path: `^lib/.*${tests}` }, ['^lib/']),
    // What spans the domains is tested from outside them.
    only('tests-span-domains', { path: '^tests/', pathNot: '^tests/(faults|screens)/' }, ['^tests/', '^lib/']),
    // These follow the links of screens.
    only('tests-of-screens', { path: '^tests/screens/' }, ['^tests/', '^lib/', '^components/']),
    // These start and kill the shop's processes.
    only('tests-of-faults', { path: '^tests/faults/' }, ['^tests/', '^lib/', '^scripts/']),
    only('safe-in-a-browser', { path: safe }, [money, safe, safeCore]),
    forbid(
      'safe-in-a-browser-packages',
      { path: `${safe}|${safeCore}` },
      { dependencyTypes: ['core', 'npm', 'npm-dev'], pathNot: 'node_modules/zod/' },
    ),
    only('safe-core', { path: safeCore }, [safeCore]),
    only('core-knows-no-domain', { path: '^lib/core/', pathNot: tests }, ['^lib/core/', money]),
    only('money-knows-nobody', { path: money }, [money]),
    ...graph,

    only('component', { path: '^components/', pathNot: '^components/ui/' }, [
      '^components/',
      `^${anyDomain}/queries(\\.ts$|/)`,
      money,
      safe,
      safeCore,
    ]),
    forbid(
      'component-has-no-data',
      { path: '^components/', pathNot: tests },
      { path: `^${anyDomain}/queries(\\.ts$|/)`, dependencyTypesNot: ['type-only'] },
    ),
    only('primitive', { path: '^components/ui/' }, ['^components/ui/']),
    forbid(
      'primitive-packages',
      { path: '^components/ui/', pathNot: tests },
      { path: 'node_modules/', pathNot: 'node_modules/(@types/)?(react|react-dom|lucide|next)/' },
    ),

    forbid(
      'no-framework-in-lib',
      { path: '^lib/', pathNot: '^lib/web/' },
      { path: 'node_modules/(@types/)?(next|react|react-dom)/' },
    ),
    forbid(
      'only-core-opens-the-database',
      { path: ours, pathNot: '^(lib/core|prisma|scripts|e2e|bench)/' },
      { path: 'node_modules/(pg|@types/pg|@prisma/[^/]+)/' },
    ),
    // Rows that are only rows (docs/decisions/0039). Which tables they are is checked by scripts/check-tables.ts.
    forbid(
      'prisma-for-plain-rows',
      {
        path: ours,
        pathNot: `${tests}|^lib/(core|editable-lists)/|^lib/(${plainRows.join('|')})\\.ts$`,
      },
      { path: '^lib/core/prisma\\.ts$' },
    ),
    forbid(
      'only-jobs-run-jobs',
      { path: ours, pathNot: '^(lib/jobs|scripts|bench)/' },
      { path: 'node_modules/graphile-worker/' },
    ),
    forbid('entry-points-stand-last', { path: '^(app|components|lib|prisma)/' }, { path: '^(scripts|e2e|bench)/' }),
    forbid('nothing-imports-app', { path: ours, pathNot: '^app/' }, { path: '^app/' }),
    forbid(
      'no-test-code-at-run-time',
      { path: '^(app|components|lib|prisma)/', pathNot: tests },
      { path: `${tests}|node_modules/(vitest|fast-check|playwright)/` },
    ),
    forbid(
      'no-development-package-at-run-time',
      { path: '^(app|components|lib)/', pathNot: tests },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    ),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^lib/core/generated/|(^|/)\\.next/' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
      conditionNames: ['import', 'node', 'default'],
      exportsFields: ['exports'],
    },
  },
}

// For the test that keeps docs/architecture.md equal; the import checker looks at nothing but the rules.
Object.defineProperty(module.exports, 'graph', { value: { foundations, domains } })
