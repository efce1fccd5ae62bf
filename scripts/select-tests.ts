/** The parts of a test run, in the order in which they run. */
const parts = ['check', 'unit', 'e2e', 'messages'] as const
export type TestRunPart = (typeof parts)[number]

type Selection = { parts: readonly TestRunPart[]; vitest: string[] }

const isPart = (word: string): word is TestRunPart => parts.some((part) => part === word)

/**
 * Splits a command line into the parts to run (`check`, `unit`, `e2e`, `messages`) and the arguments for vitest: files,
 * `-t <name>` and other flags. Returns null if there are arguments for vitest without exactly one part, `unit` or
 * `e2e`, to pass them to.
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
