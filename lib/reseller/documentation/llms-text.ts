import { type DocumentationPage, pageGroups, pathOfPage } from './page.ts'

/** The shop's name, and the base URL of its pages without a slash at the end. */
type Site = { name: string; baseUrl: string }

/** The index of the documentation for language models, by the convention of llmstxt.org. */
export function llmsIndex(pages: readonly DocumentationPage[], { name, baseUrl }: Site): string {
  const groups = pageGroups.map((group) => {
    const links = pages
      .filter((page) => page.group === group)
      .map((page) => `- [${page.title}](${baseUrl}${pathOfPage(page)}.md): ${page.summary}`)
    return `## ${group}\n\n${links.join('\n')}`
  })
  const extra = [
    '## Optional',
    '',
    `- [OpenAPI 3.1](${baseUrl}/openapi.json): 모든 호출의 형식을 기계가 읽을 수 있게 적은 문서`,
    `- [전체 문서](${baseUrl}/llms-full.txt): 모든 페이지를 한 파일로`,
  ].join('\n')
  const intro = `# ${name} API

> 소셜 미디어 마케팅 상품을 주문하는 한국어 REST API. JSON을 주고받고 \`api-key\` 헤더로 인증해요. 기본 주소는 ${baseUrl}이고, 다른 패널과 같은 API v2도 지원해요.

금액은 원이고 1포인트는 1원이에요. 주문을 다시 보낼 때는 \`Idempotency-Key\` 헤더를 써 주세요. \`sk_test_\` 키로 포인트를 쓰지 않고 시험할 수 있어요.`
  return `${[intro, ...groups, extra].join('\n\n')}\n`
}
