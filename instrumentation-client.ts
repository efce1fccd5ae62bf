import { recordNavigationStart } from '#components/ui/navigation-state.ts'

/** Called by Next.js when a link, the router or the browser's history starts a navigation to another page. */
export const onRouterTransitionStart = (): void => recordNavigationStart()
