import { makeCallFinder } from './call-finder.ts'
import { registry } from './registry.ts'

const findCall = makeCallFinder(registry)

/** Regular expression for the paths of a page: `[id]` stands for one part of a path, `[...rest]` for several. */
const pagePattern = (page: string): RegExp =>
  new RegExp(`^${page.replace(/\[\.\.\.\w+\]/g, '.+').replace(/\[\w+\]/g, '[^/]+')}/?$`)

/**
 * Makes a function that returns the pattern of a request's path: the pattern of a call or page, `/_next` for files of
 * the build, and `other` for everything else. Metrics and traces use the pattern as label, so that they don't get a
 * label for every order or member.
 */
export function makeRoutePatternFinder(pages: readonly string[]): (method: string, url: string) => string {
  const patterns = pages.map((page) => [page, pagePattern(page)] as const)
  const fixedPages = new Set(pages.filter((page) => !page.includes('[')))
  return (method, url) => {
    const path = url.replace(/\?.*$/s, '')
    const match = findCall(method === 'HEAD' ? 'GET' : method, path)
    if (match && 'call' in match) return match.call.path
    if (path.startsWith('/_next/')) return '/_next'
    if (fixedPages.has(path)) return path
    return patterns.find(([, pattern]) => pattern.test(path))?.[0] ?? 'other'
  }
}
