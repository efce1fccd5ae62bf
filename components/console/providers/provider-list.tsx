'use client'

import { formatCount } from '#lib/money/points.ts'
import { providerRules } from '#lib/providers/errors.ts'
import {
  apiHostOf,
  connectionTestedText,
  dialectLabels,
  dialects,
  moneyText,
  type ProviderHealth,
  providerBalanceText,
  providerHealthLabels,
  removeProviderText,
} from '#lib/providers/labels.ts'
import { providerHealthOf } from '#lib/providers/rules.ts'
import type { ProviderRow } from '#lib/providers/schema.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import type { Column } from '../../ui/table.tsx'
import { DetailFacts, factTimeText } from '../detail.tsx'
import { checkByRules, type FieldDeclaration } from '../editable-list/draft.ts'
import { EditableList, type EditableListProps } from '../editable-list/editable-list.tsx'
import { catalogListDefaults, type ListDeclaration } from '../editable-list/list-declaration.ts'
import { column, rightAlignedColumn, titleColumn } from '../list-columns.tsx'
import { PageLink } from '../page-link.tsx'
import { useConsoleCall } from '../use-console-call.ts'
import { AttemptList } from './attempt-list.tsx'

const healthTones: Record<ProviderHealth, Tone> = {
  OFF: 'neutral',
  DOWN: 'bad',
  NO_FUNDS: 'bad',
  PAUSED: 'warn',
  UNTESTED: 'warn',
  LOW: 'warn',
  WELL: 'good',
}

interface ProviderProps {
  readonly provider: ProviderRow
  /** The server's time, in milliseconds. */
  readonly now: number
}

function HealthBadge({ provider, now }: ProviderProps) {
  const health = providerHealthOf(provider, now)
  return <Badge tone={healthTones[health]}>{providerHealthLabels[health]}</Badge>
}

const columnsAt = (now: number): readonly Column<ProviderRow>[] => [
  titleColumn(
    '공급사',
    ({ name }) => <b className="font-semibold wrap-anywhere">{name}</b>,
    'wide:w-full wide:py-1.5',
    ({ apiUrl }) => <span className="block text-ink-3 wrap-anywhere">{apiHostOf(apiUrl)}</span>,
  ),
  rightAlignedColumn('잔액', (row) => <b className="font-semibold">{providerBalanceText(row)}</b>, 'amount'),
  rightAlignedColumn('상품', ({ services }) => `${formatCount(services)}개`, 'line', 'max-wide:hidden'),
  rightAlignedColumn(
    '확인 필요',
    ({ unknown }) => (unknown > 0 ? <b className="font-semibold text-bad">{formatCount(unknown)}건</b> : '—'),
    'line',
    'max-wide:hidden',
  ),
  column('상태', (row) => <HealthBadge provider={row} now={now} />, 'badge'),
]

const countField = { kind: 'number', required: true, half: true, input: { inputMode: 'numeric' } } as const

/**
 * The fields of a provider's form. The server never returns the API key, so the field for it is empty at first. If it
 * stays empty, the key is unchanged; only a new provider requires a key.
 */
const providerFieldsOf = (isNew: boolean): readonly FieldDeclaration[] => [
  { name: 'name', label: '이름', kind: 'line', required: true, input: { maxLength: 100 } },
  {
    name: 'apiUrl',
    label: 'API 주소',
    kind: 'line',
    required: true,
    input: { inputMode: 'url', maxLength: 500, placeholder: 'https://' },
  },
  {
    name: 'key',
    label: 'API 키',
    kind: 'line',
    required: isNew,
    hint: isNew ? undefined : '저장된 키는 다시 볼 수 없어요.',
    input: {
      type: 'password',
      autoComplete: 'new-password',
      maxLength: 500,
      placeholder: isNew ? undefined : '바꿀 때만 입력',
    },
  },
  {
    name: 'dialect',
    label: '요청 형식',
    kind: 'choice',
    options: dialects.map((value) => ({ value, label: dialectLabels[value] })),
  },
  { name: 'maxInFlight', label: '동시 요청', ...countField },
  { name: 'perMinute', label: '분당 요청', ...countField },
  {
    name: 'alertBelow',
    label: '잔액 알림 기준',
    kind: 'number',
    whenEmpty: 0,
    hint: '잔액이 이보다 적으면 할 일에 올라와요. 0이면 알리지 않아요.',
  },
  {
    name: 'enabled',
    label: '주문 보내기',
    kind: 'switch',
    hint: '끄면 새 주문을 보내지 않아요. 보낸 주문의 진행은 계속 확인해요.',
  },
]

