import type { Db } from '#lib/core/db.ts'
import { apiV2Documentation } from './api-v2-documentation.ts'
import type { Block } from './blocks.ts'
import { bulkDocumentation } from './bulk-documentation.ts'
import type { CallDocumentation } from './call-documentation.ts'
import { orderDocumentation } from './order-documentation.ts'
import { type DocumentationPage, pageGroups, pathOfPage } from './page.ts'
import { pageContext } from './page-context.ts'
import { documentationPages } from './pages/list.ts'
import { serviceListDocumentation } from './service-list-documentation.ts'
import { statusDocumentation } from './status-documentation.ts'

/**
 * Documentation of all calls of the public API except /openapi.json, in the sequence in which a program needs them. The
 * documentation of POST /api/v2 includes GET /api/v2.
 */
export const callDocumentation: readonly CallDocumentation[] = [
  serviceListDocumentation,
  orderDocumentation,
  statusDocumentation,
  apiV2Documentation,
  bulkDocumentation,
]

/** A page with its blocks and links, ready to render. */
export type LoadedPage = Pick<DocumentationPage, 'name' | 'title' | 'summary'> & {
  path: string
  blocks: readonly Block[]
  /** The page before it in the side menu; null for the first page. */
  previous: PageLink | null
  /** The page after it in the side menu; null for the last page. */
  next: PageLink | null
}

export type PageLink = Pick<DocumentationPage, 'name' | 'title' | 'summary'> & { path: string }

const linkTo = (page: DocumentationPage | undefined): PageLink | null =>
  page ? { name: page.name, title: page.title, summary: page.summary, path: pathOfPage(page) } : null

/** The side menu: groups of pages. */
export const documentationMenu: readonly { group: string; pages: readonly PageLink[] }[] = pageGroups.map((group) => ({
  group,
  pages: documentationPages.flatMap((page) => (page.group === group ? (linkTo(page) ?? []) : [])),
}))

/** The page of this name, filled in with the shop's values; null if there is no such page. */
export async function documentationPage(db: Db, name: string): Promise<LoadedPage | null> {
  const index = documentationPages.findIndex((page) => page.name === name)
  const page = documentationPages[index]
  if (!page) return null
  const { title, summary } = page
  return {
    ...{ name, title, summary, path: pathOfPage(page) },
    blocks: page.blocks(await pageContext(db)),
    previous: linkTo(documentationPages[index - 1]),
    next: linkTo(documentationPages[index + 1]),
  }
}
