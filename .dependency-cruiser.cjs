// The import table of the house, whole and without exceptions. A rule names what a room may never reach; type-only
// imports count like any other unless a rule says otherwise.

const nouns = (
  'audit messages four-eyes pending-changes settings catalog content verification members staff api-keys sessions sns ' +
  'points charges receipts referrals deposits orders auto-orders retained-records providers consents webhooks reseller ' +
  'accounts tasks approvals books reports'
).split(' ')
const anyNoun = `lib/(${nouns.join('|')})`
const safe = `^${anyNoun}/(schema|labels|errors|rules)\\.ts$`
/** What of the core a browser may load. */
const safeCore = '^lib/core/(errors|form-errors|field-errors|pipeline-messages|text|invisible)\\.ts$'
const money = '^lib/money/'
const styles = '\\.css$'
const ours = '^(app|components|lib|prisma|scripts|e2e|bench|tests)/'
const tests = '(^tests/|\\.(test|spec)\\.tsx?$|/(test|expect)-[a-z-]+\\.ts$)'

/** Nothing of ours but what is listed. */
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  from,
  to: { path: ours, pathNot: allowed },
})

const forbid = (name, from, to) => ({ name, severity: 'error', from, to })

const line = nouns
  .slice(0, -1)
  .map((noun, at) =>
    forbid(
      `noun-line-${noun}`,
      { path: `^lib/${noun}/`, pathNot: tests },
      { path: `^lib/(${nouns.slice(at + 1).join('|')})/` },
    ),
  )

module.exports = {
  forbidden: [
    forbid('no-cycle', {}, { circular: true }),
    forbid('resolvable', {}, { couldNotResolve: true }),
    forbid('known-rooms', { path: '^lib/', pathNot: `^(${anyNoun}|lib/(core|money|web|jobs))/` }, {}),

    only('page', { path: '^app/.*\\.tsx?$', pathNot: '/route\\.ts$' }, [
      '^app/',
      '^components/',
      '^lib/web/gate\\.ts$',
      // The handle and the time that a page hands to its queries.
      '^lib/core/(db|clock)\\.ts$',
      `^${anyNoun}/queries(\\.ts$|/)`,
      money,
      safe,
      styles,
    ]),
    only('route', { path: '^app/.*/route\\.ts$' }, [`^${anyNoun}/calls\\.ts$`, '^lib/web/']),
    only('web', { path: '^lib/web/', pathNot: tests }, [
      '^lib/(web|core)/',
      `^${anyNoun}/(calls\\.ts$|queries(\\.ts$|/))`,
    ]),
    only('jobs', { path: '^lib/jobs/', pathNot: tests }, ['^lib/(jobs|core)/', `^${anyNoun}/`]),
    forbid(
      'jobs-call-use-cases',
      { path: '^lib/jobs/', pathNot: tests },
      { path: `^${anyNoun}/(calls|schema|labels|errors|rules)\\.ts$` },
    ),
    // Not by any chain of imports: a job that waits for somebody else's server would hold a place among those of money.
    forbid(
      'money-waits-for-nobody',
      { path: '^lib/jobs/(money|upkeep)-lane\\.ts$' },
      { path: '^lib/(core/outgoing|messages/(smtp|solapi)-carrier)\\.ts$', reachable: true },
    ),
    only('noun', { path: `^${anyNoun}/`, pathNot: tests }, [`^${anyNoun}/`, '^lib/core/', money]),
    // A test looks at what it tests from anywhere in lib, the books and the call matrix among it.
    only('test', { path: `^lib/.*${tests}` }, ['^lib/']),
    // What spans the domains is tested from outside them.
    only('tests-span-domains', { path: '^tests/' }, ['^tests/', '^lib/']),
    only('safe-in-a-browser', { path: safe }, [money, safe, safeCore]),
    forbid(
      'safe-in-a-browser-packages',
      { path: `${safe}|${safeCore}` },
      { dependencyTypes: ['core', 'npm', 'npm-dev'], pathNot: 'node_modules/zod/' },
    ),
    only('safe-core', { path: safeCore }, [safeCore]),
    only('core-knows-no-noun', { path: '^lib/core/', pathNot: tests }, ['^lib/core/', money]),
    only('money-knows-nobody', { path: money }, [money]),
    ...line,

    only('component', { path: '^components/', pathNot: '^components/ui/' }, [
      '^components/',
      `^${anyNoun}/queries(\\.ts$|/)`,
      money,
      safe,
      safeCore,
    ]),
    forbid(
      'component-has-no-data',
      { path: '^components/', pathNot: tests },
      { path: `^${anyNoun}/queries(\\.ts$|/)`, dependencyTypesNot: ['type-only'] },
    ),
    only('primitive', { path: '^components/ui/' }, ['^components/ui/']),
    forbid(
      'primitive-packages',
      { path: '^components/ui/', pathNot: tests },
      { path: 'node_modules/', pathNot: 'node_modules/(@types/)?(react|react-dom|lucide-react|next)/' },
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
