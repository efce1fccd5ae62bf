'use client'

import type { ReactNode } from 'react'
import { ExampleKeyContext, TryKeyContext } from './example-keys.ts'

/** Makes the examples and the try-it panel in `children` use the public test key. */
export function ExamplesWithPublicKey({
  testKey,
  children,
}: {
  readonly testKey: string
  readonly children: ReactNode
}) {
  return (
    <ExampleKeyContext value={{ shown: testKey, copied: testKey }}>
      <TryKeyContext value={{ key: testKey, owner: 'everybody' }}>{children}</TryKeyContext>
    </ExampleKeyContext>
  )
}
