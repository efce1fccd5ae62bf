'use client'

import Link from 'next/link'
import { useState } from 'react'
import { roundingStepLabel, roundingSteps } from '#lib/catalog/labels.ts'
import { firstIssue } from '#lib/core/form-errors.ts'
import { formatCount } from '#lib/money/points.ts'
import { takeOverRules } from '#lib/providers/errors.ts'
import type { ImportPreviewAnswer, ProviderPricing } from '#lib/providers/import/schema.ts'
import { exchangeRateLabel, refusedRowsText, takeOverTexts } from '#lib/providers/labels.ts'
import type { ProviderRow } from '#lib/providers/schema.ts'
import type { TakeOverProgress } from '#lib/providers/take-over/schema.ts'
import { Notice } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card, CardTitle } from '../../ui/card.tsx'
import { FormPromptFields, useFormPrompt } from '../form-prompt.tsx'
import { marginField, syncRuleField } from '../services/sync-rule-and-route-forms.tsx'
import { TakeOverPreviewTables } from './take-over-preview.tsx'
import {
  buildTakeOverBody,
  type TakeOverChunks,
  type TakeOverTerms,
  useTakeOverChunks,
  useTakeOverPreview,
  withPlatformChoice,
} from './use-take-over.ts'

interface TakeOverPanelProps {
  readonly provider: ProviderRow
  readonly pricing: ProviderPricing
  readonly platforms: readonly { readonly id: number; readonly text: string }[]
  /** The unfinished take-over of this provider, which can only be continued or stopped; null if there is none. */
  readonly unfinished: TakeOverProgress | null
  /**
   * If true, the button that loads the list has the accent colour, because that is what to do next: no list was applied
   * yet, and no list waits for staff.
   */
  readonly isFirst: boolean
}

/**
 * Puts a provider's whole list on sale: tests the connection, loads the list, shows a preview with categories and
 * prices, and then imports the services in chunks, one call each.
 */
export function TakeOverPanel(props: TakeOverPanelProps) {
  // The hook is called here and not in the form, because its state must stay when the progress replaces the form, once
  // the first chunk is imported.
  const chunks = useTakeOverChunks(props.provider.id)
  const progress = chunks.progress ?? props.unfinished
  return (
    <Card className="grid gap-4">
      <CardTitle>목록 한 번에 가져오기</CardTitle>
      {!progress && <NewTakeOver {...props} chunks={chunks} />}
      {progress && <UnfinishedTakeOver providerId={props.provider.id} chunks={chunks} progress={progress} />}
    </Card>
  )
}

const progressClass =
  'h-2 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-main [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-main'

function Progress({ progress: { total, left } }: { readonly progress: TakeOverProgress }) {
  return (
    <div className="grid gap-1.5" role="status">
      <span className="tabular-nums">
        상품 {formatCount(total)}개 중 {formatCount(total - left)}개를 가져왔어요.
      </span>
      <progress className={progressClass} aria-label="가져온 상품" max={total} value={total - left} />
    </div>
  )
}

interface UnfinishedTakeOverProps {
  readonly providerId: number
  readonly chunks: TakeOverChunks
  readonly progress: TakeOverProgress
}

function UnfinishedTakeOver({ providerId, chunks, progress }: UnfinishedTakeOverProps) {
  return (
    <>
      <Progress progress={progress} />
      {progress.left > 0 ? (
        <div className="flex flex-wrap justify-end gap-2">
          <Button busy={chunks.busy} onClick={chunks.stop}>
            여기서 멈추기
          </Button>
          <Button tone="main" busy={chunks.busy} onClick={chunks.continueImport}>
            이어서 가져오기
          </Button>
        </div>
      ) : (
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={chunks.close}>닫기</Button>
          <Link
            href={`/admin/services?provider=${providerId}`}
            prefetch={false}
            className={buttonClass({ tone: 'main' })}
          >
            가져온 상품 보기
          </Link>
        </div>
      )}
    </>
  )
}

