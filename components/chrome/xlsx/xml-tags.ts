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

// A tag and the text after it. No two alternatives begin with the same character and none goes past the next '<', so
// that matching takes linear time.
const tag = /<(\/?)(?:[\w.-]+:)?([\w.-]+)((?:[^<>"']|"[^<"]*"|'[^<']*')*)>([^<]*)/g

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
  for (const [, end, name = '', attributesText = '', text = ''] of xml.matchAll(tag)) {
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
