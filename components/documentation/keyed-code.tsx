'use client'

import { CodeBlock } from '../ui/code-block.tsx'
import { useKeyedCode } from './example-keys.ts'

/** A code block with the key of the page in it. */
export function KeyedCode({ title, code }: { readonly title: string; readonly code: string }) {
  const { shown, copied } = useKeyedCode(code)
  return <CodeBlock title={title} code={shown} copied={copied} />
}
