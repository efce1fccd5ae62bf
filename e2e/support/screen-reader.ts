import type { CDPSession, Page } from 'playwright'
import { expect } from 'vitest'
import { waitUntilSettled } from './settled.ts'

/**
 * Reads the page as a screen reader does: Chrome's accessibility tree in reading order. Elements are chosen from the
 * tree by role and name, and operated by focus and keys. No real screen reader runs, so the words that it would speak
 * aren't tested.
 */

const readTree = async (session: CDPSession) => (await session.send('Accessibility.getFullAXTree')).nodes

type AxNode = Awaited<ReturnType<typeof readTree>>[number]

/** Accessibility roles of the elements to which a screen reader's shortcut keys jump, by kind of element. */
const rolesByKind = {
  heading: ['heading'],
  field: ['textbox', 'searchbox', 'combobox', 'spinbutton', 'checkbox', 'radio', 'switch', 'listbox', 'slider'],
  button: ['button', 'DisclosureTriangle'],
  link: ['link'],
} satisfies Record<string, readonly string[]>

type ElementKind = keyof typeof rolesByKind

const controlRoles = new Set([
  ...rolesByKind.field,
  ...rolesByKind.button,
  ...rolesByKind.link,
  'menuitem',
  'option',
  'tab',
])

const landmarkRoles = ['banner', 'navigation', 'main', 'complementary', 'contentinfo', 'region', 'form', 'search']
const regionRoles = new Set([...landmarkRoles, 'dialog', 'alertdialog', 'row'])

/** ARIA states that screen readers speak after an element's name and value. */
const spokenStates = ['checked', 'pressed', 'expanded', 'selected', 'invalid']

type Region = Pick<PageElement, 'id' | 'role' | 'name'>

/** An element of the accessibility tree. */
interface PageElement {
  /** The element's number in Chrome, which stays the same as long as the element exists. */
  readonly id: number
  readonly role: string
  readonly name: string
  /** What is spoken after the name: value, states, hint and error. */
  readonly description: string
  readonly isFocusable: boolean
  readonly isFocused: boolean
  /** Where a link leads. */
  readonly url: string
  /** The innermost landmark, dialog or row around the element. */
  readonly region: Region
}

/** A live region: a part of the page whose changes are spoken without the focus moving there. */
interface LiveRegion {
  readonly id: number
  /** True for `alert`, which is spoken at once; false for `status`. */
  readonly isUrgent: boolean
  readonly text: string
}

/** The accessibility tree of the page at one moment. */
interface Reading {
  /** Number of pages loaded so far. After each load the new page's title is spoken. */
  readonly loads: number
  readonly title: string
  /** Everything on the page, from top to bottom. */
  readonly elements: readonly PageElement[]
  readonly live: readonly LiveRegion[]
}

const textOf = (axValue: { value?: unknown } | undefined): string => String(axValue?.value ?? '').trim()

const propertyOf = ({ properties = [] }: AxNode, name: string): string =>
  textOf(properties.find((property) => property.name === name)?.value)

function elementOf(node: AxNode, region: Region): PageElement {
  const states = spokenStates.map((name) => [name, propertyOf(node, name)] as const)
  const shown = states.filter(([, value]) => value !== '' && value !== 'false').map((state) => state.join('='))
  return {
    id: node.backendDOMNodeId ?? 0,
    role: textOf(node.role),
    name: textOf(node.name),
    description: [textOf(node.value), ...shown, textOf(node.description)].filter(Boolean).join(', '),
    isFocusable: propertyOf(node, 'focusable') === 'true',
    isFocused: propertyOf(node, 'focused') === 'true',
    url: propertyOf(node, 'url'),
    region,
  }
}

