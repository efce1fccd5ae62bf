/**
 * What a page of the documentation consists of. The HTML page and its Markdown are two renderings of these blocks, so
 * that they say the same. Texts contain inline Markdown: `code`, **bold** and [links](/path). Safe in a browser.
 */

export type Heading = { kind: 'heading'; level: 2 | 3; id: string; text: string }

/** A field of a request or an answer. */
export type FieldRow = { name: string; type: string; required: boolean; meaning: string }

/** A refusal: its message, its cause and what to do about it. `code` is empty for API v2. */
export type ErrorRow = { status: number; code: string; message: string; cause: string; cure: string }

export type CodeLanguage = 'curl' | 'javascript' | 'python' | 'php'

/** One request in several languages. In each, `KEY_MARK` stands where the API key belongs. */
export type CodeSample = { language: CodeLanguage; code: string }

/** A field of a request that the try-it panel lets its reader fill in. */
export type TrialField = {
  name: string
  in: 'path' | 'body'
  type: 'number' | 'text'
  /** Initial value of the field. */
  value: string
  label: string
}

/** A call, or an action of API v2, that the try-it panel can send. */
export type Trial = {
  name: string
  method: 'GET' | 'POST'
  /** Path of the call, with parameters in braces. */
  path: string
  fields: readonly TrialField[]
  /** Fields of the body that aren't shown, such as the action of API v2. */
  fixed: Readonly<Record<string, string>>
  /** How the key is sent: in the header api-key, or as the field `key` of the body. */
  key: 'header' | 'body'
  /** Field of the answer that has an order's number, which the panel then fills in where one is asked for. */
  gives?: string
}

export type Block =
  | Heading
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; ordered: boolean; items: readonly string[] }
  | { kind: 'note'; text: string }
  | { kind: 'endpoint'; method: string; path: string }
  | { kind: 'table'; caption: string; heads: readonly string[]; rows: readonly (readonly string[])[] }
  | { kind: 'fields'; caption: string; rows: readonly FieldRow[] }
  | { kind: 'errors'; caption: string; rows: readonly ErrorRow[] }
  | { kind: 'code'; title: string; language: string; code: string }
  /** `test`: the example always contains a test key, even where the other examples contain the member's own key. */
  | { kind: 'example'; title: string; samples: readonly CodeSample[]; status: number; answer: string; test?: boolean }
  | { kind: 'trial'; trials: readonly Trial[] }

/** Stands in code samples where the API key belongs, until a page shows or copies one. */
export const KEY_MARK = 'YOUR_API_KEY'

/** Stands in code samples where the number of the reader's order belongs, until a page knows one. */
export const ORDER_MARK = '주문번호'
