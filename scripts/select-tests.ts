/** The parts of a test run, in the order in which they run. */
const parts = ['check', 'unit', 'e2e', 'messages'] as const
export type TestRunPart = (typeof parts)[number]

type Selection = { parts: readonly TestRunPart[]; vitest: string[] }

const isPart = (word: string): word is TestRunPart => parts.some((part) => part === word)

/**
 * Splits a command line into the parts to run (`check`, `unit`, `e2e`, `messages`) and arguments for vitest: files,
 * `-t <name>` and other flags. Null if there are arguments for vitest, but not exactly `unit` or exactly `e2e` to hand them to.
 */
export function selectTests(args: readonly string[]): Selection | null {
  const other = args.findIndex((word) => !isPart(word))
  const asked = (other < 0 ? args : args.slice(0, other)).filter(isPart)
  const vitest = other < 0 ? [] : args.slice(other)
  if (vitest.length > 0 && !(asked.length === 1 && (asked[0] === 'unit' || asked[0] === 'e2e'))) return null
  return { parts: asked.length > 0 ? asked : parts, vitest }
}