const providerTexts = catalogListDefaults('공급사', removeProviderText, '공급사를 저장했어요.')

const providerListAt = (now: number, mayAct: boolean): ListDeclaration<ProviderRow> => ({
  ...providerTexts,
  texts: { ...providerTexts.texts, made: (name) => `‘${name}’ 공급사를 추가했어요. 이제 연결을 확인해 주세요.` },
  path: '/admin/providers',
  titleOf: ({ name }) => name,
  columns: columnsAt(now),
  fields: providerFieldsOf(false),
  newFields: providerFieldsOf(true),
  check: checkByRules(providerRules),
  blank: { dialect: 'FORM', maxInFlight: 4, perMinute: 600, alertBelow: 0, enabled: true },
  facts: (row) => <ProviderFacts provider={row} now={now} mayAct={mayAct} />,
  records: (row) => <AttemptList provider={row} />,
  search: '공급사 이름',
})

/** Editable list of the providers, with their health, connection data and latest delivery attempts. */
export function ProviderList(props: EditableListProps<ProviderRow> & { readonly now: number }) {
  return <EditableList list={providerListAt(props.now, props.mayAct)} {...props} />
}

function ProviderFacts({ provider, now, mayAct }: ProviderProps & { readonly mayAct: boolean }) {
  const { pausedUntil, noFundsUntil, alertBelow, currency, unknown } = provider
  const pauseEnds = [pausedUntil, noFundsUntil].filter((moment) => moment !== null && Date.parse(moment) > now)
  const unknownLink = (
    <PageLink path="/admin/tasks" query={{ kind: 'DELIVERY_UNKNOWN' }}>
      {formatCount(unknown)}건 · 할 일에서 확인
    </PageLink>
  )
  return (
    <>
      <DetailFacts
        facts={[
          ['상태', <HealthBadge key="health" provider={provider} now={now} />],
          ['연결 확인', factTimeText(provider.testedAt) ?? '아직 확인하지 않았어요'],
          ['잔액', providerBalanceText(provider)],
          ['알림 기준', alertBelow > 0 ? moneyText(alertBelow, currency) : '알리지 않음'],
          ['주소', apiHostOf(provider.apiUrl)],
          ['연속 실패', `${formatCount(provider.failures)}번`],
          ['다시 시도', factTimeText(pauseEnds[0])],
          ['상품', `${formatCount(provider.services)}개`],
          ['확인 필요', unknown > 0 ? unknownLink : '없음'],
        ]}
      />
      <div className="grid gap-2">
        {mayAct && <TestButton provider={provider} />}
        <ButtonLink size="s" tone="tint" href={`/admin/providers/${provider.id}`}>
          상품 목록·가격 규칙
        </ButtonLink>
      </div>
    </>
  )
}

/** Button that tests the connection to a provider; in the accent colour until the connection was tested once. */
function TestButton({ provider }: Pick<ProviderProps, 'provider'>) {
  const { busy, run } = useConsoleCall()
  const path = `/api/admin/providers/${provider.id}/test`
  const test = () => run<ProviderRow>({ method: 'POST', path, done: connectionTestedText })
  return (
    <Button size="s" tone={provider.testedAt ? 'plain' : 'main'} busy={busy} onClick={test}>
      연결 확인하기
    </Button>
  )
}
