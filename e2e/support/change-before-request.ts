import type { Page } from 'playwright'

/**
 * Runs `change` just before the page's next request to this path reaches the shop, as if another person had changed
 * something in the meantime.
 */
export async function changeBeforeRequest(page: Page, path: string, change: () => Promise<unknown>): Promise<void> {
  await page.route(
    path,
    async (route) => {
      await change()
      await route.continue()
    },
    { times: 1 },
  )
}
