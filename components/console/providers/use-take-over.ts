import { useRef, useState } from 'react'
import { takeOverDoneText, takeOverTexts } from '#lib/providers/labels.ts'
import type { TakeOverInput, TakeOverPreview, TakeOverProgressRow } from '#lib/providers/take-over/schema.ts'
import { useConsoleCall } from '../use-console-call.ts'

export type TakeOverTerms = Pick<TakeOverInput, 'exchangeRate' | 'margin' | 'step' | 'rule'>
/** Platforms chosen for categories, by the provider's name of the category; null leaves the category out. */
type Choices = Readonly<Record<string, number | null>>
/** What a preview is computed from. */
type PreviewInput = { readonly terms: TakeOverTerms; readonly choices: Choices }

/** The choices with another platform for one category; undefined removes the choice for it. */
export function withChoice(choices: Choices, category: string, platform: number | null | undefined): Choices {
  const { [category]: _, ...rest } = choices
  return platform === undefined ? rest : { ...rest, [category]: platform }
}

export type TakeOverChunks = ReturnType<typeof useTakeOverChunks>

/** Imports chunk after chunk until no service is left. Stops at the first failure; staff can continue from there. */
export function useTakeOverChunks(providerId: number) {
  const { busy, run } = useConsoleCall()
  const [progress, setProgress] = useState<TakeOverProgressRow | null>(null)
  const path = `/api/admin/providers/${providerId}/take-over`
  async function goOn() {
    for (let left = 1; left > 0; ) {
      const done = (row: TakeOverProgressRow) => (row.left === 0 ? takeOverDoneText(row) : '')
      const answer = await run<TakeOverProgressRow>({ method: 'POST', path: `${path}/continue`, done })
      if (!answer?.ok) return
      setProgress(answer.body)
      left = answer.body.left
    }
  }
  async function start(body: TakeOverInput & { digest: string }) {
    const answer = await run<TakeOverProgressRow>({ method: 'POST', path, body })
    if (answer?.ok) {
      setProgress(answer.body)
      await goOn()
    }
  }
  async function stop() {
    const answer = await run({ method: 'DELETE', path, done: takeOverTexts.stopped })
    if (answer?.ok) setProgress(null)
  }
  return { busy, progress, start, goOn, stop, close: () => setProgress(null), run, path }
}

/**
 * The preview of a take-over, and the choices that staff have made. They may go on choosing while a preview is loading:
 * another one is then loaded with the last choices.
 */
export function useTakeOverPreview({ run, path }: TakeOverChunks) {
  const [shown, setShown] = useState<(PreviewInput & { readonly preview: TakeOverPreview }) | null>(null)
  const [choices, setChoices] = useState<Choices>({})
  const next = useRef<PreviewInput | null>(null)
  const loading = useRef(false)
  async function ask(asked: PreviewInput) {
    setChoices(asked.choices)
    next.current = asked
    if (loading.current) return
    loading.current = true
    let last = shown
    for (let each: PreviewInput | null = asked; each; each = next.current) {
      next.current = null
      const answer = await run<TakeOverPreview>({ method: 'POST', path: `${path}/preview`, body: takeOverBodyOf(each) })
      // Without an answer the last preview stays, with the choices that it was computed from.
      if (answer) last = answer.ok ? { ...each, preview: answer.body } : null
      setShown(last)
      if (!next.current) setChoices(last?.choices ?? {})
    }
    loading.current = false
  }
  function clear() {
    setShown(null)
    setChoices({})
  }
  return { shown, choices, ask, clear }
}

/** The body of the calls for a preview and for the start. */
export const takeOverBodyOf = ({ terms, choices }: PreviewInput): TakeOverInput => ({
  ...terms,
  platforms: Object.entries(choices).map(([category, platform]) => ({ category, platform })),
})
