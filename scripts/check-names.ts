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

if (import.meta.main) {
  const faults = bannedNames().map((name) => `${name}: a metaphor; see docs/glossary.md`)
  for (const fault of faults) console.error(fault)
  process.exit(faults.length > 0 ? 1 : 0)
}