function readingOf(nodes: readonly AxNode[], loads: number): Reading {
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const root = nodes.find(({ parentId }) => parentId === undefined)
  if (!root) throw new Error('The page has no accessibility tree.')
  const elements: PageElement[] = []
  const live: (Omit<LiveRegion, 'text'> & { texts: string[] })[] = []
  const visit = (node: AxNode, region: Region, texts: string[] | undefined) => {
    const element = elementOf(node, region)
    const isEntered = !node.ignored && regionRoles.has(element.role)
    const urgency = propertyOf(node, 'live')
    const isLive = !node.ignored && !texts && (urgency === 'polite' || urgency === 'assertive')
    const inner = isLive ? [] : texts
    if (isLive) live.push({ id: element.id, isUrgent: urgency === 'assertive', texts: inner ?? [] })
    if (!node.ignored && element.role === 'StaticText') inner?.push(element.name)
    if (!node.ignored && node !== root) elements.push(element)
    for (const id of node.childIds ?? []) {
      const child = byId.get(id)
      if (child) visit(child, isEntered ? element : region, inner)
    }
  }
  visit(root, { id: 0, role: 'page', name: '' }, undefined)
  return {
    loads,
    title: textOf(root.name),
    elements,
    live: live.map(({ texts, ...each }) => ({ ...each, text: texts.join(' ').trim() })),
  }
}

const focusedOf = ({ elements }: Reading): PageElement | undefined => elements.find(({ isFocused }) => isFocused)

const named = ({ role, name }: Region): string => `${role} ${name}`

const spoken = (element: PageElement | undefined): string =>
  element ? named(element) + (element.description && ` (${element.description})`) : ''

/**
 * Text that is spoken when the focus moves to `to`: the landmark, dialog or row that the focus enters, then the
 * element.
 */
function spokenArrival(to: PageElement, from: PageElement | undefined): string {
  const { region } = to
  const isEntered = region.name !== '' && region.id !== from?.region.id && region.id !== from?.id
  return isEntered ? `${named(region)}, ${spoken(to)}` : spoken(to)
}

/**
 * Faults of a page for somebody who knows it by names alone: no title, or a control or focusable element without a
 * name. Also, in one region, two buttons with the same name, or two links with the same name that lead to different
 * addresses.
 */
function faultsOf({ title, elements }: Reading): string[] {
  const unnamed = elements.filter(
    ({ role, name, isFocusable }) => name === '' && (controlRoles.has(role) || (isFocusable && role !== 'main')),
  )
  const pressable = elements.filter(({ role, name }) => name !== '' && (role === 'button' || role === 'link'))
  const namesakes = Map.groupBy(pressable, (each) => `"${named(each)}" in ${named(each.region)} ${each.region.id}`)
  const alike = [...namesakes].flatMap(([what, each]) => {
    const { size } = new Set(each.map(({ url, id }) => url || id))
    return size > 1 ? [`${size} different ${what}`] : []
  })
  return [
    ...(title ? [] : ['no title']),
    ...unnamed.map(({ role, id, region }) => `${role} ${id} without a name in ${named(region)}`),
    ...alike,
  ]
}

/**
 * Texts that a screen reader speaks unasked when the page has changed between two readings: the title of a loaded page,
 * the newly focused element or its new state, and new text in live regions. Text that appears together with its live
 * region is included only if the region is urgent, because many screen readers don't speak it in a polite region.
 */
function announcedBetween(before: Reading, now: Reading): string[] {
  // Chrome numbers the elements of each page anew, so numbers of two pages can't be compared.
  const isLoaded = before.loads !== now.loads
  const previousFocus = isLoaded ? undefined : focusedOf(before)
  const focus = focusedOf(now)
  const live = now.live.filter(({ id, isUrgent, text }) => {
    const known = isLoaded ? undefined : before.live.find((region) => region.id === id)
    return text !== known?.text && (isUrgent || known !== undefined)
  })
  const hasNewFocus =
    focus && focus.name !== '' && (focus.id !== previousFocus?.id || spoken(focus) !== spoken(previousFocus))
  const arrival = hasNewFocus ? spokenArrival(focus, previousFocus) : ''
  return [isLoaded ? now.title : '', arrival, ...live.map(({ text }) => text)].filter((text) => text !== '')
}

/** Pause between two readings, in milliseconds: short enough to see a toast, which is shown for two seconds. */
const READ_INTERVAL_MS = 200

