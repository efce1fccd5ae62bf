import { readFileSync } from 'node:fs'
import { join } from 'node:path'

// Reads the tables of docs/contract.md and docs/product.md.

export const repositoryRoot = join(import.meta.dirname, '..')
export const readText = (path: string): string => readFileSync(join(repositoryRoot, path), 'utf8')

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

export const tableRowsOf = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map(cellsOf)

export const tableLineOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** The text below a heading, up to the next heading of any level. */
export const sectionOf = (document: string, heading: string): string =>
  document.split(/\n#+ /).find((section) => section.startsWith(`${heading}\n`)) ?? ''

export const isCallRow = ([first = '']: string[]): boolean => /^`(GET|POST|PUT|PATCH|DELETE) \//.test(first)
export const hasHangul = (text: string): boolean => /[가-힣]/.test(text)
