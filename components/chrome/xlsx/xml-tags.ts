import { broken } from './unreadable.ts'

/** Returns the decoded value of an attribute of a tag; undefined if the tag does not have it. */
type ReadAttribute = (name: string) => string | undefined

/** Callbacks of `forEachTag`. `text` is the text between the opening tag and the next tag. */
type TagHandlers = { open(name: string, attribute: ReadAttribute, text: string): void; close?(name: string): void }

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * Decodes the five named entities of XML and numeric character references. No other references can occur: `forEachTag`
 * refuses documents that declare entities.
 */
const plainText = (content: string): string =>
  content.replace(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(\w{1,10}));/g, (all, decimal, hex, name) => {
    if (name) return entities[name] ?? all
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })

/**
 * Index at which the tag ends that begins with the '<' at `start`: of its '>', or of the next '<' or the end of the
 * document if it has none. A '>' in a quoted value doesn't end it.
 */
function endOfTag(xml: string, start: number): number {
  let quote = ''
  for (let at = start + 1; at < xml.length; at++) {
    const letter = xml.charAt(at)
    if (letter === '<') return at
    if (quote !== '') quote = letter === quote ? '' : quote
    else if (letter === '>') return at
    else if (letter === '"' || letter === "'") quote = letter
  }
  return xml.length
}

/** A tag without its '<' and '>', and the text between it and the next tag. */
type Tag = { inner: string; text: string }

/**
 * The complete tags of a document. Each character is looked at once, so that hostile markup takes no longer than any
 * other.
 */
function* tagsOf(xml: string): Generator<Tag> {
  for (let start = xml.indexOf('<'); start >= 0; ) {
    const end = endOfTag(xml, start)
    const next = xml.indexOf('<', end)
    if (xml.charAt(end) === '>')
      yield { inner: xml.slice(start + 1, end), text: xml.slice(end + 1, next < 0 ? undefined : next) }
    start = next
  }
}

/** A tag's name without its prefix, after the '/' of a closing tag, and what follows the name. */
const namePattern = /^(\/?)(?:[\w.-]+:)?([\w.-]+)(.*)$/s

const attributePatterns = new Map<string, RegExp>()

function attributePattern(name: string): RegExp {
  const known = attributePatterns.get(name)
  if (known) return known
  const pattern = new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*("[^"]*"|'[^']*')`)
  attributePatterns.set(name, pattern)
  return pattern
}

/**
 * Calls `open` for each opening tag and `close` for each closing tag; for an empty element such as `<c/>` it calls
 * both. They get the name of the tag without its namespace prefix.
 * @throws UnreadableWorkbook if the document has a document type, an entity declaration or a CDATA section
 */
export function forEachTag(xml: string, { open, close }: TagHandlers): void {
  if (/<!DOCTYPE|<!ENTITY|<!\[CDATA\[/i.test(xml)) throw broken()
  for (const { inner, text } of tagsOf(xml)) {
    const [tag, end, name = '', attributesText = ''] = namePattern.exec(inner) ?? []
    if (tag === undefined) continue
    if (end) {
      close?.(name)
      continue
    }
    const attribute: ReadAttribute = (wanted) => {
      const found = attributePattern(wanted).exec(attributesText)?.[1]
      return found === undefined ? undefined : plainText(found.slice(1, -1))
    }
    open(name, attribute, plainText(text))
    if (attributesText.endsWith('/')) close?.(name)
  }
}
