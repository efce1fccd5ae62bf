/**
 * Part of the inline script that runs before the first paint: / focuses the console's search before hydration, so that
 * what is typed after it goes into the search and not to the shortcuts of the page once it is hydrated.
 */
export const focusSearchEarlyScript = `addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || 'hydrated' in root.dataset) return
    if (!location.pathname.startsWith('/admin') || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return
    const field = document.querySelector('search input[type="search"]')
    if (field) event.preventDefault(), field.focus()
  })`
