import type { Screen, Viewer } from '#e2e/support/all-screens.ts'

/** A path of a screen as far as it is known without the data of a run. */
const pathOf = ({ path }: Screen): string => (typeof path === 'string' ? path : '')

/** As its picture's name begins: `owner-admin-charges-row`. */
export const screenName = (who: string, { name }: Screen): string => `${who}-${name}`

/**
 * The screens that begin with one of the words: a name (`admin-charges`), who sees it and the name (`member-order`) or a
 * path (`/admin/charges`). All of them without a word.
 */
export function selectScreens(viewers: readonly Viewer[], words: readonly string[]): Viewer[] {
  const isAsked = (who: string, screen: Screen): boolean =>
    words.length === 0 ||
    words.some((word) => [screen.name, screenName(who, screen), pathOf(screen)].some((text) => text.startsWith(word)))
  return viewers
    .map((viewer) => ({ ...viewer, screens: viewer.screens.filter((screen) => isAsked(viewer.who, screen)) }))
    .filter(({ screens }) => screens.length > 0)
}
