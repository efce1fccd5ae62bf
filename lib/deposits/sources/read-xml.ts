/** An XML element: its name without a prefix, its own text, and its child elements. */
export type XmlElement = { name: string; text: string; children: XmlElement[] }

const MAX_DEPTH = 30

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
 * Parses the XML of the services' answers: elements and text; attributes are ignored. Returns null for anything else:
 * incomplete XML, comments, CDATA, document type definitions. No service sends these, so an answer into which somebody
 * put one is not read at all.
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
      if (!isEmpty && open.push(element) > MAX_DEPTH) return null
    }
  }
  const [root, ...others] = top.children
  return root && others.length === 0 && open.length === 1 && top.text.trim() === '' ? root : null
}

/** The descendant found by following a path of names, the first child of each name; undefined if there is none. */
export const elementAt = (element: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined =>
  path.reduce<XmlElement | undefined>((at, name) => at?.children.find((child) => child.name === name), element)

/** The text of the first child element with this name; '' if there is none. */
export const textIn = (element: XmlElement | undefined, name: string): string =>
  elementAt(element, name)?.text.trim() ?? ''

/** Text escaped for XML. */
export const escapedXml = (text: string): string =>
  text.replace(/[<>&"']/g, (character) => `&#${character.codePointAt(0)};`)