/** Acts as a person who uses the page by keyboard and knows only what a screen reader speaks. */
export async function startScreenReader(page: Page) {
  const session = await page.context().newCDPSession(page)
  let loads = 0
  page.on('domcontentloaded', () => {
    loads += 1
  })
  const read = async (): Promise<Reading> => {
    const loadsBefore = loads
    return readingOf(await readTree(session), loadsBefore)
  }
  /** Id of the element at which the person reads; 0 for the top of the page. */
  let cursor = 0
  /** The reading before the last action, or after the last announcement if that was later. */
  let before = await read()

  /** The elements after the cursor, followed by those from the top of the page to the cursor. */
  const elementsFromCursor = ({ elements }: Reading): readonly PageElement[] => {
    const next = elements.findIndex(({ id }) => id === cursor) + 1
    return [...elements.slice(next), ...elements.slice(0, next)]
  }

  async function find(roles: readonly string[], wanted: string | RegExp): Promise<PageElement> {
    const isWanted = ({ name }: PageElement) => (typeof wanted === 'string' ? name === wanted : wanted.test(name))
    let candidates: readonly PageElement[] = []
    const look = async () => {
      candidates = elementsFromCursor(await read()).filter(({ role }) => roles.includes(role))
      return candidates.some(isWanted)
    }
    await expect
      .poll(look, { interval: READ_INTERVAL_MS })
      .toBe(true)
      .catch(() => {
        throw new Error(`No ${roles[0]} ${wanted} at ${page.url()}, but ${candidates.map(spoken).join(' · ')}`)
      })
    const [found] = candidates.filter(isWanted)
    if (!found) throw new Error(`No ${wanted}`)
    cursor = found.id
    return found
  }

  /**
   * Jumps to the next element of this kind with this name. After the last element of the page the search goes on from
   * the top.
   */
  async function goTo(kind: ElementKind, name: string | RegExp): Promise<void> {
    const { id } = await find(rolesByKind[kind], name)
    await session.send('DOM.focus', { backendNodeId: id })
    before = await read()
  }

  /**
   * Waits for an announcement that matches `wanted` after the last action or announcement, and then until the page has
   * settled. The page must then have none of the faults of `faultsOf`. Moves the cursor to the focused element.
   */
  async function expectAnnounced(wanted: RegExp): Promise<void> {
    let announced: readonly string[] = []
    const listen = async () => {
      announced = announcedBetween(before, await read())
      return announced.some((each) => wanted.test(each))
    }
    await expect
      .poll(listen, { interval: READ_INTERVAL_MS })
      .toBe(true)
      .catch(() => {
        throw new Error(`${wanted} was not announced at ${page.url()}, but ${announced.join(' · ') || 'nothing'}`)
      })
    await waitUntilSettled(page)
    let now = await read()
    const faults = async () => {
      now = await read()
      return faultsOf(now).join('\n')
    }
    // Checks repeatedly, because the title of a page that was navigated to may be streamed after its content.
    await expect.poll(faults, { interval: READ_INTERVAL_MS, message: page.url() }).toBe('')
    if (focusedOf(now) || now.loads !== before.loads) cursor = focusedOf(now)?.id ?? 0
    before = now
  }

  return {
    expectAnnounced,
    /** Opens an address, and waits for an announcement that matches `announced`. */
    async open(path: string, announced: RegExp) {
      before = await read()
      await page.goto(path)
      await expectAnnounced(announced)
    },
    /** Jumps to the next element with this name, presses a key on it, and waits for the announcement. */
    async press(kind: ElementKind, name: string | RegExp, announced: RegExp, key = 'Enter') {
      await goTo(kind, name)
      await page.keyboard.press(key)
      await expectAnnounced(announced)
    },
    /** Jumps to the next field with this name, and replaces its text by `text`. */
    async type(name: string | RegExp, text: string) {
      await goTo('field', name)
      await page.keyboard.press('Control+A')
      await page.keyboard.type(text)
    },
    /** Moves the cursor to the next text that equals or matches `text`. */
    async readOnTo(text: string | RegExp) {
      await find(['StaticText'], text)
    },
  }
}
