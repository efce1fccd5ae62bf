import type { CDPSession, Page } from 'playwright'
import { expect } from 'vitest'
import { waitUntilSettled } from './settled.ts'

/**
 * The page as a screen reader has it: Chrome's accessibility tree in reading order. What is acted on is chosen from it by
 * role and name, and acted on by focus and keys. No reader is run: which words it would say in which order isn't shown.
 */

const readTree = async (session: CDPSession) => (await session.send('Accessibility.getFullAXTree')).nodes

type AxNode = Awaited<ReturnType<typeof readTree>>[number]

/** Roles of the places to which a reader's keys jump. */
const rolesOf = {
  heading: ['heading'],
  field: ['textbox', 'searchbox', 'combobox', 'spinbutton', 'checkbox', 'radio', 'switch', 'listbox', 'slider'],
  button: ['button', 'DisclosureTriangle'],
  link: ['link'],
} satisfies Record<string, readonly string[]>

type PlaceKind = keyof typeof rolesOf

const controlRoles = new Set([...rolesOf.field, ...rolesOf.button, ...rolesOf.link, 'menuitem', 'option', 'tab'])

const landmarkRoles = ['banner', 'navigation', 'main', 'complementary', 'contentinfo', 'region', 'form', 'search']
const regionRoles = new Set([...landmarkRoles, 'dialog', 'alertdialog', 'row'])

/** States that readers speak after a name, beside its value. */
const spokenStates = ['checked', 'pressed', 'expanded', 'selected', 'invalid']

type Region = Pick<Place, 'id' | 'role' | 'name'>

/** A node of the tree. */
interface Place {
  /** The element's number in Chrome, the same as long as the element exists. */
  readonly id: number
  readonly role: string
  readonly name: string
  /** What is spoken after the name: value, states, hint and error. */
  readonly more: string
  readonly isFocusable: boolean
  readonly isFocused: boolean
  /** Where a link leads. */
  readonly url: string
  /** The innermost landmark, dialog or row that it is in. */
  readonly region: Region
}

/** A part of the page whose changes are spoken by themselves. */
interface LiveRegion {
  readonly id: number
  /** True for `alert`, which is spoken at once; false for `status`. */
  readonly isUrgent: boolean
  readonly text: string
}

interface Reading {
  /** How many pages had been loaded: the title of a new one is spoken. */
  readonly loads: number
  readonly title: string
  /** Everything on the page, from top to bottom. */
  readonly places: readonly Place[]
  readonly live: readonly LiveRegion[]
}

const textOf = (held: { value?: unknown } | undefined): string => String(held?.value ?? '').trim()

const propertyOf = ({ properties = [] }: AxNode, name: string): string =>
  textOf(properties.find((each) => each.name === name)?.value)

