import type { Page } from 'playwright'

/** Notes what a script that ran would do: a dialog, or a report by the browser of what the policy stopped. */
export async function watchScripts(page: Page, ran: string[]): Promise<void> {
  page.on('dialog', (dialog) => {
    ran.push(`${page.url()}: ${dialog.type()} ${dialog.message()}`)
    dialog.dismiss().catch(() => undefined)
  })
  await page.exposeFunction('noteViolation', (what: string) => void ran.push(`${page.url()}: ${what}`))
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      ;(window as unknown as { noteViolation(what: string): void }).noteViolation(`${violatedDirective} ${blockedURI}`)
    }),
  )
}
