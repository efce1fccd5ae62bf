import type { Page } from 'playwright'

/**
 * Runs `change` just before the page's next call of this path reaches the shop, as if somebody else did it meanwhile.
 */
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
