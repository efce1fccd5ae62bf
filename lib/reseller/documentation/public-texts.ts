import { publicSandboxKey } from '#lib/api-keys/queries/public-sandbox-key.ts'
import { Reply } from '#lib/core/call.ts'
import type { Db } from '#lib/core/db.ts'
import { settings } from '#lib/settings/queries.ts'
import { API_KEY_PLACEHOLDER } from './blocks.ts'
import { llmsIndex } from './llms-text.ts'
import type { DocumentationPage, PageContext } from './page.ts'
import { pageContext } from './page-context.ts'
import { documentationPages } from './pages/list.ts'
import { toMarkdown } from './to-markdown.ts'

/** A text response that clients and proxies may cache for five minutes. */
const textReply = (text: string, type: 'text/markdown' | 'text/plain'): Reply =>
  new Reply(Buffer.from(text), { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'public, max-age=300' })

const markdownOf = (page: DocumentationPage, context: PageContext): string =>
  toMarkdown(page.blocks(context), { ...page, baseUrl: context.baseUrl }).replaceAll(
    API_KEY_PLACEHOLDER,
    publicSandboxKey(),
  )

/** The page of this name as Markdown; null if there is no such page. */
export async function pageMarkdown(db: Db, name: string): Promise<Reply | null> {
  const page = documentationPages.find((each) => each.name === name)
  return page ? textReply(markdownOf(page, await pageContext(db)), 'text/markdown') : null
}

/** /llms.txt: an index of the documentation for language models. */
export async function llmsReply(db: Db): Promise<Reply> {
  const { FOOTER_COMPANY: name } = await settings(db)
  const { baseUrl } = await pageContext(db)
  return textReply(llmsIndex(documentationPages, { name, baseUrl }), 'text/plain')
}

/** /llms-full.txt: all pages in one text. */
export async function llmsFullReply(db: Db): Promise<Reply> {
  const context = await pageContext(db)
  return textReply(documentationPages.map((page) => markdownOf(page, context)).join('\n---\n\n'), 'text/plain')
}