function NewTakeOver({
  provider,
  pricing,
  platforms,
  isFirst,
  chunks,
}: TakeOverPanelProps & { readonly chunks: TakeOverChunks }) {
  const { run, busy } = chunks
  const [list, setList] = useState<ImportPreviewAnswer | null>(null)
  /** The reason why the list couldn't be loaded; '' if it was loaded, and before that is tried. */
  const [fault, setFault] = useState('')
  const [currency, setCurrency] = useState(provider.currency)
  /** True if the terms were changed after the preview was loaded. */
  const [isEdited, setEdited] = useState(false)
  const { shownPreview, choices, requestPreview, clear } = useTakeOverPreview(chunks)
  const path = `/api/admin/providers/${provider.id}`
  function fail(message = '') {
    setFault(message || takeOverTexts.failed)
    setList(null)
    clear()
  }
  async function load() {
    const testAnswer = await run<ProviderRow>({ method: 'POST', path: `${path}/test` })
    if (!testAnswer?.ok) return fail(testAnswer?.message)
    setCurrency(testAnswer.body.currency)
    const listAnswer = await run<ImportPreviewAnswer>({ method: 'POST', path: `${path}/services/preview` })
    if (!listAnswer?.ok) return fail(listAnswer?.message)
    setFault('')
    setList(listAnswer.body)
    clear()
    // If the list changes services that are on sale, staff must first look at the changes and apply them in the sync
    // panel.
    if (listAnswer.body.effects.length > 0 || listAnswer.body.suspicious) return
    const body = { previewId: listAnswer.body.previewId }
    const applyAnswer = await run({ method: 'POST', path: `${path}/services/apply`, body })
    const isForeign = pricing.exchangeRate === null && testAnswer.body.currency !== 'KRW'
    const terms = { margin: pricing.margin, step: roundingSteps[0], rule: 'FOLLOW' } as const
    if (applyAnswer?.ok && !isForeign) await requestPreview({ terms, choices: {} })
  }
  const isBlocked = list && (list.effects.length > 0 || list.suspicious)
  const newCount = shownPreview?.preview.counts.groups.NEW ?? 0
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <p className="text-ink-2">연결을 확인하고 목록을 읽어요. 가져오기 전에는 상점에서 아무것도 바뀌지 않아요.</p>
        <Button size="s" tone={list || !isFirst ? 'plain' : 'main'} busy={busy} onClick={load} className="ml-auto">
          목록 불러오기
        </Button>
      </div>
      {fault && <Notice tone="bad">{fault}</Notice>}
      {isBlocked && (
        <Notice tone="warn">
          {list.suspicious ? takeOverTexts.suspicious : takeOverTexts.syncFirst(list.effects.length)}
        </Notice>
      )}
      {list && !isBlocked && (
        <>
          {list.refused.length > 0 && <Notice className="text-s">{refusedRowsText(list)}</Notice>}
          <TermsForm
            key={`${list.previewId} ${currency}`}
            {...{ currency, pricing, busy }}
            hasPreview={shownPreview !== null}
            onEdited={() => setEdited(true)}
            onGiven={async (terms) => {
              setEdited(false)
              await requestPreview({ terms, choices })
            }}
          />
        </>
      )}
      {shownPreview && (
        <TakeOverPreviewTables
          preview={shownPreview.preview}
          platforms={platforms}
          choices={choices}
          onChoose={(category, platform) =>
            requestPreview({ terms: shownPreview.terms, choices: withPlatformChoice(choices, category, platform) })
          }
        >
          {isEdited && <p className="text-s text-warn">{takeOverTexts.edited}</p>}
          {!isEdited && newCount === 0 && <p className="text-s text-ink-2">{takeOverTexts.nothing}</p>}
          {!isEdited && newCount > 0 && (
            <Button
              tone="main"
              busy={busy}
              onClick={() => chunks.start({ ...buildTakeOverBody(shownPreview), digest: shownPreview.preview.digest })}
            >
              {formatCount(newCount)}개 가져오기
            </Button>
          )}
        </TakeOverPreviewTables>
      )}
    </>
  )
}

interface TermsFormProps extends Pick<TakeOverPanelProps, 'pricing'> {
  /** The provider's currency as the connection test has reported it; null if it is unknown. */
  readonly currency: string | null
  readonly busy: boolean
  readonly hasPreview: boolean
  /** Called when something in the form is changed. */
  readonly onEdited: () => void
  readonly onGiven: (terms: TakeOverTerms) => unknown
}

function TermsForm({ currency, pricing, busy, hasPreview, onEdited, onGiven }: TermsFormProps) {
  const exchangeRate = pricing.exchangeRate ?? (currency === 'KRW' ? 1 : undefined)
  const form = useFormPrompt({
    fields: [
      {
        name: 'exchangeRate',
        label: exchangeRateLabel(currency),
        kind: 'number',
        required: true,
        half: true,
      },
      { ...marginField, required: true, half: true },
      {
        name: 'step',
        label: '가격 올림 단위',
        kind: 'choice',
        numeric: true,
        half: true,
        options: roundingSteps.map((value) => ({ value, label: roundingStepLabel(value) })),
      },
      { ...syncRuleField, half: true },
    ],
    initialValues: {
      ...(exchangeRate !== undefined && { exchangeRate }),
      margin: pricing.margin,
      step: roundingSteps[0],
      rule: 'FOLLOW',
    },
    check: (terms: TakeOverTerms) =>
      firstIssue(takeOverRules({ exchangeRate: terms.exchangeRate ?? Number.NaN, margin: terms.margin })),
    onGiven,
  })
  return (
    <form
      {...form.formProps}
      onInput={(event) => {
        form.formProps.onInput(event)
        onEdited()
      }}
      className="grid gap-3.5 border-t border-line pt-4"
    >
      <FormPromptFields form={form} dense />
      <Button type="submit" tone={hasPreview ? 'plain' : 'main'} busy={busy || form.busy}>
        {hasPreview ? '다시 미리보기' : '미리보기'}
      </Button>
    </form>
  )
}
