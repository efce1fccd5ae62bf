/** `npm run check:names`: no file, type, function or constant is named by a metaphor. docs/glossary.md has the words to use. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Words that say nothing of what a thing is, in all their forms. */
export const metaphors = [
  ...['desk', 'desks', 'room', 'rooms', 'shelf', 'shelves', 'house', 'houses', 'errand', 'errands'],
  ...['story', 'stories', 'words', 'wish', 'wishes', 'wished', 'kept'],
  ...['tell', 'tells', 'told', 'hear', 'hears', 'heard', 'say', 'says', 'said'],
]

/** Names that still stand, none of them in lib/. Remove a line when its name is gone; none is added. */
const allowed: readonly string[] = [
  'components/catalog/chosen.test.ts: shelf',
  'components/console/approvals/approval-text.ts: Told',
  'components/console/audit/audit-detail.tsx: rooms',
  'components/console/audit/audit-detail.tsx: words',
  'components/console/charges/use-settle-charge.ts: words',
  'components/console/deposits/column-memory.ts: kept',
  'components/console/key-help.tsx: story',
  'components/console/list-layout.tsx: story',
  'components/console/orders/transition-plan.test.ts: wish',
  'components/console/orders/transition-plan.ts: wishOf',
  'components/console/providers/import-dialog.tsx: wish',
  'components/console/reports/day-cards.tsx: told',
  'components/console/reports/line-cards.tsx: words',
  'components/console/services/price-rows.tsx: told',
  'components/console/services/service-columns.tsx: ShelfBadge',
  'components/console/services/service-place.ts: shelfChips',
  'components/console/services/service-place.ts: shelfHint',
  'components/console/services/service-text.ts: shelfTones',
  'components/console/staff/staff-acts.ts: wordsOf',
  'components/console/tasks/task-text.ts: heard',
  'components/console/use-selection.ts: DESK',
  'components/content/legal-document.tsx: words',
  'components/content/notice-colours.test.ts: words',
  'components/orders/stored-draft.test.ts: kept',
  'components/orders/stored-draft.ts: isKept',
  'components/orders/stored-draft.ts: kept',
  'components/orders/use-order-draft.ts: kept',
  'components/sessions/challenge.ts: tell',
  'components/sns/sign-in-window.ts: hear',
  'components/sns/sns-register-form.tsx: kept',
  'components/ui/pagination.tsx: kept',
]

const root = join(import.meta.dirname, '..')

/** The words of a name: `orderWithStory`, `MOST_WORDS` and `kept-lists.test.ts` have three, two and four. */
export const splitName = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)

export const isBanned = (name: string): boolean => splitName(name).some((word) => metaphors.includes(word))

const notCode = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g
const declaration = /\b(?:function\*?|const|let|type|interface|class|enum)\s+([A-Za-z_$][\w$]*)/g

/** The names that a source text declares. */
export const declaredIn = (text: string): string[] =>
  [...text.replace(notCode, ' ').matchAll(declaration)].map(([, name = '']) => name)

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
      ...(isBanned(file) ? [file] : []),
      ...declaredIn(readFileSync(join(root, file), 'utf8'))
        .filter(isBanned)
        .map((name) => `${file}: ${name}`),
    ])
}

if (import.meta.main) {
  const found = new Set(bannedNames())
  const faults = [
    ...[...found].filter((name) => !allowed.includes(name)).map((name) => `${name}: a metaphor; see docs/glossary.md`),
    ...allowed.filter((name) => !found.has(name)).map((name) => `${name}: gone; remove it from scripts/check-names.ts`),
  ]
  for (const fault of faults) console.error(fault)
  process.exit(faults.length > 0 ? 1 : 0)
}
