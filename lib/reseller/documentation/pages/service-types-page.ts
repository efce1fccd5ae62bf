import { type DetailField, isOptionalField } from '#lib/catalog/detail-fields.ts'
import { canHaveAutoOrders, type ServiceType, serviceTypeNames, serviceTypeOf } from '#lib/catalog/service-types.ts'
import { blocksOfMarkdown } from '../blocks-of-markdown.ts'
import { errorTableBlock, headingBlock } from '../call-blocks.ts'
import { detailErrors } from '../detail-errors.ts'
import { detailMeanings, detailTypeTextOf } from '../detail-meanings.ts'
import type { DocumentationPage } from '../page.ts'

function quantityText({ quantity }: ServiceType): string {
  if (quantity === 'ASKED') return '`amount`'
  if (quantity === 'POSTS') return '`max` × 게시물 수'
  return quantity === 'PACKAGE' ? '1 (패키지)' : `\`${quantity.linesOf}\`의 줄 수`
}

const fieldsText = ({ fields }: ServiceType): string =>
  fields.map(({ name, when }) => `\`${name}\`${when ? ' (조건부)' : ''}`).join(', ') || '없음'

/** The fields that only some types of services ask for, each name once. */
const allFields: readonly DetailField[] = [
  ...new Map(
    serviceTypeNames.flatMap((name) => serviceTypeOf(name).fields).map((field) => [field.name, field]),
  ).values(),
]

export const serviceTypesPage: DocumentationPage = {
  name: 'service-types',
  title: '서비스 타입과 파라미터',
  group: '상품',
  summary: '상품의 타입에 따라 주문할 때 필요한 항목과 수량을 세는 방법이 달라요.',
  blocks: () => [
    ...blocksOfMarkdown(`
상품 목록의 \`type\`이 타입이에요. 없으면 Default, 곧 링크와 수량만 있으면 되는 기본 상품이에요. 필요하지 않은 항목은 무시하니 늘 같은 형식으로 보내도 괜찮아요.`),
    headingBlock(2, 'types', '타입별로 필요한 항목'),
    {
      kind: 'table',
      caption: '서비스 타입',
      heads: ['`type`', '이름', '필요한 항목', '수량', '자동주문'],
      rows: serviceTypeNames.map((name) => [
        `\`${name}\``,
        serviceTypeOf(name).label,
        fieldsText(serviceTypeOf(name)),
        quantityText(serviceTypeOf(name)),
        canHaveAutoOrders(name) ? '가능' : '—',
      ]),
    },
    ...blocksOfMarkdown(`
수량이 줄 수로 정해지는 타입과 패키지, 구독은 \`amount\`를 보내지 않아도 되고, 보내도 무시해요. 패키지의 \`point\`는 패키지 하나의 가격이에요.`),
    headingBlock(2, 'fields', '항목'),
    {
      kind: 'fields',
      caption: '타입별 항목',
      rows: allFields.map((field) => ({
        name: field.name,
        type: detailTypeTextOf(field),
        required: field.when === undefined && !isOptionalField(field),
        meaning: detailMeanings[field.name],
      })),
    },
    ...blocksOfMarkdown(`
[API v2](/docs/api-v2#add)에서는 \`answerNumber\`가 \`answer_number\`인 것처럼 단어 사이에 밑줄을 써요.`),
    headingBlock(2, 'errors', '오류'),
    errorTableBlock('타입별 항목 오류', detailErrors),
  ],
}
