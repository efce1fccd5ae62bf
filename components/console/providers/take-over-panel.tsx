'use client'

import Link from 'next/link'
import { useState } from 'react'
import { roundingStepLabel, roundingSteps } from '#lib/catalog/labels.ts'
import { firstBroken } from '#lib/core/form-errors.ts'
import { formatCount } from '#lib/money/points.ts'
import { takeOverRules } from '#lib/providers/errors.ts'
import type { ImportPreviewAnswer, ProviderPricing } from '#lib/providers/import/schema.ts'
import { refusedRowsText, takeOverTexts } from '#lib/providers/labels.ts'
import type { ProviderRow } from '#lib/providers/schema.ts'
import type { TakeOverProgressRow } from '#lib/providers/take-over/schema.ts'
import { Notice } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card, CardTitle } from '../../ui/card.tsx'
import { FormQuestionFields, useFormQuestion } from '../form-question.tsx'
import { marginField, syncRuleField } from '../services/supply-forms.tsx'
import { TakeOverPreviewTables } from './take-over-preview.tsx'
import {
  type TakeOverChunks,
  type TakeOverTerms,
  takeOverBodyOf,
  useTakeOverChunks,
  useTakeOverPreview,
  withChoice,
} from './use-take-over.ts'

interface TakeOverPanelProps {
  readonly provider: ProviderRow
  readonly prices: ProviderPricing
  readonly platforms: readonly { readonly id: number; readonly text: string }[]
  /** The take-over that is under way, which can only be continued or stopped. */
  readonly open: TakeOverProgressRow | null
}

/**
 * Puts a provider's whole list on sale: tests the connection, loads the list, shows a preview with categories and
 * prices, and then imports the services in chunks, one call each.
 */
export function TakeOverPanel(props: TakeOverPanelProps) {
  // Called here and not in the form, which is replaced once the first chunk is imported and the take-over is under way.
  const chunks = useTakeOverChunks(props.provider.id)
  const progress = chunks.progress ?? props.open
  return (
    <Card className="grid gap-4">
      <CardTitle>목록 한 번에 가져오기</CardTitle>
      {!progress && <TakeOver {...props} chunks={chunks} />}
      {progress && <UnderWay providerId={props.provider.id} chunks={chunks} progress={progress} />}
    </Card>
  )
}

const progressClass =
  'h-2 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-main [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-main'

function Progress({ progress: { total, left } }: { readonly progress: TakeOverProgressRow }) {
  return (
    <div className="grid gap-1.5" role="status">
      <span className="tabular-nums">
        상품 {formatCount(total)}개 중 {formatCount(total - left)}개를 가져왔어요.
      </span>
      <progress className={progressClass} aria-label="가져온 상품" max={total} value={total - left} />
    </div>
  )
}

interface UnderWayProps {
  readonly providerId: number
  readonly chunks: TakeOverChunks
  readonly progress: TakeOverProgressRow
}

