import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const { foundations, domains } = createRequire(import.meta.url)('../.dependency-cruiser.cjs').graph as {
  foundations: string[]
  domains: Record<string, string[]>
}
const graphNodes = [...foundations, ...Object.keys(domains)]

/** The node of the graph to which a file of lib/ belongs: its subfolder if that is a node itself, else its domain. */
const nodeOf = (path: string): string | undefined =>
  graphNodes.toSorted((one, other) => other.length - one.length).find((node) => path.startsWith(`lib/${node}/`))

const isTest = (path: string) => /\.test\.ts$|\/testing\//.test(path)

/** Edges such as `orders -> catalog`: one for each pair of domains of which the first imports the second. */
function importedEdges(): Set<string> {
  const edges = new Set<string>()
  for (const file of globSync('lib/**/*.ts', { cwd: root })) {
    const from = nodeOf(file)
    if (!from || isTest(file)) continue
    for (const [, path = ''] of readFileSync(join(root, file), 'utf8').matchAll(/from '((?:#lib|\.\.?)\/[^']+)'/g)) {
      const to = nodeOf(path.startsWith('#') ? path.slice(1) : join(dirname(file), path))
      if (to && to !== from && from in domains && to in domains) edges.add(`${from} -> ${to}`)
    }
  }
  return edges
}

const allowedEdges = Object.entries(domains).flatMap(([from, uses]) => uses.map((to) => `${from} -> ${to}`))

test('the table of domains names the imports there are, and no others', () => {
  expect([...importedEdges()].toSorted()).toEqual(allowedEdges.toSorted())
})

test('a domain uses at most three others on average', () => {
  expect(allowedEdges.length / Object.keys(domains).length).toBeLessThanOrEqual(3)
})

test('docs/architecture.md draws the table', () => {
  const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
  const [, picture = ''] = /```mermaid\nflowchart TD\n([^`]*)```/.exec(text) ?? []
  const drawn = picture
    .trim()
    .split('\n')
    .map((line) => {
      const [node = '', uses = ''] = line.replace(/\[".*?"\]/g, '').split(' --> ')
      const name = (id: string) => id.trim().replace('_', '/')
      return [name(node), uses === '' ? [] : uses.split(' & ').map(name)]
    })
  expect(Object.fromEntries(drawn)).toEqual(domains)
  expect(text).toContain(`${foundations.join(', ')}.`)
})
