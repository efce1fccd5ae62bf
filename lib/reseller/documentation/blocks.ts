/**
 * The blocks that make up a page of the documentation. The HTML page and the Markdown are both rendered from them, so
 * they have the same content. Texts contain inline Markdown: `code`, **bold** and [links](/path). Safe to import in a
 * browser.
 */

export type Heading = { kind: 'heading'; level: 2 | 3; id: string; text: string }

/** A field of a request or a response. */
export type FieldRow = { name: string; type: string; required: boolean; meaning: string }

/** A refusal: its message, its cause, and what to do about it (`cure`). `code` is empty for API v2. */
export type ErrorRow = { status: number; code: string; message: string; cause: string; cure: string }

export type CodeLanguage = 'curl' | 'javascript' | 'python' | 'php'

/** A request as code in one language; a placeholder (API_KEY_PLACEHOLDER) stands for the API key. */
export type CodeSample = { language: CodeLanguage; code: string }

/** A field of a request that the reader can fill in in the try-it panel. */
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
  /** Fields of the body that the panel sends without showing them, such as the action of API v2. */
  fixed: Readonly<Record<string, string>>
  /** How the API key is sent: in the header api-key, or as the field `key` of the body. */
  key: 'header' | 'body'
  /**
   * Field of the response with the id of the new order. The panel then fills this id in where an order's id is needed.
   */
  orderIdField?: string
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

/** Placeholder for the API key in code samples; a page replaces it when it shows or copies a sample with a key. */
export const API_KEY_PLACEHOLDER = 'YOUR_API_KEY'

/**
 * Placeholder for an order id in code samples; a page replaces it by the id of the last order placed in its trial
 * panel.
 */
export const ORDER_ID_PLACEHOLDER = '주문번호'
