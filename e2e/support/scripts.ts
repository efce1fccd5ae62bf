import type { Page } from 'playwright'

/**
 * Appends to `signs` every sign that an injected script has run or tried to run: a dialog that was opened, or a
 * violation of the Content-Security-Policy.
 */
export async function watchScripts(page: Page, signs: string[]): Promise<void> {
  page.on('dialog', (dialog) => {
    signs.push(`${page.url()}: ${dialog.type()} ${dialog.message()}`)
    dialog.dismiss().catch(() => undefined)
  })
  await page.exposeFunction('noteViolation', (what: string) => void signs.push(`${page.url()}: ${what}`))
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      ;(window as unknown as { noteViolation(what: string): void }).noteViolation(`${violatedDirective} ${blockedURI}`)
    }),
  )
}
