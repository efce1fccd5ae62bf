import { type DetailField, isOptionalField, MAX_DETAIL_LINES, MAX_DETAILS_LENGTH } from '#lib/catalog/detail-fields.ts'
import { serviceTypeNames, serviceTypeOf } from '#lib/catalog/service-types.ts'
import { subscriptionRules } from '#lib/catalog/subscription.ts'
import { AppError } from '#lib/core/errors.ts'
import type { ErrorDocumentation } from './call-documentation.ts'
import { documentRefusal } from './common-errors.ts'

const badInput = (message: string, cause: string, cure: string): ErrorDocumentation =>
  documentRefusal(new AppError('BAD_INPUT', message), { cause, cure })

const numberText = (number: number): string => number.toLocaleString('ko-KR')

/**
 * All fields that only some types of services ask for. A name may occur twice, because the texts for `username` and
 * `comments` differ between types.
 */
const detailFields: readonly DetailField[] = [
  ...new Map(
    serviceTypeNames.flatMap((name) =>
      serviceTypeOf(name).fields.map((field) => [field.missing || field.wrong, field] as const),
    ),
  ).values(),
]

function fieldErrors(field: DetailField): ErrorDocumentation[] {
  const name = `\`${field.name}\``
  const missing = badInput(
    field.missing,
    `${name} 값이 비어 있어요.`,
    `상품의 타입에 필요한 항목이에요. ${name} 값을 넣어 주세요.`,
  )
  if (field.kind === 'lines')
    return [
      missing,
      badInput(
        `${field.label}: 한 번에 ${numberText(MAX_DETAIL_LINES)}${field.unit}까지 넣을 수 있어요.`,
        `${name}의 줄 수가 너무 많아요.`,
        '여러 주문으로 나눠 보내 주세요.',
      ),
      badInput(
        `${field.label} N번째: ${numberText(field.maxLength)}자까지 입력할 수 있어요.`,
        `${name}의 N번째 줄이 너무 길어요.`,
        '그 줄을 줄여 주세요.',
      ),
      badInput(`N번째 ${field.wrong}`, `${name}의 N번째 줄에 제어 문자가 있어요.`, '그 줄에서 제어 문자를 빼 주세요.'),
    ]
  if (field.kind === 'line')
    return [
      missing,
      badInput(
        `${field.label}: ${numberText(field.maxLength)}자까지 입력할 수 있어요.`,
        `${name} 값이 너무 길어요.`,
        '값을 줄여 주세요.',
      ),
      badInput(field.wrong, `${name}의 형식이 맞지 않아요.`, '값을 확인해 주세요.'),
    ]
  const wrong = badInput(field.wrong, `${name}에 쓸 수 없는 값이에요.`, '설명에 있는 값 가운데 하나를 넣어 주세요.')
  return isOptionalField(field) ? [wrong] : [missing, wrong]
}

const allErrors: readonly ErrorDocumentation[] = [
  ...detailFields.flatMap(fieldErrors),
  ...subscriptionRules({ min: 2, max: 1, posts: 1 }).map(([name, , message]) =>
    badInput(message, `구독의 \`${name}\` 값이 다른 값과 맞지 않아요.`, '수량이나 게시물 수를 고쳐 주세요.'),
  ),
  badInput(
    `내용을 모두 합쳐 ${numberText(MAX_DETAILS_LENGTH)}자까지 넣을 수 있어요. 나눠서 주문해 주세요.`,
    '타입별 항목을 모두 합친 길이가 너무 길어요.',
    '여러 주문으로 나눠 보내 주세요.',
  ),
]

/** Refusals of the fields that only some types of services ask for, each message once. */
export const detailErrors: readonly ErrorDocumentation[] = [
  ...new Map(allErrors.map((error) => [error.message, error])).values(),
]
