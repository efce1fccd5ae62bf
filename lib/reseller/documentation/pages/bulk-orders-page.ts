import { bulkDocumentation } from '../bulk-documentation.ts'
import { callBlocks, errorTable, heading } from '../call-blocks.ts'
import { detailErrors } from '../detail-errors.ts'
import type { DocumentationPage } from '../page.ts'
import { prose } from '../prose.ts'

export const bulkOrdersPage: DocumentationPage = {
  name: 'bulk-orders',
  title: '대량주문',
  group: '주문',
  summary: bulkDocumentation.summary,
  blocks: (context) => [
    ...callBlocks('create', bulkDocumentation, context),
    heading(2, 'errors', '오류'),
    ...prose('타입별 항목의 오류는 [서비스 타입](/docs/service-types#errors)에 있어요.'),
    errorTable(
      '대량주문 오류',
      bulkDocumentation.errors.filter((error) => !detailErrors.includes(error)),
    ),
  ],
}
