import type { Block } from './blocks.ts'

/** A service of the shop that replaces the service in an example. */
export type ShopService = { id: number; min: number; max: number }

/** Values of this shop that appear on pages. */
export type PageContext = {
  /** Base URL of the API, without a slash at the end. */
  baseUrl: string
  /** Services of the shop that replace the services in the examples, by the id that the example has. */
  services: ReadonlyMap<number, ShopService>
}

/** Headings of the groups of pages, in the sequence of the side menu. */
export const pageGroups = ['시작하기', '주문', '상품', '알림', '참고'] as const

/** One page of the documentation. Its path is /docs for the name '', else /docs/<name>. */
export type DocumentationPage = {
  name: string
  title: string
  group: (typeof pageGroups)[number]
  /** One sentence, shown below the title, in lists and by search engines. */
  summary: string
  blocks(context: PageContext): Block[]
}

/** The path of a page. The page is available as Markdown at this path with `.md` appended. */
export const pathOfPage = ({ name }: Pick<DocumentationPage, 'name'>): string =>
  name === '' ? '/docs' : `/docs/${name}`
