import { callBlocks, errorTableBlock, headingBlock } from '../call-blocks.ts'
import type { DocumentationPage } from '../page.ts'
import { serviceListDocumentation } from '../service-list-documentation.ts'
import { trialsOf } from '../trials.ts'

export const servicesPage: DocumentationPage = {
  name: 'services',
  title: '상품 목록',
  group: '상품',
  summary: serviceListDocumentation.summary,
  blocks: (context) => [
    ...callBlocks('list', serviceListDocumentation, context),
    headingBlock(2, 'try', '바로 해 보기'),
    { kind: 'trial', trials: trialsOf(context, ['services']) },
    headingBlock(2, 'errors', '오류'),
    errorTableBlock('상품 목록 오류', serviceListDocumentation.errors),
  ],
}
