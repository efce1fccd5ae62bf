import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Texts of files, by their path in the repository. */
export type TextsByPath = ReadonlyMap<string, string>

const root = join(import.meta.dirname, '..')

const documentPatterns = ['*.md', 'docs/**/*.md']
const sourcePatterns = [
  '*.{ts,mjs,cjs}',
  '{app,bench,components,e2e,lib,prisma,scripts,tests}/**/*.{ts,tsx,mjs,cjs,prisma,css}',
]
/**
 * Files that aren't checked: packages, generated code, and files that contain wrong references on purpose. Applied
 * migrations, which must not be edited, aren't among the patterns anyway.
 */
const skippedPaths = /(^|\/)node_modules\/|^lib\/core\/generated\/|^scripts\/[\w-]*references[\w.-]*$/

/** Anchors of a document's headings, as GitHub generates them. */
const anchorsOf = (document: string): string[] =>
  [...document.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )

/**
 * References in a document: relative links with their anchors, and paths in backticks unless they contain a pattern.
 */
function referencesOfDocument(text: string, path: string): string[] {
  const links = [...text.matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(#[^)\s]*)?\)/g)].map(
    ([, to = '', anchor = '']) => (to === '' ? path : join(dirname(path), to)) + anchor,
  )
  const marked = /`((?:app|bench|components|docs|e2e|lib|prisma|scripts|tests)\/[\w./()[\]-]+)`/g
  return [...links, ...[...text.matchAll(marked)].map(([, to = '']) => to)]
}

const plainReferences = [
  // Documents, with or without an anchor. docs/decisions/0024 means the file whose name begins with that number.
  /(?<![\w/`]|\]\()docs\/(?:decisions\/\d{4}(?![\w-])|[\w/-]+\.md(?:#[\w-]+)?)/g,
  // Source files of the repository. Paths in quotes are data, not references.
  /(?<![\w#./'"`@-]|\]\()(?:app|bench|components|e2e|lib|prisma|scripts|tests)\/[\w./()[\]-]+\.(?:tsx?|mjs|cjs|prisma|sql)\b/g,
]

/** Removes the code of a document's examples, which names files that don't exist. */
const withoutExamples = (document: string): string => document.replace(/^```ts\n[\s\S]*?^```$/gm, '')

/** References that aren't Markdown links: paths of documents and source files mentioned in a comment or a sentence. */
const unlinkedReferences = (text: string): string[] =>
  plainReferences.flatMap((pattern) => [...text.matchAll(pattern)].map(([to]) => to))

/** References to documents that aren't part of the repository. */
const foreignReferences =
  /\b(?:decisions|spec)(?:’s|'s)?(?: sections?)? \[?\d+|\b(?:house|spec|stack|decisions)\.md\b/gi

/** Documents that mention names which aren't in the code: plans, and APIs of other companies. */
const documentsOfOtherCode = ['docs/roadmap.md', 'docs/sources.md']

/**
 * Names from the code that a document mentions in backticks. A name beside a slash is part of a path and is left out.
 */
const codeNames = (text: string, path: string): string[] =>
  documentsOfOtherCode.includes(path)
    ? []
    : [...text.matchAll(/`([^`\n]+)`/g)].flatMap(
        ([, marked = '']) => marked.match(/(?<![\w/])[A-Za-z]\w*[a-z][A-Z]\w*(?![\w/])/g) ?? [],
      )

const decisionFiles = globSync('docs/decisions/*.md', { cwd: root })

const titleOf = (document: string): string | undefined => /^# (.*)$/m.exec(document)?.[1]

/** Links to decisions whose text isn't the title of the decision. */
const misnamedDecisions = (text: string, path: string, texts: TextsByPath): string[] =>
  [...text.matchAll(/\[([^\][]+)\]\(((?:[\w-]+\/)*\d{4}-[\w-]+\.md)\)/g)]
    .map(([link, name, to = '']) => ({ link, name, title: titleOf(texts.get(join(dirname(path), to)) ?? '') }))
    .filter(({ name, title }) => name !== title)
    .map(({ link, title }) => `not the title, which is “${title}”: ${link}`)

function referenceExists(reference: string, texts: TextsByPath): boolean {
  const [path = '', anchor] = reference.split('#')
  if (/^docs\/decisions\/\d{4}$/.test(path)) return decisionFiles.some((each) => each.startsWith(`${path}-`))
  if (anchor === undefined) return existsSync(join(root, path))
  return anchorsOf(texts.get(path) ?? '').includes(anchor)
}

/**
 * Faults, one line each: references to missing files or anchors, mentions of documents outside the repository, links to
 * a decision whose text isn't its title, headings with the same anchor, and names in documents that the code doesn't
 * have.
 */
export function findReferenceFaults(texts: TextsByPath): string[] {
  const code = [...texts].flatMap(([path, text]) => (path.endsWith('.md') ? [] : text)).join('\n')
  const codeIdentifiers = new Set(code.match(/\b[A-Za-z]\w*\b/g))
  return [...texts].flatMap(([path, fullText]) => {
    const isDocument = path.endsWith('.md')
    const text = isDocument ? withoutExamples(fullText) : fullText
    const references = [...(isDocument ? referencesOfDocument(text, path) : []), ...unlinkedReferences(text)]
    const brokenReferences = references.filter((reference) => !referenceExists(reference, texts))
    const foreignMentions = [...text.matchAll(foreignReferences)].map(([cited]) => cited)
    const anchors = isDocument ? anchorsOf(text) : []
    const duplicates = anchors
      .filter((anchor, at) => anchors.indexOf(anchor) !== at)
      .map((anchor) => `#${anchor} twice`)
    const misnamedLinks = isDocument ? misnamedDecisions(text, path, texts) : []
    const unknown = isDocument ? codeNames(text, path).filter((name) => !codeIdentifiers.has(name)) : []
    return [
      ...brokenReferences,
      ...foreignMentions,
      ...duplicates,
      ...misnamedLinks,
      ...unknown.map((name) => `no ${name} in the code`),
    ].map((what) => `${path}: ${what}`)
  })
}

/** Reads the documents and source files that are checked (all but `skippedPaths`). Returns their texts by path. */
export function readTexts(): TextsByPath {
  const paths = globSync([...documentPatterns, ...sourcePatterns], {
    cwd: root,
    exclude: (path) => skippedPaths.test(`${path}/`),
  })
  return new Map(
    paths.filter((path) => !skippedPaths.test(path)).map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  )
}

if (import.meta.main) {
  const faults = findReferenceFaults(readTexts())
  for (const fault of faults) console.error(fault)
  process.exit(faults.length > 0 ? 1 : 0)
}
