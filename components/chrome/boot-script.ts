import { focusSearchEarlyScript } from '../ui/early-search.ts'
import { recordEarlySubmitsScript } from '../ui/early-submits.ts'

/** localStorage key of the selected theme; without an entry the system's preference applies. */
export const themeStorageKey = 'theme'
/** localStorage key, set to `off` once the landscape banner has been dismissed. */
export const landscapeBannerStorageKey = 'landscape-banner'

/**
 * Inline script that runs before the first paint. It sets the theme, hides the landscape banner if it was dismissed,
 * and stops zod from trying eval, which the Content-Security-Policy forbids. Until React hydrates the page, the script
 * also records submitted forms, and focuses the search of the console when / is pressed.
 */
export const bootScript = `(() => {
  globalThis.__zod_globalConfig = { jitless: true }
  const root = document.documentElement, dark = matchMedia('(prefers-color-scheme: dark)')
  const read = (key) => { try { return localStorage.getItem(key) } catch { return null } }
  const apply = () => {
    const chosen = read('${themeStorageKey}')
    root.dataset.theme = chosen === 'dark' || chosen === 'light' ? chosen : dark.matches ? 'dark' : 'light'
  }
  apply()
  dark.addEventListener('change', apply)
  addEventListener('storage', apply)
  if (read('${landscapeBannerStorageKey}') === 'off') root.dataset.landscape = 'off'
  ${recordEarlySubmitsScript}
  ${focusSearchEarlyScript}
})()`
