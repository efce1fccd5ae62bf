/** An XML element: its name without a prefix, its own text, and its child elements. */
export type XmlElement = { name: string; text: string; children: XmlElement[] }

const MAX_DEPTH = 30

const namedEntities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** Matches a character reference: decimal, hexadecimal or named. */
const entity = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi

const characterOf = (code: number): string => (code <= 0x10_ffff ? String.fromCodePoint(code) : '\ufffd')

/** Replaces the character references in a text. */
const plainText = (text: string): string =>
  text.replace(entity, (all, decimal, hex, name) => {
    if (decimal) return characterOf(Number(decimal))
    return hex ? characterOf(Number.parseInt(hex, 16)) : (namedEntities[name] ?? all)
  })

/** Matches a tag, or the text up to the next tag. */
const tagOrText = /<(\/?)(?:[\w.-]+:)?([A-Za-z_][\w.-]*)(?:\s[^<>]*?)?(\/?)>|([^<]+)/y

/**
 * Parses the XML in responses of outside services: elements and text; attributes are ignored. Returns null for XML that
 * is incomplete or nested too deeply (MAX_DEPTH). Also returns null for comments, CDATA and document type definitions:
 * none of these services sends them, so a response with one of them was manipulated.
 */
export function parseXml(xml: string): XmlElement | null {
  const text = xml.replace(/^\uFEFF?\s*(?:<\?xml[^<>]*\?>\s*)?/, '').trimEnd()
  const top: XmlElement = { name: '', text: '', children: [] }
  const openElements = [top]
  for (tagOrText.lastIndex = 0; tagOrText.lastIndex < text.length; ) {
    const match = tagOrText.exec(text)
    const parent = openElements.at(-1)
    if (!match || !parent) return null
    const [, isEnd, name = '', isEmpty, content] = match
    if (content !== undefined) parent.text += plainText(content)
    else if (isEnd) {
      if (openElements.length < 2 || parent.name !== name) return null
      openElements.pop()
    } else {
      const element = { name, text: '', children: [] }
      parent.children.push(element)
      if (!isEmpty && openElements.push(element) > MAX_DEPTH) return null
    }
  }
  const [root, ...others] = top.children
  return root && others.length === 0 && openElements.length === 1 && top.text.trim() === '' ? root : null
}

/**
 * The descendant at a path of element names. At each step the first child with the name is taken; undefined if there is
 * none.
 */
export const descendantAt = (element: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined =>
  path.reduce<XmlElement | undefined>((parent, name) => parent?.children.find((child) => child.name === name), element)

/** The text of the first child element with this name; '' if there is none. */
export const textOfChild = (element: XmlElement | undefined, name: string): string =>
  descendantAt(element, name)?.text.trim() ?? ''

/** Escapes a text for XML. */
export const escapeXml = (text: string): string =>
  text.replace(/[<>&"']/g, (character) => `&#${character.codePointAt(0)};`)
