/**
 * `npm run check:dependencies`: docs/dependencies.md must list exactly the packages of package.json, which must name
 * one exact version of each. Every package of package-lock.json, also a dependency of a dependency, must have a licence
 * from `allowedLicences`, a digest, and, if it has an install script, a line in `allowScripts`.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type VersionsByPackage = Record<string, string>

/** Headings of docs/dependencies.md for the two kinds of packages. */
const headings = { dependencies: 'What runs in production', devDependencies: 'What only development needs' } as const

export type PackageJson = Record<keyof typeof headings, VersionsByPackage>

/** The packages in the first column of the table under a heading. */
function listedUnder(heading: string, document: string): string[] {
  const part = document.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  const cells = [...part.matchAll(/^\| ([^|]+) \|/gm)].map(([, cell = '']) => cell)
  return cells.slice(1).flatMap((cell) => cell.split(', '))
}

export function findDependencyFaults(packageJson: PackageJson, document: string): string[] {
  return (['dependencies', 'devDependencies'] as const).flatMap((kind) => {
    const listed = listedUnder(headings[kind], document)
    const names = Object.keys(packageJson[kind])
    const where = `under "${headings[kind]}"`
    return [
      ...names.filter((name) => !listed.includes(name)).map((name) => `${name}: not in docs/dependencies.md ${where}`),
      ...listed.filter((name) => !names.includes(name)).map((name) => `${name}: ${where}, but no package of ours`),
      ...Object.entries(packageJson[kind])
        .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
        .map(([name, version]) => `${name}: ${version} is no exact version`),
    ]
  })
}

/**
 * Licences that packages may have. Where a licence demands more than a notice, a comment says why the shop meets the
 * demand.
 */
const allowedLicences = new Set([
  ...[
    'MIT',
    'MIT-0',
    'ISC',
    '0BSD',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'Apache-2.0',
    'Zlib',
    'Unlicense',
    'BlueOak-1.0.0',
  ],
  // Licences of a font and of data tables, which are distributed unchanged.
  ...['OFL-1.1', 'CC-BY-4.0', 'Python-2.0'],
  // These licences demand that changes to a package's own files are published. The shop doesn't change any.
  ...['MPL-2.0', 'EPL-2.0', 'LGPL-3.0-or-later'],
])

/** Licences of packages whose package.json names none, taken from their repositories. */
const licencesByHand: Readonly<Record<string, string>> = { 'seq-queue': 'MIT' }

type LockedPackage = {
  version?: string
  license?: string
  integrity?: string
  hasInstallScript?: boolean
  link?: boolean
}

export type PackageLock = { packages: Record<string, LockedPackage> }

/** True if an SPDX expression can be fulfilled by allowed licences alone. */
function isAllowed(licence: string): boolean {
  const fits = (part: string) => allowedLicences.has(part.trim())
  return licence
    .replace(/[()]/g, '')
    .split(/ and /i)
    .every((alternatives) => alternatives.split(/ or /i).some(fits))
}

/** Faults of the packages in package-lock.json, one line each. */
export function findPackageLockFaults({ packages }: PackageLock, allowScripts: Record<string, boolean>): string[] {
  return Object.entries(packages).flatMap(([path, { license, integrity, hasInstallScript, version }]) => {
    const name = path.split('node_modules/').at(-1) ?? ''
    if (name === '') return []
    const licence = license ?? licencesByHand[name]
    return [
      ...(licence === undefined ? [`${name}: no licence in package-lock.json; look it up`] : []),
      ...(licence !== undefined && !isAllowed(licence) ? [`${name}: the licence ${licence} is not allowed`] : []),
      ...(integrity ? [] : [`${name}: ${version} has no digest in package-lock.json`]),
      ...(hasInstallScript && !(name in allowScripts)
        ? [`${name}: an install script that allowScripts doesn't name`]
        : []),
    ]
  })
}

if (import.meta.main) {
  const read = (file: string): string => readFileSync(join(import.meta.dirname, '..', file), 'utf8')
  const packageJson = JSON.parse(read('package.json'))
  const faults = [
    ...findDependencyFaults(packageJson, read('docs/dependencies.md')),
    ...findPackageLockFaults(JSON.parse(read('package-lock.json')), packageJson.allowScripts),
  ]
  for (const fault of faults) console.error(fault)
  process.exit(faults.length > 0 ? 1 : 0)
}
