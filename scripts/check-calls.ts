/**
 * `npm run check:calls`: every declared call must be registered and have a route file and a row of test data. No route
 * file or row may exist without a registered call. Files that declare calls must not open a transaction.
 */
import { globSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import type { Call } from '#lib/core/call.ts'

/** A call's method and path, such as 'GET /service/order/{id}'. */
type CallName = string

export type CallDeclarations = {
  /** Calls that the calls.ts files export, each with its file. */
  declared: [name: CallName, file: string][]
  registered: CallName[]
  /** Calls that the route files serve, each with its file. */
  routed: [name: CallName, file: string][]
  /** Calls that have a row of test data in a call-rows.ts file, each with its file. */
  testRows: [name: CallName, file: string][]
}

const root = join(import.meta.dirname, '..')

const nameOf = ({ method, path }: Call): CallName => `${method} ${path}`

/**
 * The path at which Next.js serves a route file. Neither route groups nor the folder app/calls/ are part of the path;
 * app/calls/ contains calls whose path is also that of a page.
 */
const pathOf = (file: string): string =>
  file
    .replace(/^app/, '')
    .replace(/\/route\.ts$/, '')
    .replace(/\/\([^)]+\)/g, '')
    .replace(/^\/calls\//, '/')
    .replace(/\[(\w+)\]/g, '{$1}')

/** The path of a call's route file, as a fault names it. The file may also be in a route group or under app/calls/. */
const routeFileOf = (name: CallName): string => `app${name.replace(/^\w+ /, '').replace(/\{(\w+)\}/g, '[$1]')}/route.ts`

/** The call-rows.ts file that belongs to a file of calls. */
const rowsFileOf = (calls = 'its calls.ts'): string => calls.replace(/[\w-]*calls\.ts$/, 'testing/call-rows.ts')

/** Faults, one line each: missing or surplus registrations, routes and rows. */
export function callDeclarationFaults({ declared, registered, routed, testRows }: CallDeclarations): string[] {
  const registeredNames = new Set(registered)
  const isRouted = new Set(routed.map(([name]) => name))
  const hasTestRow = new Set(testRows.map(([name]) => name))
  const fileOf = new Map(declared)
  return [
    ...declared
      .filter(([name]) => !registeredNames.has(name))
      .map(([name, file]) => `${name}: declared in ${file}, but lib/web/registry.ts does not list that file`),
    ...registered
      .filter((name) => !isRouted.has(name))
      .map((name) => `${name}: no route file serves it (expected in ${routeFileOf(name)})`),
    ...registered
      .filter((name) => !hasTestRow.has(name))
      .map((name) => `${name}: no row of test data (expected in ${rowsFileOf(fileOf.get(name))})`),
    ...routed
      .filter(([name]) => !registeredNames.has(name))
      .map(([name, file]) => `${name}: ${file} serves no such call`),
    ...testRows
      .filter(([name]) => !registeredNames.has(name))
      .map(([name, file]) => `${name}: a row in ${file}, but no such call`),
  ]
}

/** Faults of a calls.ts file: the lines that open a transaction, which only use cases may do. */
export const findTransactionFaults = (file: string, source: string): string[] =>
  source
    .split('\n')
    .flatMap((line, at) =>
      /\.transaction\(|\bprismaTransaction\(/.test(line)
        ? [`${file}:${at + 1}: a call opens no transaction; call a use case`]
        : [],
    )

const callFiles = 'lib/**/{,*-}calls.ts'

// Replaces `serve`, which turns a route file's calls into handlers, by a function that returns the calls unchanged.
const plainServe = 'export const serve = (...calls) => Object.fromEntries(calls.map((call) => [call.method, call]))'

async function importModules<T>(pattern: string): Promise<[file: string, module: T][]> {
  const files = globSync(pattern, { cwd: root }).sort()
  return Promise.all(files.map(async (file): Promise<[string, T]> => [file, await import(join(root, file))]))
}

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'run' in value

async function readDeclarations(): Promise<CallDeclarations> {
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === '#lib/web/route.ts'
        ? { url: `data:text/javascript,${encodeURIComponent(plainServe)}`, shortCircuit: true }
        : next(specifier, context),
  })
  const [{ registry }, calls, routes, rows] = await Promise.all([
    import('#lib/web/registry.ts'),
    importModules<Record<string, unknown>>(callFiles),
    importModules<Record<string, Call>>('app/**/route.ts'),
    importModules<{ callTestRows: object }>('lib/**/testing/call-rows.ts'),
  ])
  const declared = calls.flatMap(([file, module]) =>
    Object.values(module)
      .filter(isCall)
      .map((call) => ({ call, file })),
  )
  return {
    declared: declared.map(({ call, file }) => [nameOf(call), file]),
    registered: registry.map(nameOf),
    // The name that follows from a route file: the exported verb and the file's path. If the call in the file has
    // another name, that name is added in brackets, so that the entry matches no declared call.
    routed: routes.flatMap(([file, module]) =>
      Object.entries(module).map(([verb, call]): [CallName, string] => {
        const name = `${verb} ${pathOf(file)}`
        return [nameOf(call) === name ? name : `${name} (${nameOf(call)})`, file]
      }),
    ),
    testRows: rows.flatMap(([file, module]) =>
      Object.keys(module.callTestRows).map((name): [CallName, string] => [name, file]),
    ),
  }
}

if (import.meta.main) {
  const files = globSync([callFiles, 'lib/**/*-call.ts'], { cwd: root }).sort()
  const faults = [
    ...callDeclarationFaults(await readDeclarations()),
    ...files.flatMap((file) => findTransactionFaults(file, readFileSync(join(root, file), 'utf8'))),
  ]
  for (const fault of faults) console.error(fault)
  process.exit(faults.length > 0 ? 1 : 0)
}
