/**
 * `npm run check:names`: no file, type, function or constant may have a metaphor in its name. docs/glossary.md lists
 * the words to use.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Metaphors that names must not contain, in all refused forms. docs/glossary.md gives the words to use instead. */
export const metaphors = [
  ...['desk', 'desks', 'room', 'rooms', 'shelf', 'shelves', 'house', 'houses', 'errand', 'errands'],
  ...['story', 'stories', 'words', 'wish', 'wishes', 'wished', 'kept'],
  ...['tell', 'tells', 'told', 'hear', 'hears', 'heard', 'say', 'says', 'said'],
]

const root = join(import.meta.dirname, '..')

/**
 * Splits a name into lower-case words: `orderWithStory` into three, `MAX_WORDS` into two, `kept-lists.test.ts` into
 * four.
 */
export const splitName = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)

export const hasMetaphor = (name: string): boolean => splitName(name).some((word) => metaphors.includes(word))

const commentOrString = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g
const declarationPattern = /\b(?:function\*?|const|let|type|interface|class|enum)\s+([A-Za-z_$][\w$]*)/g

/** Names declared in a source text. */
export const findDeclaredNames = (text: string): string[] =>
  [...text.replace(commentOrString, ' ').matchAll(declarationPattern)].map(([, name = '']) => name)

function bannedNames(): string[] {
  const patterns = ['app', 'bench', 'components', 'e2e', 'lib', 'prisma', 'scripts', 'tests'].map(
    (dir) => `${dir}/*.ts*`,
  )
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  })
  return files
    .split('\n')
    .filter((file) => file !== '')
    .flatMap((file) => [
      ...(hasMetaphor(file) ? [file] : []),
      ...findDeclaredNames(readFileSync(join(root, file), 'utf8'))
        .filter(hasMetaphor)
        .map((name) => `${file}: ${name}`),
    ])
}

/** What to write instead of the metaphor in a name, from the table of the glossary: 'text, labels' for words. */
export function replacementFor(name: string, glossary: string): string | undefined {
  const metaphor = splitName(name).find((word) => metaphors.includes(word))
  const rows = [...glossary.matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm)]
  const stem = metaphor?.slice(0, 3)
  return rows.find(([, refused = '']) => stem && refused.split(', ').some((word) => word.startsWith(stem)))?.[2]
}

if (import.meta.main) {
  const [, glossary = ''] = readFileSync(join(root, 'docs/glossary.md'), 'utf8').split('## Instead of metaphors')
  const faults = bannedNames().map((name) => {
    const declared = name.split(': ').at(-1) ?? name
    return `${name}: a metaphor; write ${replacementFor(declared, glossary)} (docs/glossary.md#instead-of-metaphors)`
  })
  for (const fault of faults) console.error(fault)
  process.exit(faults.length > 0 ? 1 : 0)
}
