import type { Page } from 'playwright'
import type { Cast } from './lifelike.ts'

/** A screen to visit, in one of its states. `show` brings the opened page into this state. */
export type Screen = {
  name: string
  path: string | ((cast: Cast) => string)
  show?: (page: Page) => Promise<unknown>
}

/** A kind of viewer, a function that signs in as such a viewer (`enter`), and the screens to visit. */
export type Viewer = { who: string; enter: (page: Page, cast: Cast) => Promise<unknown>; screens: Screen[] }

/** Returns a function for `Screen.show` that presses the first button with this name. */
export const pressButton = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

/** The screen at a path as it is when the page opens, named after the path. */
export const screenAt = (path: string): Screen => ({ name: path.slice(1).replaceAll('/', '-'), path })
