import { navigationStarted } from '#components/ui/page-ready.ts'

/** Next calls this when a link, the router or the browser's history starts to leave the page. */
export const onRouterTransitionStart = (): void => navigationStarted()
