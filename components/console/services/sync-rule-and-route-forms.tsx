'use client'

import { Plus, X } from 'lucide'
import { useState } from 'react'
import type { AdminServiceRow } from '#lib/catalog/schema.ts'
import { firstIssue } from '#lib/core/form-errors.ts'
import { markUpRule } from '#lib/providers/errors.ts'
import { syncRuleLabels, syncRules } from '#lib/providers/labels.ts'
import type { ServiceDetail } from '#lib/providers/schema.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { SelectField, type SelectOption } from '../../ui/select.tsx'
import type { FieldDeclaration } from '../editable-list/draft.ts'
import { FormPromptFields, useFormPrompt } from '../form-prompt.tsx'
import { useConsoleCall } from '../use-console-call.ts'

interface SupplyProps {
  readonly service: AdminServiceRow
  readonly detail: ServiceDetail
  readonly providers: readonly SelectOption[]
}

/**
 * Forms for OWNERs only: what a sync with the provider may change in a service, and the further routes by which its
 * orders are sent if the first one fails. Shown only for services that have a sync rule.
 */
export function SyncRuleAndRouteForms(props: SupplyProps) {
  const { sync, routes } = props.detail
  return (
    <>
      {sync && <SyncRuleForm key={`${sync.rule} ${sync.margin}`} service={props.service} sync={sync} />}
      {sync && <RoutesForm key={JSON.stringify(routes)} {...props} />}
    </>
  )
}

export const syncRuleField: FieldDeclaration = {
  name: 'rule',
  label: '동기화 규칙',
  kind: 'choice',
  options: syncRules.map((value) => ({ value, label: syncRuleLabels[value] })),
}

export const marginField: FieldDeclaration = { name: 'margin', label: '가산율 (%)', kind: 'number' }

function SyncRuleForm({
  service,
  sync,
}: Pick<SupplyProps, 'service'> & { readonly sync: NonNullable<ServiceDetail['sync']> }) {
  const { run } = useConsoleCall()
  const form = useFormPrompt({
    fields: [syncRuleField, marginField],
    initialValues: sync,
    check: ({ margin }: { margin: number }) => firstIssue([markUpRule(margin)]),
    async onGiven(values) {
      const path = `/api/admin/services/${service.id}/sync-rule`
      const body = { ...values, seen: sync }
      await run({ method: 'PUT', path, body, done: '동기화 규칙을 저장했어요.' })
    },
  })
  return (
    <form {...form.formProps} className="grid gap-3 border-t border-line pt-3.5">
      <div className="grid grid-cols-[minmax(0,1fr)_96px] gap-3">
        <FormPromptFields form={form} dense />
      </div>
      <Button type="submit" size="s" busy={form.busy}>
        규칙 저장
      </Button>
    </form>
  )
}

/** A further route as it is typed; `key` is its React key, `providerId` is 0 until a provider is selected. */
type TypedRoute = { readonly key: number; readonly providerId: number; readonly providerServiceId: string }

const MAX_ROUTES = 10
const ROUTE_INCOMPLETE_TEXT = '공급사와 그 상품 번호를 모두 입력해 주세요.'

function RoutesForm({ service, detail, providers }: SupplyProps) {
  const { busy, run } = useConsoleCall()
  const [routes, setRoutes] = useState<readonly TypedRoute[]>(detail.routes.map((route, key) => ({ ...route, key })))
  const [error, setError] = useState<string | null>(null)
  const change = (key: number, changes: Partial<TypedRoute>) => {
    setError(null)
    setRoutes((before) => before.map((route) => (route.key === key ? { ...route, ...changes } : route)))
  }
  const add = () => {
    const key = Math.max(-1, ...routes.map((route) => route.key)) + 1
    setRoutes((before) => [...before, { key, providerId: 0, providerServiceId: '' }])
  }
  async function save() {
    const trimmedRoutes = routes.map(({ providerId, providerServiceId }) => ({
      providerId,
      providerServiceId: providerServiceId.trim(),
    }))
    const isIncomplete = trimmedRoutes.some((route) => route.providerId === 0 || route.providerServiceId === '')
    setError(isIncomplete ? ROUTE_INCOMPLETE_TEXT : null)
    if (isIncomplete) return
    const path = `/api/admin/services/${service.id}/routes`
    const body = { routes: trimmedRoutes, seen: { routes: detail.routes } }
    await run({ method: 'PUT', path, body, done: '예비 공급 순서를 저장했어요.' })
  }
  return (
    <fieldset className="grid min-w-0 gap-3 border-t border-line pt-3.5">
      <legend className="sr-only">예비 공급</legend>
      <p className="text-s text-ink-3">
        <b className="font-semibold text-ink-2">예비 공급</b> · 앞의 공급사가 받지 못한 주문은 위에서부터 차례로 보내요.
      </p>
      {routes.map((route, at) => (
        <div key={route.key} className="grid grid-cols-[minmax(0,1fr)_84px_auto] items-center gap-2">
          <SelectField
            label={`예비 ${at + 1} 공급사`}
            labelHidden
            dense
            placeholder="공급사"
            options={providers}
            value={route.providerId || ''}
            onChange={(event) => change(route.key, { providerId: Number(event.target.value) })}
          />
          <TextField
            label={`예비 ${at + 1} 상품 번호`}
            labelHidden
            placeholder="번호"
            dense
            autoComplete="off"
            maxLength={100}
            value={route.providerServiceId}
            onChange={(event) => change(route.key, { providerServiceId: event.target.value })}
          />
          <IconButton
            label={`예비 ${at + 1} 빼기`}
            onClick={() => setRoutes((before) => before.filter((each) => each.key !== route.key))}
          >
            <Icon shape={X} size={16} />
          </IconButton>
        </div>
      ))}
      {error && (
        <p role="alert" className="text-s text-bad">
          {error}
        </p>
      )}
      <div className="flex gap-2">
        {routes.length < MAX_ROUTES && (
          <Button size="s" tone="soft" onClick={add}>
            <Icon shape={Plus} size={16} /> 예비 추가
          </Button>
        )}
        <Button size="s" busy={busy} onClick={save} className="ml-auto">
          순서 저장
        </Button>
      </div>
    </fieldset>
  )
}
