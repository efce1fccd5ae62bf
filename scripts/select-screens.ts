import type { Screen, Viewer } from '#e2e/support/screen.ts'

/** Path of a screen; '' if the path depends on records that exist only during a run. */
const pathOf = ({ path }: Screen): string => (typeof path === 'string' ? path : '')

/** First part of the file names of a screen's pictures, such as `owner-admin-charges-row`. */
export const screenName = (who: string, { name }: Screen): string => `${who}-${name}`

/**
 * Selects the screens whose name (`admin-charges`), viewer and name (`member-order`) or path (`/admin/charges`) begins
 * with one of the words. Without words, selects all screens.
 */
export function selectScreens(viewers: readonly Viewer[], words: readonly string[]): Viewer[] {
  const isSelected = (who: string, screen: Screen): boolean =>
    words.length === 0 ||
    words.some((word) => [screen.name, screenName(who, screen), pathOf(screen)].some((text) => text.startsWith(word)))
  return viewers
    .map((viewer) => ({ ...viewer, screens: viewer.screens.filter((screen) => isSelected(viewer.who, screen)) }))
    .filter(({ screens }) => screens.length > 0)
}
