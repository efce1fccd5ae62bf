/** An element of XML: its name without a prefix, its own text, and the elements in it. */
export type XmlElement = { name: string; text: string; children: XmlElement[] }

const MOST_DEPTH = 30

const namedEntities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

const entity = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi

const characterOf = (code: number): string => (code <= 0x10_ffff ? String.fromCodePoint(code) : '\ufffd')

const plainText = (text: string): string =>
  text.replace(entity, (all, decimal, hex, name) => {
    if (decimal) return characterOf(Number(decimal))
    return hex ? characterOf(Number.parseInt(hex, 16)) : (namedEntities[name] ?? all)
  })

const token = /<(\/?)(?:[\w.-]+:)?([A-Za-z_][\w.-]*)(?:\s[^<>]*?)?(\/?)>|([^<]+)/y

/**
 * Parses the XML that services answer: elements and text. Attributes are ignored. Null for anything else, also for what
 * breaks off, comments, CDATA and definitions of a document's own: no service writes any, so that whoever gets one into
 * an answer gets nothing of it read.
 */
export function parseXml(xml: string): XmlElement | null {
  const text = xml.replace(/^\uFEFF?\s*(?:<\?xml[^<>]*\?>\s*)?/, '').trimEnd()
  const top: XmlElement = { name: '', text: '', children: [] }
  const open = [top]
  for (token.lastIndex = 0; token.lastIndex < text.length; ) {
    const match = token.exec(text)
    const parent = open.at(-1)
    if (!match || !parent) return null
    const [, closes, name = '', isEmpty, content] = match
    if (content !== undefined) parent.text += plainText(content)
    else if (closes) {
      if (open.length < 2 || parent.name !== name) return null
      open.pop()
    } else {
      const element = { name, text: '', children: [] }
      parent.children.push(element)
      if (!isEmpty && open.push(element) > MOST_DEPTH) return null
    }
  }
  const [root, ...others] = top.children
  return root && others.length === 0 && open.length === 1 && top.text.trim() === '' ? root : null
}

/** The element at a path of names below this one, the first of each name; undefined if there is none. */
export const elementAt = (element: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined =>
  path.reduce<XmlElement | undefined>((at, name) => at?.children.find((child) => child.name === name), element)

/** The text of the element of this name in another one; '' if there is none. */
export const textIn = (element: XmlElement | undefined, name: string): string =>
  elementAt(element, name)?.text.trim() ?? ''

/** Text as it is written into XML. */
export const escapedXml = (text: string): string =>
  text.replace(/[<>&"']/g, (character) => `&#${character.codePointAt(0)};`)
