import { blocksOfMarkdown } from '../blocks-of-markdown.ts'
import { bulkDocumentation } from '../bulk-documentation.ts'
import { callBlocks, errorTableBlock, headingBlock } from '../call-blocks.ts'
import { detailErrors } from '../detail-errors.ts'
import type { DocumentationPage } from '../page.ts'

export const bulkOrdersPage: DocumentationPage = {
  name: 'bulk-orders',
  title: '대량주문',
  group: '주문',
  summary: bulkDocumentation.summary,
  blocks: (context) => [
    ...callBlocks('create', bulkDocumentation, context),
    headingBlock(2, 'errors', '오류'),
    ...blocksOfMarkdown('타입별 항목의 오류는 [서비스 타입](/docs/service-types#errors)에 있어요.'),
    errorTableBlock(
      '대량주문 오류',
      bulkDocumentation.errors.filter((error) => !detailErrors.includes(error)),
    ),
  ],
}
