/**
 * Audits the pages `auditedPaths` with Lighthouse's phone profile, and measures the KB of script that each page of
 * `scriptBudgets` loads. Takes the medians of three runs (or `runs`) against the built shop with the demo's data. `npm
 * run prove -- lighthouse [runs]` fails if a budget is exceeded.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Browser, chromium } from 'playwright'
import { ensureBrowser } from '#scripts/ensure-browser.ts'
import { findFreePort, removePostgres, testPostgresSettings } from '#scripts/postgres.ts'
import { startShop } from '#scripts/shop.ts'
import { median, root } from './processes.ts'

type Audit = { numericValue?: number; score: number | null; title: string }
/** The parts of a Lighthouse result (LHR) that are used here. */
type LighthouseResult = {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, Audit>
}
type Lighthouse = (url: string, flags: object) => Promise<{ lhr: LighthouseResult } | undefined>

const RUNS = Number(process.argv[2] ?? 3)
const auditedPaths = ['/order', '/login', '/register', '/terms/service']
/** Maximum KB of JavaScript, compressed by gzip, that each public page may load. */
const scriptBudgets: Record<string, number> = {
  '/order': 175,
  '/register': 175,
  '/login': 168,
  '/find-id': 165,
  '/find-password': 165,
  '/terms/service': 165,
  '/terms/privacy': 165,
}
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const minScores = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
const MAX_LAYOUT_SHIFT = 0.01

async function loadLighthouse(): Promise<Lighthouse> {
  const folder = join(root, 'bench/lighthouse')
  const install = ['ci', '--prefix', folder, '--no-audit', '--no-fund']
  if (!existsSync(join(folder, 'node_modules/lighthouse'))) spawnSync('npm', install, { stdio: 'inherit' })
  const entry = createRequire(join(folder, 'package.json')).resolve('lighthouse')
  const { default: lighthouse } = await import(entry.replace(/\.cjs$/, '.js'))
  return lighthouse
}

/**
 * The figures of one run: scores from 0 to 100, layout shift, milliseconds until the largest paint, and the audits that
 * lowered a score other than performance.
 */
function figuresOf({ categories: found, audits }: LighthouseResult) {
  const scores = categories.map((name) => Math.round((found[name]?.score ?? 0) * 100))
  const shift = audits['cumulative-layout-shift']?.numericValue ?? 1
  const paint = audits['largest-contentful-paint']?.numericValue ?? 0
  const refs = categories.slice(1).flatMap((name) => found[name]?.auditRefs ?? [])
  const failed = refs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
  return { scores, shift, paint, failed: failed.map(({ id }) => `${id}: ${audits[id]?.title}`) }
}

async function auditPage(lighthouse: Lighthouse, url: string, port: number) {
  const runs: ReturnType<typeof figuresOf>[] = []
  for (let run = 0; run < RUNS; run++) {
    const result = await lighthouse(url, { port, output: 'json', logLevel: 'error', onlyCategories: categories })
    if (!result) throw new Error(`Lighthouse says nothing of ${url}`)
    runs.push(figuresOf(result.lhr))
  }
  const scores = categories.map((_, at) => median(runs.map((run) => run.scores[at] ?? 0)))
  const shift = median(runs.map((run) => run.shift))
  const paint = median(runs.map((run) => run.paint))
  return { scores, shift, paint, failed: new Set(runs.flatMap(({ failed }) => failed)) }
}

/**
 * KB of the scripts that a page loads until it is idle: compressed with gzip, as in the budgets, and as transferred.
 */
async function scriptKb(browser: Browser, url: string): Promise<{ gzip: number; wire: number }> {
  const page = await browser.newPage({ viewport: { width: 360, height: 780 } })
  const sizes: Promise<{ gzip: number; wire: number }>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return
    const wire = response.request().sizes()
    const gzip = response.body().then((body) => gzipSync(body).length)
    sizes.push(Promise.all([gzip, wire]).then(([size, sent]) => ({ gzip: size, wire: sent.responseBodySize })))
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  const all = await Promise.all(sizes)
  await page.close()
  const sum = (kind: 'gzip' | 'wire') => Math.round(all.reduce((total, each) => total + each[kind], 0) / 100) / 10
  return { gzip: sum('gzip'), wire: sum('wire') }
}

/**
 * Requests each audited page 40 times before anything is measured, because the first responses after a start are
 * slower.
 */
async function warmUp(url: string): Promise<void> {
  for (const path of auditedPaths)
    for (let at = 0; at < 40; at++) await fetch(url + path).then((answer) => answer.text())
}

const missedBudgets: string[] = []

function checkBudget(what: string, figure: number, isGood: boolean, budget: number): void {
  if (!isGood) missedBudgets.push(`${what}: ${figure}, budget ${budget}`)
}

async function proveScores(lighthouse: Lighthouse, url: string, port: number): Promise<void> {
  for (const path of auditedPaths) {
    const { scores, shift, paint, failed } = await auditPage(lighthouse, url + path, port)
    const named = categories.map((name, at) => `${name} ${scores[at]}`).join(', ')
    console.log(`${path}: ${named}, CLS ${shift.toFixed(3)}, LCP ${Math.round(paint)} ms`)
    for (const each of failed) console.log(`  ${each}`)
    for (const [at, name] of categories.entries()) {
      const score = scores[at] ?? 0
      checkBudget(`${path} ${name}`, score, score >= minScores[name], minScores[name])
    }
    checkBudget(`${path} CLS`, shift, shift <= MAX_LAYOUT_SHIFT, MAX_LAYOUT_SHIFT)
  }
}

async function proveScripts(browser: Browser, url: string): Promise<void> {
  for (const [path, budget] of Object.entries(scriptBudgets)) {
    const runs: Awaited<ReturnType<typeof scriptKb>>[] = []
    for (let run = 0; run < RUNS; run++) runs.push(await scriptKb(browser, url + path))
    const kb = median(runs.map(({ gzip }) => gzip))
    console.log(
      `${path}: ${kb} KB of script as gzip, budget ${budget}; sent ${median(runs.map(({ wire }) => wire))} KB`,
    )
    checkBudget(`${path} KB of script`, kb, kb <= budget, budget)
  }
}

const lighthouse = await loadLighthouse()
const folder = mkdtempSync(join(tmpdir(), 'lighthouse-'))
const shop = await startShop({ folder, port: await findFreePort(), postgresSettings: testPostgresSettings })
const port = await findFreePort()
const args = ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`]
const browser = await chromium.launch({ executablePath: await ensureBrowser(), args })
try {
  await warmUp(shop.url)
  await proveScores(lighthouse, shop.url, port)
  await proveScripts(browser, shop.url)
} finally {
  await browser.close()
  await shop.stop()
  removePostgres(join(folder, 'postgres'))
  rmSync(folder, { recursive: true, force: true })
}
for (const each of missedBudgets) console.error(`missed: ${each}`)
process.exit(missedBudgets.length > 0 ? 1 : 0)
