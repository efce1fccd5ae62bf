'use client'

import { CodeBlock } from '../ui/code-block.tsx'
import { useCodeWithApiKey } from './example-keys.ts'

/** A code block that contains the API key of the page. */
export function CodeWithApiKey({ title, code }: { readonly title: string; readonly code: string }) {
  const { shown, copied } = useCodeWithApiKey(code)
  return <CodeBlock title={title} code={shown} copied={copied} />
}
