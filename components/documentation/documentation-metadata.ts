import type { Metadata } from 'next'
import { withoutMarkdown } from '#lib/reseller/documentation/inline-text.ts'
import type { LoadedPage } from '#lib/reseller/documentation/queries.ts'

/**
 * Title and description of a documentation page, and the URL of its Markdown version, for search engines and AI tools.
 */
export function documentationMetadata(page: LoadedPage | null): Metadata {
  if (!page) return { title: 'API 문서' }
  const { title, path } = page
  const description = withoutMarkdown(page.summary)
  return {
    title: path === '/docs' ? 'API 문서' : `${title} — API 문서`,
    description,
    alternates: { canonical: path, types: { 'text/markdown': `${path}.md` } },
    openGraph: { type: 'article', title, description },
  }
}
