/** localStorage key, set to `off` while shortcuts of a single character are turned off. */
export const CHARACTER_SHORTCUTS_KEY = 'character-keys'

/**
 * Part of the inline script that runs before the first paint. Until React has hydrated the page, it makes the key /
 * focus the console's search field, so that the following keys type into the field and don't trigger shortcuts. The
 * function `read` of the script reads localStorage.
 */
export const focusSearchEarlyScript = `addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || 'hydrated' in root.dataset) return
    if (!location.pathname.startsWith('/admin') || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return
    if (read('${CHARACTER_SHORTCUTS_KEY}') === 'off') return
    const field = document.querySelector('search input[type="search"]')
    if (field) event.preventDefault(), field.focus()
  })`