function UnderWay({ providerId, chunks, progress }: UnderWayProps) {
  return (
    <>
      <Progress progress={progress} />
      {progress.left > 0 ? (
        <div className="flex flex-wrap justify-end gap-2">
          <Button busy={chunks.busy} onClick={chunks.stop}>
            여기서 멈추기
          </Button>
          <Button tone="main" busy={chunks.busy} onClick={chunks.goOn}>
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

function TakeOver({ provider, prices, platforms, chunks }: TakeOverPanelProps & { readonly chunks: TakeOverChunks }) {
  const { run, busy } = chunks
  const [list, setList] = useState<ImportPreviewAnswer | null>(null)
  /** Why the list couldn't be loaded; '' if it could. */
  const [fault, setFault] = useState('')
  const [currency, setCurrency] = useState(provider.currency)
  /** True if the terms have been changed since the preview. */
  const [isEdited, setEdited] = useState(false)
  const { shown, choices, ask, clear } = useTakeOverPreview(chunks)
  const path = `/api/admin/providers/${provider.id}`
  function fail(why = '') {
    setFault(why || takeOverTexts.failed)
    setList(null)
    clear()
  }
  async function load() {
    const tested = await run<ProviderRow>({ method: 'POST', path: `${path}/test` })
    if (!tested?.ok) return fail(tested?.message)
    setCurrency(tested.body.currency)
    const read = await run<ImportPreviewAnswer>({ method: 'POST', path: `${path}/services/preview` })
    if (!read?.ok) return fail(read?.message)
    setFault('')
    setList(read.body)
    clear()
    // If the list changes services that are on sale, staff have to look at it and apply it in the sync panel first.
    if (read.body.effects.length > 0 || read.body.suspicious) return
    const body = { previewId: read.body.previewId }
    const applied = await run({ method: 'POST', path: `${path}/services/apply`, body })
    const isForeign = prices.exchangeRate === null && tested.body.currency !== 'KRW'
    const terms = { margin: prices.margin, step: roundingSteps[0], rule: 'FOLLOW' } as const
    if (applied?.ok && !isForeign) await ask({ terms, choices: {} })
  }
  const blocked = list && (list.effects.length > 0 || list.suspicious)
  const added = shown?.preview.counts.groups.NEW ?? 0
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <p className="text-ink-2">연결을 확인하고 목록을 읽어요. 가져오기 전에는 상점에서 아무것도 바뀌지 않아요.</p>
        <Button size="s" tone={list ? 'plain' : 'main'} busy={busy} onClick={load} className="ml-auto">
          목록 불러오기
        </Button>
      </div>
      {fault && <Notice tone="bad">{fault}</Notice>}
      {blocked && (
        <Notice tone="warn">
          {list.suspicious ? takeOverTexts.suspicious : takeOverTexts.syncFirst(list.effects.length)}
        </Notice>
      )}
      {list && !blocked && (
        <>
          {list.refused.length > 0 && <Notice className="text-s">{refusedRowsText(list)}</Notice>}
          <TermsForm
            key={`${list.previewId} ${currency}`}
            {...{ currency, prices, busy }}
            isShown={shown !== null}
            onEdited={() => setEdited(true)}
            onGiven={async (terms) => {
              setEdited(false)
              await ask({ terms, choices })
            }}
          />
        </>
      )}
      {shown && (
        <TakeOverPreviewTables
          preview={shown.preview}
          platforms={platforms}
          choices={choices}
          onChoose={(category, platform) =>
            ask({ terms: shown.terms, choices: withChoice(choices, category, platform) })
          }
        >
          {isEdited && <p className="text-s text-warn">{takeOverTexts.edited}</p>}
          {!isEdited && added === 0 && <p className="text-s text-ink-2">{takeOverTexts.nothing}</p>}
          {!isEdited && added > 0 && (
            <Button
              tone="main"
              busy={busy}
              onClick={() => chunks.start({ ...takeOverBodyOf(shown), digest: shown.preview.digest })}
            >
              {formatCount(added)}개 가져오기
            </Button>
          )}
        </TakeOverPreviewTables>
      )}
    </>
  )
}

interface TermsFormProps extends Pick<TakeOverPanelProps, 'prices'> {
  /** The provider's currency, as the connection test has just reported it; null if unknown. */
  readonly currency: string | null
  readonly busy: boolean
  readonly isShown: boolean
  /** Called when something in the form is changed. */
  readonly onEdited: () => void
  readonly onGiven: (terms: TakeOverTerms) => unknown
}

function TermsForm({ currency, prices, busy, isShown, onEdited, onGiven }: TermsFormProps) {
  const exchangeRate = prices.exchangeRate ?? (currency === 'KRW' ? 1 : undefined)
  const form = useFormQuestion({
    fields: [
      {
        name: 'exchangeRate',
        label: `환율 (1 ${currency ?? '공급사 통화'} = 원)`,
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
    first: {
      ...(exchangeRate !== undefined && { exchangeRate }),
      margin: prices.margin,
      step: roundingSteps[0],
      rule: 'FOLLOW',
    },
    check: (terms: TakeOverTerms) =>
      firstBroken(takeOverRules({ exchangeRate: terms.exchangeRate ?? Number.NaN, margin: terms.margin })),
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
      <FormQuestionFields form={form} dense />
      <Button type="submit" tone={isShown ? 'plain' : 'main'} busy={busy || form.busy}>
        {isShown ? '다시 미리보기' : '미리보기'}
      </Button>
    </form>
  )
}
