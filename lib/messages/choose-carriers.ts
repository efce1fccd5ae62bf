import { type Environment, env } from '#lib/core/env.ts'
import type { Carrier, Carriers } from './rules.ts'
import { smtpCarrier } from './smtp-carrier.ts'
import { solapiCarrier } from './solapi-carrier.ts'

function mailCarrier({ SMTP_URL: url, MAIL_FROM: from }: Environment): Carrier | null {
  return url && from ? smtpCarrier({ url, from }) : null
}

function textCarrier(settings: Environment): Carrier | null {
  const { SOLAPI_URL: url, SOLAPI_API_KEY: key, SOLAPI_API_SECRET: secret, SOLAPI_FROM: from } = settings
  return key && secret && from ? solapiCarrier({ url, key, secret, from }) : null
}

/**
 * The carriers that the environment configures: SMTP for e-mails, Solapi for text messages. A channel that isn't
 * configured has no carrier.
 */
export function configuredCarriers(settings: Environment = env()): Carriers {
  const [mail, text] = [mailCarrier(settings), textCarrier(settings)]
  return { ...(mail && { EMAIL: mail }), ...(text && { SMS: text }) }
}
