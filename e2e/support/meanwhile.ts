import type { Page } from 'playwright'

/** Runs `change` when the page's next call of this path is on its way: what the page shows is out of date then. */
export async function meanwhile(page: Page, path: string, change: () => Promise<unknown>): Promise<void> {
  await page.route(
    path,
    async (route) => {
      await change()
      await route.continue()
    },
    { times: 1 },
  )
}
