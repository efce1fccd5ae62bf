/**
 * `npm run check:dependencies`: docs/dependencies.md must list exactly the packages of package.json, which must name
 * one exact version of each.
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

export function dependencyFaults(packageJson: PackageJson, document: string): string[] {
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

if (import.meta.main) {
  const read = (file: string): string => readFileSync(join(import.meta.dirname, '..', file), 'utf8')
  const faults = dependencyFaults(JSON.parse(read('package.json')), read('docs/dependencies.md'))
  for (const fault of faults) console.error(fault)
  process.exit(faults.length > 0 ? 1 : 0)
}
