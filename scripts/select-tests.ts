/** The parts of a test run, in the sequence in which they run. */
const parts = ['check', 'unit', 'e2e', 'messages'] as const
export type TestRunPart = (typeof parts)[number]

type Selection = { parts: readonly TestRunPart[]; vitest: string[] }

const isPart = (word: string): word is TestRunPart => parts.some((part) => part === word)

/**
 * Splits a command line into the parts to run (`check`, `unit`, `e2e`, `messages`) and arguments for vitest: files,
 * `-t <name>` and other flags. Null if there are arguments for vitest, but the parts aren't exactly `unit` or exactly
 * `e2e`.
 */
export function selectTests(args: readonly string[]): Selection | null {
  const firstVitestArg = args.findIndex((word) => !isPart(word))
  const requestedParts = (firstVitestArg < 0 ? args : args.slice(0, firstVitestArg)).filter(isPart)
  const vitest = firstVitestArg < 0 ? [] : args.slice(firstVitestArg)
  if (
    vitest.length > 0 &&
    !(requestedParts.length === 1 && (requestedParts[0] === 'unit' || requestedParts[0] === 'e2e'))
  )
    return null
  return { parts: requestedParts.length > 0 ? requestedParts : parts, vitest }
}
