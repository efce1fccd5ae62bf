import { bulkDocumentation } from '../bulk-documentation.ts'
import { callBlocks, errorTable, heading } from '../call-blocks.ts'
import type { DocumentationPage } from '../page.ts'

export const bulkOrdersPage: DocumentationPage = {
  name: 'bulk-orders',
  title: '대량주문',
  group: '주문',
  summary: bulkDocumentation.summary,
  blocks: (context) => [
    ...callBlocks('create', bulkDocumentation, context),
    heading(2, 'errors', '오류'),
    errorTable('대량주문 오류', bulkDocumentation.errors),
  ],
}