function placeOf(node: AxNode, region: Region): Place {
  const states = spokenStates.map((name) => [name, propertyOf(node, name)] as const)
  const shown = states.filter(([, value]) => value !== '' && value !== 'false').map((state) => state.join('='))
  return {
    id: node.backendDOMNodeId ?? 0,
    role: textOf(node.role),
    name: textOf(node.name),
    more: [textOf(node.value), ...shown, textOf(node.description)].filter(Boolean).join(', '),
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
  const places: Place[] = []
  const live: (Omit<LiveRegion, 'text'> & { texts: string[] })[] = []
  const visit = (node: AxNode, region: Region, texts: string[] | undefined) => {
    const place = placeOf(node, region)
    const isEntered = !node.ignored && regionRoles.has(place.role)
    const urgency = propertyOf(node, 'live')
    const isLive = !node.ignored && !texts && (urgency === 'polite' || urgency === 'assertive')
    const inner = isLive ? [] : texts
    if (isLive) live.push({ id: place.id, isUrgent: urgency === 'assertive', texts: inner ?? [] })
    if (!node.ignored && place.role === 'StaticText') inner?.push(place.name)
    if (!node.ignored && node !== root) places.push(place)
    for (const id of node.childIds ?? []) {
      const child = byId.get(id)
      if (child) visit(child, isEntered ? place : region, inner)
    }
  }
  visit(root, { id: 0, role: 'page', name: '' }, undefined)
  return {
    loads,
    title: textOf(root.name),
    places,
    live: live.map(({ texts, ...each }) => ({ ...each, text: texts.join(' ').trim() })),
  }
}

const focusedOf = ({ places }: Reading): Place | undefined => places.find(({ isFocused }) => isFocused)

const named = ({ role, name }: Region): string => `${role} ${name}`

const spoken = (place: Place | undefined): string => (place ? named(place) + (place.more && ` (${place.more})`) : '')

/** What is spoken when the focus arrives at a place: the landmark, dialog or row that it enters, then the place. */
function spokenArrival(at: Place, from: Place | undefined): string {
  const { region } = at
  const isEntered = region.name !== '' && region.id !== from?.region.id && region.id !== from?.id
  return isEntered ? `${named(region)}, ${spoken(at)}` : spoken(at)
}

/**
 * What nobody can use by names alone: a page without a title, a control or something focusable without a name, and in one
 * region two buttons of one name, or two links of one name that lead to different addresses.
 */
function faultsOf({ title, places }: Reading): string[] {
  const unnamed = places.filter(
    ({ role, name, isFocusable }) => name === '' && (controlRoles.has(role) || (isFocusable && role !== 'main')),
  )
  const pressable = places.filter(({ role, name }) => name !== '' && (role === 'button' || role === 'link'))
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
 * What is spoken by itself because of what changed between two readings: the title of a page that was loaded, the place
 * to which the focus has moved or its new state, and the text of live regions. Text that arrives together with its
 * polite region doesn't count, because many readers don't speak it; with an urgent one they do.
 */
function announcedBetween(before: Reading, now: Reading): string[] {
  // Chrome numbers the elements of another page anew.
  const isLoaded = before.loads !== now.loads
  const was = isLoaded ? undefined : focusedOf(before)
  const is = focusedOf(now)
  const live = now.live.filter(({ id, isUrgent, text }) => {
    const known = isLoaded ? undefined : before.live.find((each) => each.id === id)
    return text !== known?.text && (isUrgent || known !== undefined)
  })
  const isMoved = is && is.name !== '' && (is.id !== was?.id || spoken(is) !== spoken(was))
  return [isLoaded ? now.title : '', isMoved ? spokenArrival(is, was) : '', ...live.map(({ text }) => text)].filter(
    (each) => each !== '',
  )
}

/** Pause between two looks at the page, in milliseconds: a toast is there for two seconds. */
const LOOK_MS = 200

/** A person at the page who knows nothing of it but what a screen reader says, and has a keyboard. */
export async function screenReaderOn(page: Page) {
  const session = await page.context().newCDPSession(page)
  let loads = 0
  page.on('domcontentloaded', () => {
    loads += 1
  })
  const read = async (): Promise<Reading> => {
    const already = loads
    return readingOf(await readTree(session), already)
  }
  /** The element at which the person reads; 0 for the top of the page. */
  let cursor = 0
  /** The page before the last act, or after what was announced last. */
  let before = await read()

  /** What follows the cursor, and after the end of the page what is before it. */
  const readingOn = ({ places }: Reading): readonly Place[] => {
    const next = places.findIndex(({ id }) => id === cursor) + 1
    return [...places.slice(next), ...places.slice(0, next)]
  }

  async function find(roles: readonly string[], wanted: string | RegExp): Promise<Place> {
    const isWanted = ({ name }: Place) => (typeof wanted === 'string' ? name === wanted : wanted.test(name))
    let there: readonly Place[] = []
    const look = async () => {
      there = readingOn(await read()).filter(({ role }) => roles.includes(role))
      return there.some(isWanted)
    }
    await expect
      .poll(look, { interval: LOOK_MS })
      .toBe(true)
      .catch(() => {
        throw new Error(`No ${roles[0]} ${wanted} at ${page.url()}, but ${there.map(spoken).join(' · ')}`)
      })
    const [found] = there.filter(isWanted)
    if (!found) throw new Error(`No ${wanted}`)
    cursor = found.id
    return found
  }

  /** Jumps from one place of a kind to the next, from the last one to the first, until one has the name. */
  async function goTo(kind: PlaceKind, name: string | RegExp): Promise<void> {
    const { id } = await find(rolesOf[kind], name)
    await session.send('DOM.focus', { backendNodeId: id })
    before = await read()
  }

  /**
   * Waits until this is spoken since the last act or the last announcement, and then until the page has settled. Everything on the page must
   * be usable by its name; reading goes on at the focus.
   */
  async function expectAnnounced(wanted: RegExp): Promise<void> {
    let announced: readonly string[] = []
    const listen = async () => {
      announced = announcedBetween(before, await read())
      return announced.some((each) => wanted.test(each))
    }
    await expect
      .poll(listen, { interval: LOOK_MS })
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
    // The title of a page that was navigated to may be streamed after its content.
    await expect.poll(faults, { interval: LOOK_MS, message: page.url() }).toBe('')
    if (focusedOf(now) || now.loads !== before.loads) cursor = focusedOf(now)?.id ?? 0
    before = now
  }

  return {
    expectAnnounced,
    /** Opens an address, and waits until this is announced. */
    async open(path: string, announced: RegExp) {
      before = await read()
      await page.goto(path)
      await expectAnnounced(announced)
    },
    /** Jumps to the next control of this name, presses a key on it, and waits until this is announced. */
    async press(kind: PlaceKind, name: string | RegExp, announced: RegExp, key = 'Enter') {
      await goTo(kind, name)
      await page.keyboard.press(key)
      await expectAnnounced(announced)
    },
    /** Jumps to the next field of this name, and types in place of what is in it. */
    async type(name: string | RegExp, text: string) {
      await goTo('field', name)
      await page.keyboard.press('Control+A')
      await page.keyboard.type(text)
    },
    /** Reads on until a text is this one. */
    async readOnTo(text: string | RegExp) {
      await find(['StaticText'], text)
    },
  }
}
