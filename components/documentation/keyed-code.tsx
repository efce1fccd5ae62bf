'use client'

import { CodeBlock } from '../ui/code-block.tsx'
import { useKeyedCode } from './example-keys.ts'

/** A code block that contains the API key of the page. */
export function KeyedCode({ title, code }: { readonly title: string; readonly code: string }) {
  const { shown, copied } = useKeyedCode(code)
  return <CodeBlock title={title} code={shown} copied={copied} />
}
