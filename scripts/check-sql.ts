/**
 * `npm run check:sql` checks two rules for SQL in TypeScript:
 *
 * - SQL never contains the number of a state as a literal. The numbers are defined once, in each domain's labels.ts,
 *   and interpolated: `status = ${orderStatus.PENDING}`. Files named .sql (landed migrations, and the scripts for
 *   pgbench) are exempt, because they can't import the labels.
 * - Only a whole statement has numbered parameters. A fragment with $1 would be correct only in statements that number
 *   their values in the same way. Fragments therefore carry their values (sql-template-tag), or are functions that take
 *   the placeholders.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@swc/core'

const root = join(import.meta.dirname, '..')

/** Replaces each `${…}` of a template in the texts that are checked. */
const EXPRESSION_MARK = '§'

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/**
 * Columns of a Prisma schema that contain numbers of states: those of type SMALLINT, which is used for nothing else.
 */
export function findStateColumns(schema: string): string[] {
  const fields = schema.matchAll(/^ {2}(\w+) .*@db\.SmallInt.*$/gm)
  const columns = [...fields].map(([line, name = '']) => /@map\("(\w+)"\)/.exec(line)?.[1] ?? snakeCase(name))
  return [...new Set(columns)]
}

type SyntaxNode = { type: string; value?: string; quasis?: { cooked?: string; raw: string }[] }

const textOf = ({ type, value = '', quasis = [] }: SyntaxNode): string | null => {
  if (type === 'StringLiteral') return value
  return type === 'TemplateLiteral' ? quasis.map(({ cooked, raw }) => cooked ?? raw).join(EXPRESSION_MARK) : null
}

function collectTexts(node: unknown, texts: string[]): string[] {
  if (typeof node !== 'object' || node === null) return texts
  const text = textOf(node as SyntaxNode)
  if (text !== null) texts.push(text)
  for (const child of Object.values(node)) collectTexts(child, texts)
  return texts
}

/** All string literals and templates of a TypeScript file. */
export const readStringTexts = (source: string, tsx = false): string[] =>
  collectTexts(parseSync(source, { syntax: 'typescript', tsx }), [])

const isSql = (text: string): boolean =>
  /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM|WHERE|AND|OR|SET|CASE|FROM)\b/.test(text)

/** Splits a list at its commas, except those inside brackets and quotes; ends at the list's closing bracket. */
function splitList(list: string): string[] {
  const items = ['']
  let depth = 0
  for (const [part] of list.matchAll(/'(?:''|[^'])*'|[\s\S]/g)) {
    if (part === '(' || part === '[') depth++
    if (part === ')' || part === ']') depth--
    if (depth < 0) break
    if (part === ',' && depth === 0) items.push('')
    else items[items.length - 1] += part
  }
  return items.map((item) => item.trim())
}

const insertPattern = /INSERT INTO \w+ \(([^)]*)\)\s+(?:VALUES\s*\(|SELECT )([\s\S]*)/g

/** Numbers that an INSERT writes into a state column. */
function insertedStateNumbers(text: string, columns: readonly string[]): string[] {
  return [...text.matchAll(insertPattern)].flatMap(([, names = '', list = '']) => {
    const values = splitList(list.split(/\bFROM\b(?![^(]*\))/)[0] ?? '')
    return splitList(names).flatMap((name, at) =>
      columns.includes(name) && /^\d+\b|\b(THEN|ELSE) \d/.test(values[at] ?? '') ? [`${name}: ${values[at]}`] : [],
    )
  })
}

/** Places in a text where a number, instead of a name, is compared with a state column or stored in it. */
export function findStateNumbers(text: string, columns: readonly string[]): string[] {
  const column = `\\b(?:${columns.join('|')})\\b`
  const comparison = '(?:=|<>|!=|<=?|>=?|(?:NOT )?IN|BETWEEN|IS (?:NOT )?DISTINCT FROM)'
  const number = "(?:ANY )?[({'[]*(?:ARRAY\\[|')?\\d"
  const patterns = [
    `${column}\\s+${comparison}\\s*\\(?\\s*${number}`,
    `${column}${comparison}${number}`,
    `\\d\\s*(?:=|<>)\\s*(?:\\w+\\.)?${column}`,
    `coalesce\\((?:\\w+\\.)?${column}, \\d`,
    `${column} = CASE\\b(?:(?!\\bEND\\b)[\\s\\S])*\\b(?:THEN|ELSE) \\d`,
    `CASE (?:\\w+\\.)?${column} WHEN \\d`,
  ]
  if (!isSql(text) && !new RegExp(patterns[0] ?? '').test(text)) return []
  const found = patterns.flatMap((pattern) => text.match(new RegExp(pattern, 'g')) ?? [])
  return [...found, ...insertedStateNumbers(text, columns)].map((place) => place.replace(/\s+/g, ' '))
}

const beginsStatement = /^\s*\(?(SELECT|INSERT|UPDATE|DELETE|WITH|EXPLAIN|VALUES|SET|ALTER|CREATE)\b/
const onlyPlaceholder = /^\$\d+(::\w+(\[\])?)?$/
const partOfSql =
  /\b(AND|OR|WHERE|FROM|LIMIT|ORDER BY|IS|IN|ANY|LIKE|JOIN|SET|VALUES|interval)\b|(=|<|>|\+|-|\|\|) \$\d|\$\d+::\w+/

/**
 * True for a part of a statement that contains a numbered parameter. A placeholder alone, such as `$1`, is allowed,
 * because it may be the argument of a fragment function.
 */
export const isNumberedFragment = (text: string): boolean =>
  /\$\d/.test(text) && partOfSql.test(text) && !onlyPlaceholder.test(text.trim()) && !beginsStatement.test(text)

function listFiles(...patterns: string[]): string[] {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  })
  return files.split('\n').filter((file) => file !== '' && !file.includes('/check-sql.'))
}

function sqlFaults(): string[] {
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const columns = findStateColumns(listFiles('prisma/*.prisma').map(read).join('\n'))
  return listFiles('*.ts', '*.tsx').flatMap((file) => {
    const texts = readStringTexts(read(file), file.endsWith('.tsx'))
    return [
      ...texts
        .flatMap((text) => findStateNumbers(text, columns))
        .map((place) => `${file}: "${place}": interpolate the state from labels.ts`),
      ...texts
        .filter(isNumberedFragment)
        .map(
          (text) =>
            `${file}: "${text.trim().slice(0, 80)}": a fragment with numbered parameters; write it as sql\`…\` of ` +
            'sql-template-tag, which carries its values',
        ),
    ]
  })
}

if (import.meta.main) {
  const found = sqlFaults()
  for (const fault of found) console.error(fault)
  process.exit(found.length > 0 ? 1 : 0)
}
