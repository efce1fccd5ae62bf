import type { z } from 'zod'
import type { Call } from '#lib/core/call.ts'

/**
 * One request to a call, with its response. Tests send the examples in the documented sequence and compare the
 * responses, so that no example can differ from what the shop responds.
 */
export type CallExample = {
  /** Korean title, such as '팔로워 100개 주문'. */
  title: string
  /** Values of the parameters in the path. */
  params?: Readonly<Record<string, string | number>>
  query?: Readonly<Record<string, string | number>>
  headers?: Readonly<Record<string, string>>
  body?: unknown
  /** HTTP status and body of the response. */
  status: number
  answer: unknown
}

/** One refusal of a call: its message, its cause, and what a program or its author should do about it. */
export type ErrorDocumentation = {
  status: number
  /** `code` of the response; empty for API v2, whose refusals consist of a text only. */
  code: string
  /** Text of the response; N stands for a number that depends on the service or the request. */
  message: string
  cause: string
  cure: string
}

/** Meanings of fields in Korean, by name. */
export type FieldMeanings = Readonly<Record<string, string>>

/** Documentation of one action of API v2 (lib/reseller/v2/actions.ts). */
export type ActionDocumentation = {
  name: string
  title: string
  /** Markdown in Korean. */
  description: string
  /** Parameters besides `key` and `action`. */
  fields: FieldMeanings
  /** Types of fields whose schema doesn't state them. */
  types?: FieldMeanings
  /** Parameters that the action requires for every service. */
  required?: readonly string[]
  answerFields: FieldMeanings
  input: z.ZodType
  answer: z.ZodType
  examples: readonly CallExample[]
}

/**
 * Documentation of a call of the public API, in Korean. HTML pages, Markdown and the OpenAPI document are generated
 * from it.
 */
export type CallDocumentation = {
  call: Call
  /** The path as documented, if its parameter has another name there: `/status/{wId}`. */
  shownPath?: string
  title: string
  /** One sentence, for lists. */
  summary: string
  /** Markdown in Korean. */
  description: string
  /** Fields of path, query and body. */
  fields?: FieldMeanings
  /** Types of fields whose schema doesn't state them, such as an integer that only the order rules check. */
  types?: FieldMeanings
  /** Fields that the call requires for every service. */
  required?: readonly string[]
  /** Fields of the response; if it is a list, the fields of its items. */
  answerFields?: FieldMeanings
  examples: readonly CallExample[]
  errors: readonly ErrorDocumentation[]
  /** Only for API v2: its actions, documented one by one. `examples` and `errors` of the call include theirs. */
  actions?: readonly ActionDocumentation[]
}
