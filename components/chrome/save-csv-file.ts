/** How long the data of a file stays readable for the browser after its download began. */
const REVOKE_AFTER_MS = 40_000

/** Downloads `text` as a CSV file with this name. */
export function saveCsvFile(name: string, text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // Safari reads the data a moment after the click, and saves nothing if the object URL has been revoked by then.
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS)
}
