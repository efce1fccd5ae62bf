import { noteEarlySubmits } from '../ui/early-submits.ts'

/** The theme's key in localStorage; without it the system's preference holds. */
export const themeKey = 'theme'
/** Set to `off` once the landscape banner has been dismissed. */
export const landscapeKey = 'landscape-banner'

/** Runs before the first paint: no page flashes in the other theme, no dismissed banner appears, no early press is lost. */
export const bootScript = `(() => {
  const root = document.documentElement, dark = matchMedia('(prefers-color-scheme: dark)')
  const read = (key) => { try { return localStorage.getItem(key) } catch { return null } }
  const apply = () => {
    const chosen = read('${themeKey}')
    root.dataset.theme = chosen === 'dark' || chosen === 'light' ? chosen : dark.matches ? 'dark' : 'light'
  }
  apply()
  dark.addEventListener('change', apply)
  addEventListener('storage', apply)
  if (read('${landscapeKey}') === 'off') root.dataset.landscape = 'off'
  ${noteEarlySubmits}
})()`
