import { AppError } from '#lib/core/errors.ts'
import type { Rule } from '#lib/core/form-errors.ts'

export const MAX_WEBHOOK_URL_LENGTH = 2_000

const PUBLIC_ADDRESS_REQUIRED = '공개된 https 주소를 입력해 주세요'

export const webhookRules = ({ url }: { url: string }): Rule[] => [
  ['url', url === '', '웹훅 주소를 입력해 주세요'],
  ['url', url.length > MAX_WEBHOOK_URL_LENGTH || !/^https?:\/\/[^\s\p{Cc}]+$/iu.test(url), PUBLIC_ADDRESS_REQUIRED],
]

export const webhookUrlRefused = (): AppError =>
  new AppError('BAD_INPUT', PUBLIC_ADDRESS_REQUIRED, { issues: [{ path: 'url', message: PUBLIC_ADDRESS_REQUIRED }] })

export const unknownWebhook = (): AppError => new AppError('NOT_FOUND', '등록된 웹훅이 없어요.')

export const unknownWebhookDelivery = (): AppError => new AppError('NOT_FOUND', '존재하지 않는 웹훅 내역이에요.')

export const webhookDeliveryStillSending = (): AppError => new AppError('CONFLICT', '이미 보내는 중이에요.')

export const webhookSwitchedOff = (): AppError => new AppError('CONFLICT', '웹훅이 꺼져 있어요.')
