'use client'

import type { ReactNode } from 'react'
import { ExampleKeyContext, TrialKeyContext } from './example-keys.ts'

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
      <TrialKeyContext value={{ key: testKey, owner: 'everybody' }}>{children}</TrialKeyContext>
    </ExampleKeyContext>
  )
}
