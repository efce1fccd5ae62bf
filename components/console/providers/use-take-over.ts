import { useRef, useState } from 'react'
import { takeOverDoneText, takeOverTexts } from '#lib/providers/labels.ts'
import type { TakeOverInput, TakeOverPreview, TakeOverProgress } from '#lib/providers/take-over/schema.ts'
import { useConsoleCall } from '../use-console-call.ts'

/** Exchange rate, mark-up (`margin`), rounding step of prices and sync rule of a take-over. */
export type TakeOverTerms = Pick<TakeOverInput, 'exchangeRate' | 'margin' | 'step' | 'rule'>
/**
 * Ids of the platforms that staff chose for categories, by the name of the category at the provider; null leaves a
 * category out.
 */
type Choices = Readonly<Record<string, number | null>>
/** The input from which a preview is computed. */
type PreviewInput = { readonly terms: TakeOverTerms; readonly choices: Choices }

/** Returns `choices` with `platform` chosen for one category; undefined removes the choice for that category. */
export function withPlatformChoice(choices: Choices, category: string, platform: number | null | undefined): Choices {
  const { [category]: _, ...otherChoices } = choices
  return platform === undefined ? otherChoices : { ...otherChoices, [category]: platform }
}

/** Progress of an import in chunks, and the functions that control it. */
export type TakeOverChunks = ReturnType<typeof useTakeOverChunks>

/**
 * Imports the services of a take-over chunk by chunk until none is left. Stops at the first failure; staff can continue
 * from there.
 */
export function useTakeOverChunks(providerId: number) {
  const { busy, run } = useConsoleCall()
  const [progress, setProgress] = useState<TakeOverProgress | null>(null)
  const path = `/api/admin/providers/${providerId}/take-over`
  async function continueImport() {
    for (let left = 1; left > 0; ) {
      const done = (row: TakeOverProgress) => (row.left === 0 ? takeOverDoneText(row) : '')
      const answer = await run<TakeOverProgress>({ method: 'POST', path: `${path}/continue`, done })
      if (!answer?.ok) return
      setProgress(answer.body)
      left = answer.body.left
    }
  }
  async function start(body: TakeOverInput & { digest: string }) {
    const answer = await run<TakeOverProgress>({ method: 'POST', path, body })
    if (answer?.ok) {
      setProgress(answer.body)
      await continueImport()
    }
  }
  async function stop() {
    const answer = await run({ method: 'DELETE', path, done: takeOverTexts.stopped })
    if (answer?.ok) setProgress(null)
  }
  return { busy, progress, start, continueImport, stop, close: () => setProgress(null), run, path }
}

/**
 * `shownPreview` is the preview on the screen, with the terms and choices from which it was computed. `choices` are the
 * current choices of staff. If staff change them while a preview is loading, another preview is loaded afterwards.
 */
export function useTakeOverPreview({ run, path }: TakeOverChunks) {
  const [shownPreview, setShownPreview] = useState<(PreviewInput & { readonly preview: TakeOverPreview }) | null>(null)
  const [choices, setChoices] = useState<Choices>({})
  const pendingInput = useRef<PreviewInput | null>(null)
  const isLoading = useRef(false)
  async function requestPreview(input: PreviewInput) {
    setChoices(input.choices)
    pendingInput.current = input
    if (isLoading.current) return
    isLoading.current = true
    let last = shownPreview
    for (let current: PreviewInput | null = input; current; current = pendingInput.current) {
      pendingInput.current = null
      const answer = await run<TakeOverPreview>({
        method: 'POST',
        path: `${path}/preview`,
        body: buildTakeOverBody(current),
      })
      // If the outcome of the call is unknown, the last preview stays, with the choices from which it was computed.
      if (answer) last = answer.ok ? { ...current, preview: answer.body } : null
      setShownPreview(last)
      if (!pendingInput.current) setChoices(last?.choices ?? {})
    }
    isLoading.current = false
  }
  function clear() {
    setShownPreview(null)
    setChoices({})
  }
  return { shownPreview, choices, requestPreview, clear }
}

/** The body of the call that previews a take-over; the call that starts it also needs the preview's `digest`. */
export const buildTakeOverBody = ({ terms, choices }: PreviewInput): TakeOverInput => ({
  ...terms,
  platforms: Object.entries(choices).map(([category, platform]) => ({ category, platform })),
})
